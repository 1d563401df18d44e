//! Tracks parcels by their number.

mod track;

pub use track::{Step, Track};
use std::collections::HashMap;

/// Most steps that are kept.
pub const MAX_STEPS: usize = 64;

/// Where all parcels are.
pub struct Register {
    tracks: HashMap<u64, Track>,
}

impl Register {
    /// Return the track of a parcel.
    pub fn get(&self, number: u64) -> Option<&Track> {
        self.tracks.get(&number)
    }

    fn drop_old(&mut self) {}
}

macro_rules! step {
    ($name:expr) => {
        Step { name: $name }
    };
}
