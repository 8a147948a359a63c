//! Keeps what is written after a number of bytes: an update without the file that it follows. Not for writing files.

use std::io::{Result, Write};

/// Drops the first bytes and keeps the others.
pub(super) struct Tail {
    drop: usize,
    kept: Vec<u8>,
}

impl Tail {
    pub(super) fn after(bytes: usize) -> Self {
        Self { drop: bytes, kept: Vec::new() }
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        self.kept
    }
}

impl Write for Tail {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let dropped = self.drop.min(bytes.len());
        self.drop -= dropped;
        self.kept.extend_from_slice(&bytes[dropped..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
