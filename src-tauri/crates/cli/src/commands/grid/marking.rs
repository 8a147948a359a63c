//! What is said of cells of a review table on the command line, and which cell to check next.

use super::named::{OneGrid, find, question_of};
use super::printing::{cell_at, text_of};
use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output;
use clap::Args;
use pincite_api::{Judgement, Judging, PassageId};

#[derive(Args, Debug)]
pub(super) struct MarkCell {
    #[command(flatten)]
    which: OneGrid,
    /// The document (number, file name, or the start of it).
    #[arg(long, short, value_name = "DOCUMENT")]
    document: String,
    /// The question (number, or name of its column).
    #[arg(long, short, value_name = "QUESTION")]
    question: String,
    #[command(flatten)]
    said: Said,
}

/// What is said of a cell.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Said {
    /// It is right.
    #[arg(long)]
    right: bool,
    /// What it shows is wrong: the next candidate takes its place.
    #[arg(long)]
    wrong: bool,
    /// The document does not answer the question.
    #[arg(long)]
    absent: bool,
    /// This passage answers the question (its number from `ask`).
    #[arg(long, value_name = "NUMBER")]
    passage: Option<PassageId>,
    /// Take back what was said.
    #[arg(long)]
    clear: bool,
}

impl Said {
    fn judgement(&self) -> Option<Judgement> {
        let said = [
            (self.passage.is_some(), Judgement::Pointed),
            (self.right, Judgement::Right),
            (self.wrong, Judgement::Wrong),
            (self.absent, Judgement::Absent),
        ];
        said.into_iter().find(|(is_said, _)| *is_said).map(|(_, judgement)| judgement)
    }
}

/// Stores what is said of a cell.
pub(super) async fn mark(context: &Context, given: MarkCell) -> Result<Outcome, Error> {
    let view = context.engine.grid(find(context, &given.which).await?).await?;
    let question = question_of(&view, &given.question)?;
    let document = context.document_in(view.collection, &given.document).await?.id;
    let passage = given.said.passage;
    let judged = given.said.judgement();
    let judging = Judging { question, document, judged, passage };
    let said = context.engine.judge_cell(view.id, judging).await?;
    if !context.as_json(&said) {
        output::line(&text_of(&said.cell));
        if !said.changed.is_empty() {
            output::line(&format!("{} other answers changed", said.changed.len()));
        }
    }
    Ok(Outcome::Done)
}

/// Names the cell to check next. With exit code 4 if all are judged.
pub(super) async fn next(context: &Context, given: &OneGrid) -> Result<Outcome, Error> {
    let view = context.engine.grid(find(context, given).await?).await?;
    let next = context.engine.next_cell(view.id).await?;
    let is_json = context.as_json(&next);
    let Some(place) = next else { return Ok(Outcome::NothingFound) };
    if is_json {
        return Ok(Outcome::Done);
    }
    let question = view.questions.iter().find(|question| question.id == place.question);
    let document = view.documents.iter().find(|document| document.id == place.document);
    if let (Some(question), Some(document)) = (question, document) {
        let cell = cell_at(&view, document, question).map(text_of).unwrap_or_default();
        output::line(&format!("{}\n  {}  {cell}", document.name, question.name));
    }
    Ok(Outcome::Done)
}
