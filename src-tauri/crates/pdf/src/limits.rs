//! How much of the machine one file may take. Not for enforcing it: `serve` and `reader` do.

use std::time::Duration;

/// What a reader process may use. The defaults are about thirty times what the worst of a thousand awkward files needed
/// (0.6 CPU-seconds, 130 MiB), and a long file is never cut off for being long: time is counted page by page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of the reader process in bytes, the file itself included.
    pub memory_bytes: u64,
    /// CPU time for opening the file, and again for each page or image, in seconds.
    pub cpu_seconds: u64,
    /// Real time for opening the file, and again for each page or image.
    pub wall: Duration,
    /// All a reader process may send back, in bytes.
    pub output_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory_bytes: 1 << 30, cpu_seconds: 20, wall: Duration::from_secs(60), output_bytes: 2 << 30 }
    }
}
