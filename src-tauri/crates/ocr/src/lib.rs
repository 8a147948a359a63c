//! Recognises printed text: from the picture of a page to lines of words with boxes and confidence.
//!
//! [`Recogniser`] runs two networks: one finds lines, the other reads each line. The crate `pdf` puts the lines in order.
//!
//! The steps, in order:
//!
//! - `detect` runs the first network, joins the pixels of lines, finds by how much the scan is rotated, and makes a level
//!   box of each line.
//! - `strip` cuts the lines out, level and of equal height. `read` runs the second network on them, and `letters`
//!   decodes its output.
//! - `words` splits each line at spaces and tells "l" from "1". `strip` estimates the size of its letters.

mod detect;
mod error;
mod geometry;
mod letters;
mod picture;
mod read;
mod recogniser;
mod strip;
mod words;

pub use error::Error;
pub use geometry::{Point, Tilt};
pub use picture::Picture;
pub use recogniser::{RecognisedLine, RecognisedPage, RecognisedWord, Recogniser};
