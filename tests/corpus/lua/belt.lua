-- Moves parcels.
local wire = require("wire")

local M = {}

M.SPEED = 40

--- Move by some steps.
function M.move(steps)
  return wire.send(steps)
end

local function hidden() end

M.stop = function() end

return M
