//! Files with one JSON object a line: the questions and cells of evaluations.

use crate::{Error, Result};
use serde::de::DeserializeOwned;
use std::path::Path;

/// Reads all objects. Blank lines are skipped. `format` says what is expected, for the error.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Malformed`] with the line.
pub(crate) fn read<T: DeserializeOwned>(path: &Path, format: &'static str) -> Result<Vec<T>> {
    let text = std::fs::read_to_string(path).map_err(|source| Error::Unreadable { path: path.to_owned(), source })?;
    let mut rows = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let row = serde_json::from_str(line).map_err(|error| Error::Malformed {
            path: path.to_owned(),
            line: number,
            detail: error.to_string(),
            format,
        })?;
        rows.push(row);
    }
    Ok(rows)
}

/// Reads at least one object.
///
/// # Errors
/// Those of [`read`], and [`Error::NoQuestions`].
pub(crate) fn read_some<T: DeserializeOwned>(path: &Path, format: &'static str) -> Result<Vec<T>> {
    let rows = read(path, format)?;
    if rows.is_empty() { Err(Error::NoQuestions { path: path.to_owned() }) } else { Ok(rows) }
}
