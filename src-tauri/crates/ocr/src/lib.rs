//! Recognises printed text: from the picture of a page to lines of words with boxes and confidence.
//!
//! [`Recogniser`] runs two networks: one marks where lines are, the other reads each line. Not for PDFs, nor for the
//! order of lines: the crate `pdf` lays pages out.
//!
//! The steps, in order:
//!
//! - `detect` marks the pixels of lines, and `regions` joins them.
//! - `tilt` finds by how much the scan is rotated, and `boxes` makes an upright box of each line.
//! - `crop` cuts the lines out, level and of equal height. `read` runs the second network on them, and `letters`
//!   decodes what it says.
//! - `words` splits each line at spaces, `spelling` tells "l" from "1", and `face` estimates the size of its letters.

mod boxes;
mod crop;
mod detect;
mod error;
mod face;
mod letters;
mod picture;
mod read;
mod recogniser;
mod regions;
mod spelling;
mod tilt;
mod words;

pub use error::Error;
pub use picture::Picture;
pub use recogniser::{RecognisedLine, RecognisedPage, RecognisedWord, Recogniser};
pub use tilt::Tilt;
