//! Questions of a new grid: of a list that comes with Pincite, a text or a file. Not for asking them.

use crate::Error;
use csv::{ReaderBuilder, Trim};
use pincite_adapt::read_text;
use pincite_api::{ListedQuestion, QuestionList, QuestionSource};
use pincite_library::{GridQuestion, NewGridQuestion};
use pincite_value::AnswerKind;
use std::path::Path;

/// A list that comes with Pincite.
struct Builtin {
    id: &'static str,
    title: &'static str,
    csv: &'static str,
}

const LISTS: [Builtin; 3] = [
    Builtin { id: "contract-review", title: "Contract review", csv: include_str!("lists/contract-review.csv") },
    Builtin { id: "annual-report", title: "Annual report", csv: include_str!("lists/annual-report.csv") },
    Builtin { id: "lease", title: "Lease", csv: include_str!("lists/lease.csv") },
];

/// The lists of questions that come with Pincite.
pub fn question_lists() -> Vec<QuestionList> {
    LISTS.iter().map(Builtin::list).collect()
}

impl Builtin {
    fn list(&self) -> QuestionList {
        let questions = self.questions().unwrap_or_default().into_iter();
        let listed = |NewGridQuestion { name, text, .. }| ListedQuestion { name, text };
        QuestionList {
            id: self.id.to_owned(),
            title: self.title.to_owned(),
            questions: questions.map(listed).collect(),
        }
    }

    fn questions(&self) -> Result<Vec<NewGridQuestion>, Error> {
        of_csv(self.csv, Path::new(self.id))
    }
}

/// The columns of a CSV file of questions. Only the question must be there. Wordings and answers are several in one field, one
/// on each line.
const COLUMNS: [&str; 5] = ["name", "question", "value", "wordings", "answers"];

/// Bytes of a file of questions: more than as many as a grid can have.
const LARGEST_FILE: u64 = 4 << 20;

/// The questions of a source.
///
/// # Errors
/// [`Error::UnknownList`], [`Error::NoQuestionColumn`], [`Error::UnknownValueKind`]; [`Error::Adapt`] for a file that cannot be
/// read.
pub(super) fn questions_of(source: &QuestionSource) -> Result<Vec<NewGridQuestion>, Error> {
    match source {
        QuestionSource::List(id) => {
            let list = LISTS.iter().find(|list| list.id == id);
            let list = list.ok_or_else(|| Error::UnknownList { name: id.clone() })?;
            list.questions()
        }
        QuestionSource::Text(text) => Ok(of_lines(text)),
        QuestionSource::File(path) => of_file(path),
    }
}

/// The questions of a grid as a CSV file that [`QuestionSource::File`] reads.
///
/// # Errors
/// [`Error::Export`], which is a fault of Pincite.
pub(super) fn as_csv(questions: &[GridQuestion]) -> Result<Vec<u8>, Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut written = writer.write_record(COLUMNS);
    for GridQuestion { name, text, kind, wordings, answers, .. } in questions {
        let kind = kind.map_or("", AnswerKind::code);
        let wordings = wordings.join("\n");
        let answers = answers.join("\n");
        written = written.and_then(|()| writer.write_record([name, text, kind, &wordings, &answers]));
    }
    written.map_err(|error| not_written(&error))?;
    writer.into_inner().map_err(|error| not_written(&error))
}

fn not_written(error: &dyn std::error::Error) -> Error {
    pincite_export::Error::NotWritten { format: "CSV", reason: error.to_string() }.into()
}

fn of_file(path: &Path) -> Result<Vec<NewGridQuestion>, Error> {
    let text = read_text(path, LARGEST_FILE)?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv")) {
        of_csv(&text, path)
    } else {
        Ok(of_lines(&text))
    }
}

/// One question on each line, perhaps with a number or a bullet before it.
fn of_lines(text: &str) -> Vec<NewGridQuestion> {
    let lines = text.lines().map(|line| without_number(line.trim())).filter(|line| !line.is_empty());
    lines.map(|line| NewGridQuestion { text: line.to_owned(), ..NewGridQuestion::default() }).collect()
}

fn without_number(line: &str) -> &str {
    let after_digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = after_digits.len() < line.len();
    let rest = match numbered {
        true => after_digits.strip_prefix(['.', ')']),
        false => line.strip_prefix(['-', '•', '*', '–']),
    };
    rest.filter(|rest| rest.starts_with(char::is_whitespace)).map_or(line, str::trim_start)
}

/// The questions of a CSV text. `path` is its file, for errors.
fn of_csv(text: &str, path: &Path) -> Result<Vec<NewGridQuestion>, Error> {
    let no_questions = || Error::NoQuestionColumn { path: path.to_owned() };
    let header = text.lines().next().unwrap_or_default();
    let delimiter = if header.contains(';') && !header.contains(',') { b';' } else { b',' };
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.delimiter(delimiter).trim(Trim::All).flexible(true).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|_| no_questions())?.clone();
    let places = COLUMNS.map(|name| header.iter().position(|column| column.eq_ignore_ascii_case(name)));
    if places[1].is_none() {
        return Err(no_questions());
    }
    let mut questions = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| no_questions())?;
        let fields = places.map(|place| place.and_then(|at| record.get(at)).unwrap_or_default());
        questions.push(of_fields(fields, path)?);
    }
    Ok(questions)
}

/// The question of the fields of [`COLUMNS`].
fn of_fields([name, text, kind, wordings, answers]: [&str; 5], path: &Path) -> Result<NewGridQuestion, Error> {
    let lower = kind.to_ascii_lowercase();
    let of_code = AnswerKind::of_code(&lower);
    if of_code.is_none() && !kind.is_empty() {
        return Err(Error::UnknownValueKind { path: path.to_owned(), kind: kind.to_owned() });
    }
    let lines = |field: &str| field.lines().map(str::to_owned).collect();
    Ok(NewGridQuestion {
        name: name.to_owned(),
        text: text.to_owned(),
        kind: of_code,
        wordings: lines(wordings),
        answers: lines(answers),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_library::GridQuestionId;
    use pincite_value::ValueKind;
    use std::collections::HashSet;

    fn texts(questions: &[NewGridQuestion]) -> Vec<&str> {
        questions.iter().map(|question| question.text.as_str()).collect()
    }

    #[test]
    fn the_lists_have_different_short_names_and_whole_questions() {
        let counts: Vec<_> = question_lists().iter().map(|list| list.questions.len()).collect();
        assert_eq!(counts, [30, 20, 15]);
        for list in question_lists() {
            let names: HashSet<_> = list.questions.iter().map(|question| &question.name).collect();
            assert_eq!(names.len(), list.questions.len(), "{}", list.id);
            for ListedQuestion { name, text } in &list.questions {
                assert!(name.len() <= 24 && text.len() > 20 && text.ends_with('?'), "{name}: {text}");
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut written = Vec::new();
        let kinds = [None, Some(AnswerKind::Sentence), Some(AnswerKind::Value(ValueKind::Law))];
        let texts = [("Fee", "Who pays, and \"when\"?"), ("=Law", "Which law;\ngoverns?"), ("ä", "Wer zahlt?")];
        for ((name, text), kind) in texts.into_iter().zip(kinds) {
            let wordings = vec!["who, \"pays\"".to_owned(), "fee".to_owned()];
            let answers = if kind.is_none() { vec!["The buyer pays; and so on.".to_owned()] } else { Vec::new() };
            let id = GridQuestionId(1);
            written.push(GridQuestion { id, name: name.to_owned(), text: text.to_owned(), kind, wordings, answers });
        }
        let csv = String::from_utf8(as_csv(&written).unwrap()).unwrap();
        let read = of_csv(&csv, Path::new("list.csv")).unwrap();
        assert_eq!(read.len(), written.len());
        for (one, other) in written.into_iter().zip(read) {
            let GridQuestion { name, text, kind, wordings, answers, .. } = one;
            assert_eq!(NewGridQuestion { name, text, kind, wordings, answers }, other, "{csv}");
        }
    }

    #[test]
    fn lines_lose_their_numbers_and_bullets_only() {
        let pasted = "1. Who pays?\n\n 2) Who signs?\n• Which law?\n10-K filed?\n2023 revenue?";
        assert_eq!(texts(&of_lines(pasted)), ["Who pays?", "Who signs?", "Which law?", "10-K filed?", "2023 revenue?"]);
    }

    #[test]
    fn a_file_needs_a_column_of_questions() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("list.csv");
        let source = QuestionSource::File(file.clone());
        std::fs::write(&file, "\u{feff}Name;Question\nLaw;\"Which law; and where?\"\n").unwrap();
        let read = questions_of(&source).unwrap();
        assert_eq!((read[0].name.as_str(), texts(&read)), ("Law", vec!["Which law; and where?"]));
        std::fs::write(&file, "question,value\nWhich law?,Law\nWhich colour?,colour\n").unwrap();
        let error = questions_of(&source).unwrap_err();
        assert!(matches!(error, Error::UnknownValueKind { ref kind, .. } if kind == "colour"), "{error}");
        std::fs::write(&file, "a,b\n1,2\n").unwrap();
        assert!(matches!(questions_of(&source), Err(Error::NoQuestionColumn { .. })));
    }
}
