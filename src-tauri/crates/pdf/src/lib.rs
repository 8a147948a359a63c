//! Reads PDFs: pages of words with boxes, and page images.
//!
//! A separate process parses the file. The process of the window or the library never parses any of it. The
//! crate `passage` makes passages of the pages.
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
//! The steps, in order:
//!
//! - [`Reader`] starts the process.
//! - `serve` limits itself, and `source` parses the file and collects the glyphs of each page.
//! - `layout` makes words, lines and their reading order.
//! - Back in the caller's process, `document` finds what needs all pages: running headers and hyphenated words.

mod document;
mod error;
#[cfg(fuzzing)]
pub mod fuzzing;
mod layout;
mod limits;
mod page;
mod reader;
mod recognised;
mod serve;
mod source;
mod wire;

pub use document::Document;
pub use error::{Error, Limit};
pub use layout::{is_ideographic, is_rtl};
pub use limits::{Limits, TextLimit};
pub use page::{
    Annotation, Contents, Coverage, Damage, Destination, Line, Link, LinkTarget, OutlineItem, Page, PageImage, Rect,
    Role, Word,
};
pub use reader::{Fault, OpenFile, Reader, Reading, Session};
pub use recognised::{Print, PrintLine, PrintWord};
pub use serve::{READER_ARGUMENT, serve_if_asked};
