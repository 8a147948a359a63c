//! Questions as lines of JSON, to be kept in files and read back, also by `pincite tune --pairs`. Not for finding the
//! passages in a collection, and not for reading files (`reader`).

use crate::{Origin, Rejection};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::io::{self, Write};

/// One line of a file of questions. Other fields are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionLine {
    /// The line it was read from, counted from 1; 0 if from none.
    #[serde(skip)]
    pub line: usize,
    /// The question.
    pub question: String,
    /// Text of the passage that answers it, or a part of that text.
    pub passage: String,
    /// Name of the document, to look in no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// Where it is from, if the file says so in our words.
    #[serde(default, deserialize_with = "ours", skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Name of what wrote it.
    #[serde(default, deserialize_with = "ours", skip_serializing_if = "Option::is_none")]
    pub writer: Option<String>,
    /// Where the search found the passage in its document when it was asked, counted from 1.
    #[serde(default, deserialize_with = "ours", skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// Why it is not used; none if it is.
    #[serde(default, deserialize_with = "ours", skip_serializing_if = "Option::is_none")]
    pub rejected: Option<Rejection>,
}

/// What is as we write it; files of others may use the same names for something else.
fn ours<'de, T: DeserializeOwned, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).ok())
}

/// Writes lines.
///
/// # Errors
/// Those of `to`.
pub fn write_lines<'a>(lines: impl IntoIterator<Item = &'a QuestionLine>, to: &mut impl Write) -> io::Result<()> {
    for line in lines {
        serde_json::to_writer(&mut *to, line)?;
        to.write_all(b"\n")?;
    }
    Ok(())
}
