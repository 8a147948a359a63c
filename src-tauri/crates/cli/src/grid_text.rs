//! Grids as text. Not for deciding anything.

use crate::output::line;
use pincite_api::{
    GridAnswer, GridCell, GridDocument, GridQuestion, GridState, GridSummary, GridView, Judgement, QuestionList,
    Strength,
};

/// Characters of a sentence in a table.
const SENTENCE: usize = 60;
/// Characters of the name of a column.
const NAME: usize = 24;

/// A list that comes with Pincite.
pub(crate) fn question_list(list: &QuestionList) {
    line(&format!("{:<16} {} ({} questions)", list.id, list.title, list.questions.len()));
}

/// A grid in one line.
pub(crate) fn summary(grid: &GridSummary) {
    let GridSummary { id, name, questions, documents, filled, .. } = grid;
    let total = questions * documents;
    line(&format!("{id:>5}  {name}  {filled} of {total} answers, {}", name_of_state(grid.state)));
}

/// A grid as a table for each document, because a terminal is too narrow for all questions side by side.
pub(crate) fn grid(view: &GridView) {
    for document in &view.documents {
        line(&document.name);
        for question in &view.questions {
            line(&format!("  {:<NAME$}  {}", shortened(&question.name, NAME), answer(view, document, question)));
        }
    }
    let total = view.questions.len() * view.documents.len();
    line(&format!("{} questions, {} of {total} answers", view.questions.len(), view.cells.len()));
}

/// One cell.
pub(crate) fn cell(cell: &GridCell) {
    line(&text_of(cell));
}

fn answer(view: &GridView, document: &GridDocument, question: &GridQuestion) -> String {
    let here = |cell: &&GridCell| cell.document == document.id && cell.question == question.id;
    view.cells.iter().find(here).map_or("–".to_owned(), text_of)
}

fn text_of(cell: &GridCell) -> String {
    let judged = cell.judged.map(|judged| format!("  ({})", name_of_judgement(judged))).unwrap_or_default();
    let text = match cell.answers.first().filter(|_| cell.found) {
        Some(first) => found(first, cell.answers.len()),
        None => "not found".to_owned(),
    };
    format!("{text}{judged}")
}

fn found(first: &GridAnswer, count: usize) -> String {
    let page = if first.page_label.is_empty() { (first.page + 1).to_string() } else { first.page_label.clone() };
    let strength = first.strength.map(|strength| format!(", {}", name_of_strength(strength))).unwrap_or_default();
    let more = if count > 1 { format!(", {} more", count - 1) } else { String::new() };
    format!("{}  [p. {page}{strength}{more}]", shortened(&first.sentence, SENTENCE))
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

fn name_of_strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Strong => "strong",
        Strength::Possible => "possible",
        Strength::Weak => "weak",
    }
}

fn name_of_judgement(judged: Judgement) -> &'static str {
    match judged {
        Judgement::Right => "right",
        Judgement::Wrong => "wrong",
        Judgement::Pointed => "chosen by you",
    }
}
