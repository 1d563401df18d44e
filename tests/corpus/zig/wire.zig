/// Send some steps.
pub fn send(steps: u32) void {
    _ = steps;
}
