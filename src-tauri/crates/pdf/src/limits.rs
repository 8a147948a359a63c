//! How much of the machine one file may take. Not for enforcing it: `serve` and `reader` do.

use serde::{Deserialize, Serialize};
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
    /// Text of a document; what is beyond is left out, and its pages say so.
    pub text: TextLimit,
}

/// How much text a document may have. The caller keeps all of it in memory until it is stored: with the default less
/// than half a gigabyte. Eight thousand pages of prose have less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLimit {
    /// Number of words.
    pub words: u64,
    /// Bytes of all words in UTF-8.
    pub bytes: u64,
}

impl Default for TextLimit {
    fn default() -> Self {
        Self { words: 4_000_000, bytes: 64 << 20 }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory_bytes: 1 << 30,
            cpu_seconds: 20,
            wall: Duration::from_secs(60),
            output_bytes: 2 << 30,
            text: TextLimit::default(),
        }
    }
}
