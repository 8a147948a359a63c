//! The device of a model, and the kind of a text. Not for opening models on a device (`fallback`).

use std::path::Path;

use serde::{Deserialize, Serialize};

/// The user's choice of device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// The graphics processor if there is one that computes the same as the CPU, else the CPU.
    #[default]
    Auto,
    /// The CPU.
    Cpu,
    /// The graphics processor, or an error.
    Gpu,
}

/// The kind of a text. Some encoders use different prefixes for the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// A question.
    Question,
    /// A passage to be found.
    Passage,
}

/// Whether there may be a GPU. On Linux it has a device file; other systems always count.
pub fn may_have_gpu() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let nodes = std::fs::read_dir("/dev/dri").into_iter().flatten().flatten();
    let rendering = nodes.map(|node| node.file_name()).any(|name| name.to_string_lossy().starts_with("renderD"));
    rendering || Path::new("/dev/nvidia0").exists()
}
