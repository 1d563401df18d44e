# Rates of the simulation.
function rate()
    2
end
