//! Paths as stored text. Not for files.

use crate::{Error, Result};
use std::path::Path;

/// A path as text.
///
/// # Errors
/// [`Error::PathNotUnicode`].
pub(crate) fn path_text(path: &Path) -> Result<&str> {
    path.to_str().ok_or_else(|| Error::PathNotUnicode { path: path.to_owned() })
}
