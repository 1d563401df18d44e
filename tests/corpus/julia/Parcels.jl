"Parcels that are simulated."
module Parcels

using LinearAlgebra
include("rates.jl")

const LIMIT = 20_000

"""
A parcel.
"""
struct Parcel
    grams::Int
end

price(parcel::Parcel) = rate() * parcel.grams

macro twice(x)
    :($x; $x)
end

end
