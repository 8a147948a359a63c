//! What a cell of a review table says to its readers: a person's judgement counts before the search's.

use pincite_api::{AnswerValue, GridAnswer, GridCell, Judgement, Match, ValueKind};

/// What a cell says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Said<'c> {
    /// Nobody asked it.
    NotAsked,
    /// Its document could not be read.
    Failed,
    /// A person said that it is wrong.
    Rejected,
    /// The document does not answer.
    NotFound,
    /// These may answer.
    Unsure(&'c [GridAnswer]),
    /// These answer.
    Found(&'c [GridAnswer]),
}

impl<'c> Said<'c> {
    pub(super) fn of(cell: Option<&'c GridCell>) -> Self {
        let Some(cell) = cell else { return Self::NotAsked };
        match (cell.judged, cell.state) {
            _ if cell.problem.is_some() => Self::Failed,
            (Some(Judgement::Wrong), _) => Self::Rejected,
            (_, Match::NotFound) => Self::NotFound,
            (None, Match::Unsure) => Self::Unsure(&cell.answers),
            (_, Match::Unsure | Match::Found) => Self::Found(&cell.answers),
        }
    }

    /// The result in a word or two.
    pub(super) fn result(self) -> &'static str {
        match self {
            Self::NotAsked => "Not asked",
            Self::Failed => "Could not be read",
            Self::Rejected => "Marked wrong",
            Self::NotFound => "Not found",
            Self::Unsure(_) => "Unsure",
            Self::Found(_) => "Found",
        }
    }

    /// The answers, which are none if a person rejected them.
    pub(super) fn answers(self) -> &'c [GridAnswer] {
        match self {
            Self::Unsure(answers) | Self::Found(answers) => answers,
            _ => &[],
        }
    }

    /// What stands in the cell: the values or sentences, or why there are none. A rejected cell is empty.
    pub(super) fn text(self) -> String {
        match self {
            Self::NotAsked | Self::Rejected => String::new(),
            Self::Failed | Self::NotFound => self.result().to_owned(),
            Self::Unsure(answers) | Self::Found(answers) => answers.iter().map(short).collect::<Vec<_>>().join("\n"),
        }
    }

    /// The same where no colour says that it is unsure.
    pub(super) fn in_words(self) -> String {
        if matches!(self, Self::Unsure(_)) { format!("Unsure: {}", self.text()) } else { self.text() }
    }

    /// The pages of the answers.
    pub(super) fn pages(self) -> String {
        let mut pages: Vec<String> = self.answers().iter().map(page).collect();
        pages.dedup();
        pages.join(", ")
    }

    /// The value, if the cell has a single one.
    pub(super) fn value(self) -> Option<&'c AnswerValue> {
        match self.answers() {
            [answer] => answer.value.as_ref(),
            _ => None,
        }
    }
}

/// An answer as short as it can be: its value, or else its sentence.
fn short(answer: &GridAnswer) -> String {
    match &answer.value {
        Some(value) if value.kind == ValueKind::Duration => value.written.clone(),
        Some(value) => value.normalised.clone(),
        None => answer.sentence.clone(),
    }
}

/// The printed label, or else the number of the page.
pub(super) fn page(answer: &GridAnswer) -> String {
    if answer.page_label.is_empty() { (answer.page + 1).to_string() } else { answer.page_label.clone() }
}

/// A person's judgement in words.
pub(super) fn checked(judged: Option<Judgement>) -> &'static str {
    match judged {
        None => "",
        Some(Judgement::Right) => "Right",
        Some(Judgement::Wrong) => "Wrong",
        Some(Judgement::Pointed) => "Chosen by hand",
        Some(Judgement::Absent) => "Not in this document",
    }
}
