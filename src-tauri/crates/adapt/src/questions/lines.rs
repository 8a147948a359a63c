//! Questions as lines of JSON, to be kept in files and read back, also by `pincite tune --pairs`. What is
//! wrong in a file is told with its place.

use crate::{Error, Origin, Rejection, Result, text_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Take, Write};
use std::path::{Path, PathBuf};

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
    /// Of a mark: whether the passage answers. A question without it is no mark, and its passage does.
    #[serde(default, deserialize_with = "ours", skip_serializing_if = "Option::is_none")]
    pub relevant: Option<bool>,
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
fn ours<'de, T: DeserializeOwned, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<T>, D::Error> {
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

/// A larger file is a mistake: a million questions with their passages are smaller.
const LARGEST_FILE: u64 = 1 << 30;

/// A longer line is a mistake: no passage of a document has a million bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A longer question is a mistake: an encoder reads no more of it.
const LONGEST_QUESTION: usize = 4_000;

/// The lines of a file, read one by one. After an error there are no more.
#[derive(Debug)]
pub struct QuestionLines<R> {
    source: R,
    path: PathBuf,
    line: usize,
    failed: bool,
}

impl QuestionLines<BufReader<Take<File>>> {
    /// Opens a file: one JSON object a line, with `question`, `passage` and perhaps more (see [`QuestionLine`]). Blank
    /// lines and other fields are passed over.
    ///
    /// # Errors
    /// [`Error::Unreadable`], [`Error::NotAFile`], [`Error::TooLarge`].
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self::new(BufReader::new(text_file::open(path, LARGEST_FILE)?), path))
    }
}

impl QuestionLine {
    /// Whether its passage answers.
    pub fn is_answered(&self) -> bool {
        self.relevant != Some(false)
    }
}

impl<R: BufRead> QuestionLines<R> {
    /// Reads lines from a source; errors name the path.
    pub fn new(source: R, path: &Path) -> Self {
        Self { source, path: path.to_owned(), line: 0, failed: false }
    }

    /// The next line that is not blank.
    fn read(&mut self) -> Result<Option<QuestionLine>> {
        loop {
            let mut bytes = Vec::new();
            let limited = self.source.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes);
            if limited.map_err(|source| Error::Unreadable { path: self.path.clone(), source })? == 0 {
                return Ok(None);
            }
            self.line += 1;
            let wrong = |detail| Error::Line { path: self.path.clone(), line: self.line, detail };
            if let Some(question) = parse(&bytes).map_err(wrong)? {
                return Ok(Some(QuestionLine { line: self.line, ..question }));
            }
        }
    }
}

impl<R: BufRead> Iterator for QuestionLines<R> {
    type Item = Result<QuestionLine>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.read();
        self.failed = next.is_err();
        next.transpose()
    }
}

/// The question of one line, none if the line is blank, or what is wrong with it.
fn parse(bytes: &[u8]) -> std::result::Result<Option<QuestionLine>, String> {
    if bytes.len() as u64 > LONGEST_LINE {
        return Err(format!("the line is longer than {LONGEST_LINE} bytes"));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "the line is not UTF-8 text".to_owned())?;
    let text = text.trim_start_matches('\u{FEFF}').trim();
    if text.is_empty() {
        return Ok(None);
    }
    let question = serde_json::from_str(text).map_err(|error| format!("{error}"))?;
    check(question).map(Some)
}

fn check(line: QuestionLine) -> std::result::Result<QuestionLine, String> {
    match () {
        () if line.question.trim().is_empty() => Err("the question is empty".to_owned()),
        () if line.question.len() > LONGEST_QUESTION => {
            Err(format!("the question is longer than {LONGEST_QUESTION} bytes"))
        }
        () if !line.passage.contains(char::is_alphanumeric) => Err("the passage has no words".to_owned()),
        () => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, Rejection, write_lines};
    use proptest::prelude::*;

    fn read(text: impl AsRef<[u8]>) -> Result<Vec<QuestionLine>> {
        QuestionLines::new(text.as_ref(), Path::new("pairs.jsonl")).collect()
    }

    fn problem(text: impl AsRef<[u8]>) -> String {
        read(text).unwrap_err().to_string()
    }

    fn line(question: &str, passage: &str) -> QuestionLine {
        QuestionLine { question: question.into(), passage: passage.into(), ..QuestionLine::default() }
    }

    #[test]
    fn lines_become_questions() {
        let text = "\u{FEFF}{\"question\": \"Who pays?\", \"passage\": \"The tenant.\", \"page\": 3}\n\n  \r\n\
                    {\"question\": \"When?\", \"passage\": \"In May.\", \"document\": \"Lease\"}";
        let found = read(text).unwrap();
        let first = QuestionLine { line: 1, ..line("Who pays?", "The tenant.") };
        assert_eq!(found[0], first, "a byte order mark and unknown fields are no problem");
        assert_eq!((found[1].line, found[1].document.as_deref()), (4, Some("Lease")), "blank lines count as lines");
    }

    #[test]
    fn fields_of_others_do_no_harm() {
        let text = "{\"question\": \"Who?\", \"passage\": \"We.\", \"origin\": \"squad\", \"rank\": \"A\", \"writer\": 3, \"rejected\": true}";
        assert_eq!(read(text).unwrap(), [QuestionLine { line: 1, ..line("Who?", "We.") }], "they are passed over");
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
        assert_eq!(read("[").unwrap_err().code(), "adapt.line", "the code is stable");
        let after = QuestionLines::new(format!("[\n{good}").as_bytes(), Path::new("pairs.jsonl")).count();
        assert_eq!(after, 1, "nothing is read after an error");
    }

    #[test]
    fn an_endless_line_is_refused_before_it_is_read() {
        let endless = BufReader::new(std::io::repeat(b'x'));
        let mut lines = QuestionLines::new(endless, Path::new("pairs.jsonl"));
        let error = lines.next().unwrap().unwrap_err().to_string();
        assert!(error.contains("longer than 1048576 bytes"), "a wrong file must not fill the memory: {error}");
        let question = format!("{{\"question\": \"{}\", \"passage\": \"We.\"}}", "x".repeat(5_000));
        assert!(problem(question).contains("question is longer"), "no encoder reads such a question");
    }

    #[test]
    fn a_missing_file_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = QuestionLines::open(&folder.path().join("questions.jsonl")).unwrap_err();
        assert_eq!(error.code(), "adapt.unreadable", "there is no file");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(question in "\\PC{1,30}[a-z]", passage in "(\\PC|\n){0,60}[a-z]", rank in proptest::option::of(1usize..99)) {
            let written = QuestionLine {
                document: Some("A “lease”".into()),
                origin: Some(Origin::Generator),
                writer: Some("small".into()),
                rank,
                rejected: rank.map(|_| Rejection::NotFound { rank }),
                ..line(&question, &passage)
            };
            let mut bytes = Vec::new();
            write_lines([&written, &written], &mut bytes).unwrap();
            let expected: Vec<QuestionLine> = [1, 2].map(|line| QuestionLine { line, ..written.clone() }).into();
            prop_assert_eq!(read(bytes).unwrap(), expected);
        }

        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(bytes);
        }

        #[test]
        fn nearly_right_lines_do_not_panic(text in "(\\{\"(question|passage|document|rank)\": ?(\"[^\"]{0,9}\"|null|3|\\[),?\\}?\\n?){0,5}") {
            let _ = read(text);
        }
    }
}
