//! Where a model is run.

use serde::{Deserialize, Serialize};

/// The user's choice of device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// The graphics processor if there is one and it computes the same as the CPU, else the CPU.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// The graphics processor, or an error.
    Gpu,
}

/// Which kind of text is embedded: some encoders want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// A question.
    Question,
    /// A passage to be found.
    Passage,
}
