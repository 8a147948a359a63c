//! What the fuzz targets call: untrusted bytes go where the caller's process puts those of a reader process. It is compiled
//! only by cargo-fuzz, which sets `cfg(fuzzing)`.

use crate::wire::{self, Opening, Reply, Request};
use crate::{Page, document};

/// Decodes bytes as each message of the wire format, and finishes the pages they hold. What can be decoded can be
/// encoded.
///
/// # Panics
/// If a decoded message cannot be encoded.
pub fn wire(bytes: &[u8]) {
    reencode(wire::decode::<Opening>(bytes));
    reencode(wire::decode::<Request>(bytes));
    reencode(wire::decode::<Reply>(bytes));
    let mut stream = bytes;
    while let Ok(Some(reply)) = wire::read::<Reply>(&mut stream) {
        reencode(Ok(reply));
    }
}

/// Decodes bytes as replies, and finishes the pages that are accepted, as the caller's process does.
pub fn pages(bytes: &[u8]) -> Vec<Page> {
    let replies: Vec<Reply> = wire::decode(bytes).unwrap_or_default();
    let mut pages = Vec::new();
    for reply in replies.into_iter().take_while(Reply::is_consistent) {
        match reply {
            Reply::Page(page) => pages.push(Page { index: pages.len() as u32, ..page }),
            _ => break,
        }
    }
    document::assemble(&mut pages);
    pages
}

fn reencode<T: serde::Serialize>(decoded: std::io::Result<T>) {
    if let Ok(value) = decoded {
        assert!(wire::encode(&value).is_ok(), "a decoded message cannot be encoded");
    }
}
