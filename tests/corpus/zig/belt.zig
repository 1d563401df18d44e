//! Moves parcels.
const std = @import("std");
const wire = @import("wire.zig");

pub const speed = 40;

/// A belt.
pub const Belt = struct {
    steps: u32,

    pub fn move(self: *Belt) void {
        wire.send(self.steps);
    }
};

fn hidden() void {}
