//! Limits of time, memory and text for one file. `serve` and `reader` enforce them.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Limits of a reader process. The defaults are about thirty times the needs of the worst of a thousand difficult files
/// (0.6 CPU-seconds, 130 MiB). Time is counted page by page, so that a long file is not cut off for its length; what all pages
/// may take together is part of the text limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory of the reader process in bytes, the file itself included.
    pub memory_bytes: u64,
    /// CPU time for opening the file, and again for each page or image, in seconds.
    pub cpu_seconds: u64,
    /// Real time for opening the file, and again for each page or image.
    pub wall: Duration,
    /// Limit of what a reader process sends back to one request, in bytes.
    pub output_bytes: u64,
    /// Limit of a document's text. More is left out, and the pages concerned are marked.
    pub text: TextLimit,
}

/// Limit of a document's text. The caller keeps it in memory until it is stored: at most half a gigabyte with the
/// default. Eight thousand pages of prose have less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLimit {
    /// Number of words.
    pub words: u64,
    /// Bytes of all words in UTF-8.
    pub bytes: u64,
    /// CPU time for all pages together, in seconds. A thousand ordinary pages take one second.
    pub cpu_seconds: u64,
}

impl Default for TextLimit {
    fn default() -> Self {
        Self { words: 4_000_000, bytes: 64 << 20, cpu_seconds: 120 }
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
