//! Bytes of a PDF become pages of words with boxes, and page images.
//!
//! This room reads files, and it does so in a process of its own: nothing of a PDF is ever parsed by the process that
//! holds the window or the library. It is not for meaning: passages, sentences and clauses are the next room's work.
//!
//! ```no_run
//! # async fn example() -> Result<(), pincite_pdf::Error> {
//! use std::{ops::ControlFlow, path::Path};
//! pincite_pdf::serve_if_asked(); // first line of every main(): the reader is this same program, run again
//! let reader = pincite_pdf::Reader::of_this_program()?;
//! let document = reader.read(Path::new("agreement.pdf"), None, |_done, _total| ControlFlow::Continue(())).await?;
//! println!("{} words on the first page", document.pages[0].words.len());
//! # Ok(()) }
//! ```
//!
//! The way of the data: [`Reader`] starts the process → `serve` limits itself, parses (`source`), draws each page onto
//! a device that only collects glyphs (`glyphs`, `fonts`) → `layout` makes words, lines and reading order of them →
//! back in the caller's process `document` looks at all pages together: repeated headers, hyphenated words.

mod document;
mod error;
#[cfg(fuzzing)]
pub mod fuzzing;
mod geometry;
mod layout;
mod limits;
mod page;
mod reader;
mod serve;
mod source;
mod wire;

pub use document::Document;
pub use error::{Error, Limit};
pub use geometry::Rect;
pub use limits::{Limits, TextLimit};
pub use page::{Contents, Coverage, Damage, Line, OutlineItem, Page, Role, Word};
pub use reader::{Fault, Reader, Reading, Session};
pub use serve::{READER_ARGUMENT, serve_if_asked};
pub use source::PageImage;
