//! Questions with the passages that answer them, and the files they are read from. Not for finding the passages in a
//! corpus.

use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// A longer line is a mistake: no passage of a document has a million bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A longer question is a mistake: an encoder reads no more of it.
const LONGEST_QUESTION: usize = 4_000;

/// A question and what answers it, in a corpus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The question.
    pub question: String,
    /// The document asked.
    pub document: usize,
    /// All passages known to answer it, at least one; the first is the one trained on where there can be only one.
    pub passages: Vec<usize>,
}

/// One line of a file of pairs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PairLine {
    /// Line, counted from 1.
    #[serde(skip)]
    pub line: usize,
    /// The question.
    pub question: String,
    /// Text of the passage that answers it, or a part of that text.
    pub passage: String,
    /// Name of the document, to look in no other.
    #[serde(default)]
    pub document: Option<String>,
}

/// Reads a file of pairs: one JSON object a line, with `question`, `passage` and perhaps `document`. Blank lines and
/// other fields are passed over.
///
/// # Errors
/// [`Error::Unreadable`], [`Error::Pairs`] at the first line that is wrong, [`Error::NoPairs`].
pub fn read_pairs(path: &Path) -> Result<Vec<PairLine>> {
    let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
    let file = File::open(path).map_err(unreadable)?;
    let pairs = read_lines(BufReader::new(file), path)?;
    if pairs.is_empty() { Err(Error::NoPairs { path: path.to_owned() }) } else { Ok(pairs) }
}

fn read_lines(mut source: impl BufRead, path: &Path) -> Result<Vec<PairLine>> {
    let mut pairs = Vec::new();
    for line in 1.. {
        let mut bytes = Vec::new();
        let limited = source.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes);
        if limited.map_err(|source| Error::Unreadable { path: path.to_owned(), source })? == 0 {
            break;
        }
        let wrong = |detail| Error::Pairs { path: path.to_owned(), line, detail };
        pairs.extend(parse(&bytes).map_err(wrong)?.map(|pair| PairLine { line, ..pair }));
    }
    Ok(pairs)
}

/// The pair of one line, none if the line is blank, or what is wrong with it.
fn parse(bytes: &[u8]) -> std::result::Result<Option<PairLine>, String> {
    if bytes.len() as u64 > LONGEST_LINE {
        return Err(format!("the line is longer than {LONGEST_LINE} bytes"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "the line is not UTF-8 text".to_owned())?;
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.is_empty() {
        return Ok(None);
    }
    let pair = serde_json::from_str(text).map_err(|error| format!("{error}"))?;
    check(pair).map(Some)
}

fn check(pair: PairLine) -> std::result::Result<PairLine, String> {
    match () {
        () if pair.question.trim().is_empty() => Err("the question is empty".to_owned()),
        () if pair.question.len() > LONGEST_QUESTION => {
            Err(format!("the question is longer than {LONGEST_QUESTION} bytes"))
        }
        () if !pair.passage.contains(char::is_alphanumeric) => Err("the passage has no words".to_owned()),
        () => Ok(pair),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: impl AsRef<[u8]>) -> Result<Vec<PairLine>> {
        read_lines(text.as_ref(), Path::new("pairs.jsonl"))
    }

    fn problem(text: impl AsRef<[u8]>) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn lines_become_pairs() {
        let text = "\u{FEFF}{\"question\": \"Who pays?\", \"passage\": \"The tenant.\", \"page\": 3}\n\n  \r\n\
                    {\"question\": \"When?\", \"passage\": \"In May.\", \"document\": \"Lease\"}";
        let pairs = read(text).unwrap();
        let one = PairLine { line: 1, question: "Who pays?".into(), passage: "The tenant.".into(), document: None };
        assert_eq!(pairs[0], one, "a byte order mark and unknown fields are no problem");
        assert_eq!((pairs[1].line, pairs[1].document.as_deref()), (4, Some("Lease")), "blank lines count as lines");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let good = "{\"question\": \"Who?\", \"passage\": \"We.\"}\n";
        let second = problem(format!("{good}{{\"question\": "));
        assert!(second.starts_with("pairs.jsonl, line 2:"), "file and line: {second}");
        assert!(second.contains("Correct the line or leave it out"), "and the remedy: {second}");
        assert!(problem("{\"passage\": \"We.\"}").contains("question"), "the missing field is named");
        assert!(problem("{\"question\": \" \", \"passage\": \"We.\"}").contains("the question is empty"));
        assert!(problem("{\"question\": \"Who?\", \"passage\": \"…\"}").contains("no words"));
        assert!(problem(b"\xff\xfe").contains("not UTF-8"));
        assert_eq!(read("[").unwrap_err().code(), "tune.pairs", "the code is stable");
    }

    #[test]
    fn an_endless_line_is_refused_before_it_is_read() {
        let endless = std::io::repeat(b'x');
        let error = read_lines(BufReader::new(endless), Path::new("pairs.jsonl")).unwrap_err();
        assert!(error.to_string().contains("longer than 1048576 bytes"), "a wrong file must not fill the memory");
        let question = format!("{{\"question\": \"{}\", \"passage\": \"We.\"}}", "x".repeat(5_000));
        assert!(problem(question).contains("question is longer"), "no encoder reads such a question");
    }

    #[test]
    fn a_missing_or_empty_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pairs.jsonl");
        assert_eq!(read_pairs(&path).unwrap_err().code(), "tune.unreadable", "there is no file");
        std::fs::write(&path, "\n\n").unwrap();
        assert_eq!(read_pairs(&path).unwrap_err().code(), "tune.no_pairs", "there is nothing in it");
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(bytes);
        }

        #[test]
        fn nearly_right_lines_do_not_panic(text in "(\\{\"(question|passage|document)\": ?(\"[^\"]{0,9}\"|null|3|\\[),?\\}?\\n?){0,5}") {
            let _ = read(text);
        }
    }
}
