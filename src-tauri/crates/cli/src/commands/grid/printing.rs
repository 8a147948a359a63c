//! How review tables are printed in a terminal.

use crate::context::{Context, Outcome};
use crate::output;
use pincite_api::{
    GridAnswer, GridCell, GridDocument, GridQuestion, GridState, GridSummary, GridView, Judgement, Match,
    OtherJudgement, QuestionList,
};

/// Characters of a sentence in a table.
const SENTENCE: usize = 60;
/// Characters of the name of a column.
const NAME: usize = 24;

/// Prints a grid.
pub(super) fn print(context: &Context, view: &GridView) -> Outcome {
    if !context.as_json(view) {
        print_grid(view);
    }
    Outcome::Done
}

/// A list that comes with Pincite.
pub(super) fn print_list(list: &QuestionList) {
    output::line(&format!("{:<16} {} ({} questions)", list.id, list.title, list.questions.len()));
}

/// A grid in one line.
pub(super) fn print_summary(grid: &GridSummary) {
    let GridSummary { id, name, questions, documents, filled, .. } = grid;
    let total = questions * documents;
    output::line(&format!("{id:>5}  {name}  {filled} of {total} answers, {}", name_of_state(grid.state)));
}

/// A grid as a table for each document, because a terminal is too narrow for all questions side by side. Cells that are
/// not filled yet are counted only.
fn print_grid(view: &GridView) {
    for document in &view.documents {
        let answered =
            view.questions.iter().filter_map(|question| Some((question, cell_at(view, document, question)?)));
        for (number, (question, cell)) in answered.enumerate() {
            if number == 0 {
                output::line(&format!("{}{}", document.name, signed(document)));
            }
            output::line(&format!("  {:<NAME$}  {}", shortened(&question.name, NAME), text_of(cell)));
        }
    }
    let total = view.questions.len() * view.documents.len();
    let filled = view.cells.iter().filter(|cell| cell.problem.is_none()).count();
    output::line(&format!("{} questions, {filled} of {total} answers", view.questions.len()));
}

/// Who confirmed what is said of a document.
fn signed(document: &GridDocument) -> String {
    match &document.signature {
        Some(signature) if signature.is_current => format!("  (confirmed by {})", signature.name),
        Some(signature) => format!("  (confirmed by {}, but it says something else now)", signature.name),
        None => String::new(),
    }
}

pub(super) fn cell_at<'v>(
    view: &'v GridView,
    document: &GridDocument,
    question: &GridQuestion,
) -> Option<&'v GridCell> {
    view.cells.iter().find(|cell| cell.document == document.id && cell.question == question.id)
}

pub(super) fn text_of(cell: &GridCell) -> String {
    let judged = cell.judged.map(|judged| format!("  ({})", name_of_judgement(judged))).unwrap_or_default();
    let text = match (&cell.problem, cell.state, cell.answers.first()) {
        (Some(problem), _, _) => format!("failed: {}", problem.message),
        (None, Match::Found, Some(first)) => found(first, cell.answers.len()),
        (None, Match::Unsure, Some(first)) => format!("unsure: {}", found(first, 1)),
        (None, _, _) => "not found".to_owned(),
    };
    let others: String = cell.others.iter().map(of_other).collect();
    format!("{text}{judged}{others}")
}

/// Who said something else.
fn of_other(other: &OtherJudgement) -> String {
    let OtherJudgement { person, judged, sentence } = other;
    let chosen = sentence.as_ref().map(|sentence| format!(": {}", shortened(sentence, SENTENCE))).unwrap_or_default();
    format!("  ({person} said: {}{chosen})", name_of_judgement(*judged))
}

fn found(first: &GridAnswer, count: usize) -> String {
    let page = if first.page_label.is_empty() { (first.page + 1).to_string() } else { first.page_label.clone() };
    let more = if count > 1 { format!(", {} more", count - 1) } else { String::new() };
    let value = first.value.as_ref().map(|value| format!("{}: ", value.normalised)).unwrap_or_default();
    format!("{value}{}  [p. {page}{more}]", shortened(&first.sentence, SENTENCE))
}

fn shortened(text: &str, most: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= most {
        return text;
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

fn name_of_state(state: GridState) -> &'static str {
    match state {
        GridState::New => "not started",
        GridState::Queued => "waiting",
        GridState::Running => "running",
        GridState::Done => "done",
        GridState::Failed => "failed",
        GridState::Cancelled => "cancelled",
    }
}

fn name_of_judgement(judged: Judgement) -> &'static str {
    match judged {
        Judgement::Right => "right",
        Judgement::Wrong => "wrong",
        Judgement::Pointed => "chosen by you",
        Judgement::Absent => "not in this document",
    }
}
