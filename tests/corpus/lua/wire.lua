-- Talks to the motor.
return {
  send = function(steps) return steps end,
}
