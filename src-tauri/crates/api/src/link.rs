//! Links that reopen a place in a document: `pincite://open?document=…&page=…&passage=…`. A link shows a place and does
//! nothing else. Not for finding the document.

use crate::Highlight;
use pincite_library::{CollectionId, DocumentId, PassageId};
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// What every link starts with.
const START: &str = "pincite://open?";

/// Digits of the SHA-256 in a link: enough to tell all documents of a person apart.
const DIGITS: usize = 16;

/// Fewest digits that are accepted.
const FEWEST: usize = 8;

/// Longest link that is read, in bytes.
const LONGEST: usize = 256;

/// A place in a document, wherever the document is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Start of the SHA-256 of the document, in hexadecimal.
    pub document: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Passage to highlight.
    pub passage: Option<PassageId>,
}

/// Where a link leads in this library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct LinkedPlace {
    /// The collection.
    #[ts(type = "number")]
    pub collection: CollectionId,
    /// The document.
    #[ts(type = "number")]
    pub document: DocumentId,
    /// Its file name.
    pub document_name: String,
    /// Page, counted from 0.
    pub page: u32,
    /// Printed label of the page.
    pub page_label: String,
    /// Boxes of the passage; none where the link names no passage of this page.
    pub highlights: Vec<Highlight>,
}

impl Link {
    /// A link to a page of a document with this SHA-256.
    pub fn new(hash: &str, page: u32, passage: Option<PassageId>) -> Self {
        Self { document: hash.chars().take(DIGITS).collect(), page, passage }
    }

    /// Reads a link. `None` for anything else: only known names and plain values are taken.
    pub fn parse(link: &str) -> Option<Self> {
        let query = link.strip_prefix(START).filter(|_| link.len() <= LONGEST)?;
        let (mut document, mut page, mut passage) = (None, None, None);
        for pair in query.split('&') {
            match pair.split_once('=')? {
                ("document", value) => document = Some(value.to_owned()).filter(|value| is_hash_start(value)),
                ("page", value) => page = value.parse::<u32>().ok()?.checked_sub(1),
                ("passage", value) => passage = Some(PassageId(value.parse::<i64>().ok().filter(|id| *id >= 0)?)),
                _ => return None,
            }
        }
        Some(Self { document: document?, page: page?, passage })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{START}document={}&page={}", self.document, u64::from(self.page) + 1)?;
        match self.passage {
            Some(passage) => write!(f, "&passage={}", passage.0),
            None => Ok(()),
        }
    }
}

fn is_hash_start(digits: &str) -> bool {
    (FEWEST..=64).contains(&digits.len()) && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_was_written_is_read() {
        let hash = "0123456789abcdef".repeat(4);
        for passage in [None, Some(PassageId(42))] {
            let link = Link::new(&hash, 11, passage);
            assert_eq!(Link::parse(&link.to_string()), Some(link));
        }
        let link = Link::new(&hash, 11, Some(PassageId(42))).to_string();
        assert_eq!(link, "pincite://open?document=0123456789abcdef&page=12&passage=42");
    }

    #[test]
    fn anything_else_is_no_link() {
        for other in [
            "https://open?document=0123456789abcdef&page=1",
            "pincite://localhost/page/1/2?scale=1&of=aa",
            "pincite://open?document=0123456789abcdef",
            "pincite://open?document=0123456789abcdef&page=0",
            "pincite://open?document=../../etc/passwd&page=1",
            "pincite://open?document=012&page=1",
            "pincite://open?document=0123456789ABCDEF&page=1",
            "pincite://open?document=0123456789abcdef&page=1&passage=-1",
            "pincite://open?document=0123456789abcdef&page=1&run=rm",
        ] {
            assert_eq!(Link::parse(other), None, "{other}");
        }
    }
}
