/// One stop on the way.
pub struct Step {
    pub name: &'static str,
}

/// All stops of a parcel.
pub enum Track {
    Waiting,
    Moving(Vec<Step>),
}

pub trait Length {
    fn length(&self) -> usize;
}

impl Length for Track {
    fn length(&self) -> usize {
        0
    }
}

cfg_scan! {
    /// Reads labels.
    pub struct Scanner {
        port: u16,
    }
}
