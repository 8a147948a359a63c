//! Messages between the two processes: frames of a 4-byte little-endian length and a postcard value.

use crate::{Annotation, Contents, Link, Page, PageImage, TextLimit};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// Limit of a frame in bytes. A page image of 16 million pixels fits.
pub(crate) const MAX_FRAME: u32 = 256 << 20;

/// First frame to a reader process. The file's bytes follow it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub(crate) memory_bytes: u64,
    pub(crate) cpu_seconds: u64,
    pub(crate) password: Option<String>,
    pub(crate) file_bytes: u64,
}

/// A request to a reader process with an open file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Every page in order, one reply for each. The limit is for all pages together.
    Pages(TextLimit),
    /// One page, laid out without the others.
    Page(u32),
    /// One page as an image.
    Image {
        page: u32,
        /// Pixels per point.
        scale: f32,
    },
    /// The links of one page.
    Links(u32),
    /// The bytes to append to the file, so that the copy has these annotations.
    Annotate(Vec<Annotation>),
    /// To fail on purpose, for tests.
    Fault(Fault),
}

/// Ways for a reader process to fail on purpose.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "hidden")]
pub enum Fault {
    /// Allocates more memory than allowed.
    Memory,
    /// Recurses without end.
    Recursion,
    /// Computes without end.
    Loop,
    /// Waits without end.
    Sleep,
    /// Sends without end.
    Flood,
    /// Sends a page whose line names words that it does not have.
    Inconsistent,
    /// Panics.
    Panic,
    /// Reads a file, writes a file and opens a connection to this machine. The reply is a page whose number of glyphs
    /// is the number of successes.
    Reach { read: PathBuf, write: PathBuf, port: u16 },
}

/// A reply of a reader process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The file is open.
    Opened(Contents),
    Page(Page),
    Image(PageImage),
    /// The links of a page.
    Links(Vec<Link>),
    /// Bytes to append to the file.
    Update(Vec<u8>),
    /// The request failed, and the process goes on.
    Refused(Refusal),
}

impl Reply {
    /// Whether the lines of a page name words that it has. A reader process that was taken over may send anything.
    pub(crate) fn is_consistent(&self) -> bool {
        let Self::Page(page) = self else { return true };
        page.lines.iter().all(|line| page.words.get(line.start as usize..line.end as usize).is_some())
    }
}

/// Why a request failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Refusal {
    NotAPdf,
    Truncated,
    Password,
    Encryption,
    NoPages,
    NoPage,
    Unmarkable,
    Panicked,
}

/// Encodes a value as a frame.
pub(crate) fn encode<T: Serialize>(value: &T) -> io::Result<Vec<u8>> {
    let mut frame = postcard::to_extend(value, vec![0; 4]).map_err(io::Error::other)?;
    let length = u32::try_from(frame.len() - 4).ok().filter(|l| *l <= MAX_FRAME).ok_or_else(too_long)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

/// Decodes the content of a frame.
pub(crate) fn decode<T: DeserializeOwned>(content: &[u8]) -> io::Result<T> {
    postcard::from_bytes(content).map_err(io::Error::other)
}

pub(crate) fn too_long() -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, "frame too long")
}

/// Writes a frame and flushes.
pub(crate) fn write<T: Serialize>(to: &mut impl Write, value: &T) -> io::Result<()> {
    to.write_all(&encode(value)?)?;
    to.flush()
}

/// Reads a frame. `None` if the stream ends before it.
pub(crate) fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length);
    if length > MAX_FRAME {
        return Err(too_long());
    }
    let mut content = vec![0; length as usize];
    from.read_exact(&mut content)?;
    decode(&content).map(Some)
}
