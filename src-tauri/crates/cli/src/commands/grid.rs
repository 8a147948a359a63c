//! `pincite grid`: review tables are made, filled, printed, marked and exported.

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output;
use crate::progress;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use pincite_api::{
    Event, GridAnswer, GridCell, GridDocument, GridId, GridQuestion, GridState, GridSummary, GridView, Judgement,
    Judging, Match, PassageId, QuestionList, QuestionSource,
};
use pincite_engine::{Error as EngineError, Output, question_lists};
use std::path::PathBuf;
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Characters of a sentence in a table.
const SENTENCE: usize = 60;
/// Characters of the name of a column.
const NAME: usize = 24;

#[derive(Args, Debug)]
pub(crate) struct Grid {
    #[command(subcommand)]
    action: GridAction,
}

#[derive(Debug, Subcommand)]
enum GridAction {
    /// List the lists of questions that come with Pincite.
    Lists,
    /// Create a grid: a list of questions, to be asked of each document.
    New(NewGrid),
    /// List the grids of a collection.
    List(InCollection),
    /// Ask the questions. Only cells that are missing or not up to date are filled.
    ///
    /// Interrupted, it goes on when it is started again.
    Run(OneGrid),
    /// Stop the filling of a grid, in whichever process.
    Cancel(OneGrid),
    /// Print a grid.
    Show(OneGrid),
    /// Write a grid to a CSV file: a line for each answer.
    Export(ExportGrid),
    /// Say that an answer is right or wrong, or which passage answers the question. Other answers of the same question change
    /// accordingly, and `tune` learns from it.
    Mark(MarkCell),
    /// Name the cell whose mark helps most.
    Next(OneGrid),
    /// Rename a grid.
    Rename {
        /// The grid (number or name).
        grid: String,
        /// Its new name.
        new_name: String,
        #[command(flatten)]
        place: InCollection,
    },
    /// Delete a grid. Marks stay.
    Delete(OneGrid),
}

/// A grid of a collection.
#[derive(Args, Debug)]
struct OneGrid {
    /// The grid (number or name).
    #[arg(value_name = "GRID")]
    grid: String,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
struct NewGrid {
    /// Its name.
    name: String,
    /// The questions.
    #[arg(value_name = "QUESTION", required_unless_present_any = ["list", "questions"])]
    asked: Vec<String>,
    /// Take the questions of a list that comes with Pincite; `pincite grid lists` lists them.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["asked", "questions"])]
    list: Option<String>,
    /// Take the questions of a file: CSV with a column "question" and perhaps "name", or text with one question on each
    /// line.
    #[arg(long, value_name = "FILE", conflicts_with = "asked")]
    questions: Option<PathBuf>,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
struct ExportGrid {
    #[command(flatten)]
    which: OneGrid,
    /// The file; its ending says the format: .docx, .xlsx, .csv or .md. One that is there is not replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if it is there. A document of the library is never replaced.
    #[arg(long)]
    force: bool,
}

#[derive(Args, Debug)]
struct MarkCell {
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

/// Makes, fills, prints and changes grids.
pub(super) async fn grid(context: &Context, given: Grid) -> Result<Outcome, Error> {
    let engine = &context.engine;
    match given.action {
        GridAction::Lists => Ok(lists(context)),
        GridAction::New(given) => create(context, given).await,
        GridAction::List(place) => list(context, &place).await,
        GridAction::Run(given) => fill(context, &given).await,
        GridAction::Cancel(given) => {
            engine.cancel_grid(find(context, &given).await?).await?;
            list(context, &given.place).await
        }
        GridAction::Show(given) => Ok(print(context, &engine.grid(find(context, &given).await?).await?)),
        GridAction::Export(given) => export(context, given).await,
        GridAction::Mark(given) => mark(context, given).await,
        GridAction::Next(given) => next(context, &given).await,
        GridAction::Rename { grid, new_name, place } => {
            let given = OneGrid { grid, place };
            engine.rename_grid(find(context, &given).await?, &new_name).await?;
            list(context, &given.place).await
        }
        GridAction::Delete(given) => {
            engine.delete_grid(find(context, &given).await?).await?;
            list(context, &given.place).await
        }
    }
}

fn lists(context: &Context) -> Outcome {
    let lists = question_lists();
    if !context.as_json(&lists) {
        lists.iter().for_each(print_list);
    }
    Outcome::Done
}

async fn create(context: &Context, given: NewGrid) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    let source = match (given.list, given.questions) {
        (Some(list), _) => QuestionSource::List(list),
        (None, Some(file)) => QuestionSource::File(file),
        (None, None) => QuestionSource::Text(given.asked.join("\n")),
    };
    Ok(print(context, &context.engine.create_grid(collection, &given.name, source).await?))
}

async fn list(context: &Context, place: &InCollection) -> Result<Outcome, Error> {
    let grids = context.engine.grids(context.collection(place).await?).await?;
    if !context.as_json(&grids) {
        grids.iter().for_each(print_summary);
    }
    Ok(Outcome::Done)
}

/// Fills a grid and prints it. What another process fills is waited for.
async fn fill(context: &Context, given: &OneGrid) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let grid = find(context, given).await?;
    let events = engine.events();
    if engine.run_grid(grid).await? {
        let _ = context.queued.set(grid);
    }
    engine.work().await?;
    let bar = progress::steps("answers", 0);
    tokio::select! {
        ended = engine.wait_for_grid(grid) => ended?,
        () = draw(events, &bar, grid) => engine.wait_for_grid(grid).await?,
    }
    bar.finish_and_clear();
    let filled = engine.grid(grid).await?;
    match (&filled.state, &filled.problem) {
        (GridState::Failed, Some(problem)) if !context.json => Err(Error::Run(problem.clone())),
        (GridState::Failed, _) => {
            print(context, &filled);
            Ok(Outcome::Failed)
        }
        _ => Ok(print(context, &filled)),
    }
}

async fn draw(mut events: Receiver<Event>, bar: &ProgressBar, grid: GridId) {
    loop {
        match events.recv().await {
            Ok(Event::Grid(progress)) if progress.grid == grid => {
                bar.set_length(u64::from(progress.total));
                bar.set_position(u64::from(progress.done));
            }
            Ok(Event::Notice(problem)) => bar.suspend(|| output::note(&problem)),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

async fn export(context: &Context, given: ExportGrid) -> Result<Outcome, Error> {
    let grid = find(context, &given.which).await?;
    let output = Output { path: given.out, force: given.force };
    let written = context.engine.export_grid(grid, &output).await?;
    if !context.as_json(&serde_json::json!({ "written": written })) {
        output::line(&format!("The table of {written} documents was written to {}", output.path.display()));
    }
    Ok(Outcome::Done)
}

async fn mark(context: &Context, given: MarkCell) -> Result<Outcome, Error> {
    let view = context.engine.grid(find(context, &given.which).await?).await?;
    let named = |it: &&GridQuestion| it.name == given.question || it.id.to_string() == given.question;
    let question = view.questions.iter().find(named);
    let document = context.document_in(view.collection, &given.document).await?.id;
    let passage = given.said.passage;
    let judged = given.said.judgement();
    let question = question.ok_or_else(|| Error::UnknownQuestion { name: given.question.clone() })?.id;
    let cell = view.cells.iter().find(|cell| cell.question == question && cell.document == document);
    let rejected = cell.map(|cell| rejected(cell, judged)).unwrap_or_default();
    let judging = Judging { question, document, judged, passage, rejected };
    let said = context.engine.judge_cell(view.id, judging).await?;
    if !context.as_json(&said) {
        output::line(&text_of(&said.cell));
        if !said.changed.is_empty() {
            output::line(&format!("{} other answers changed", said.changed.len()));
        }
    }
    Ok(Outcome::Done)
}

/// What is rejected of a cell when this is said of it.
pub(super) fn rejected(cell: &GridCell, judged: Option<Judgement>) -> Vec<PassageId> {
    let shown = cell.answers.iter().map(|answer| answer.passage);
    match judged {
        None => Vec::new(),
        Some(Judgement::Wrong) if cell.state != Match::NotFound => cell.rejected.iter().copied().chain(shown).collect(),
        Some(_) => cell.rejected.clone(),
    }
}

/// Names the cell to check next. With exit code 4 if all are judged.
async fn next(context: &Context, given: &OneGrid) -> Result<Outcome, Error> {
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

/// The grid of this number or name.
async fn find(context: &Context, given: &OneGrid) -> Result<GridId, Error> {
    let grids = context.engine.grids(context.collection(&given.place).await?).await?;
    let named = grids.iter().find(|grid| grid.name == given.grid || grid.id.to_string() == given.grid);
    Ok(named.ok_or_else(|| EngineError::UnknownGrid { name: given.grid.clone() })?.id)
}

fn print(context: &Context, view: &GridView) -> Outcome {
    if !context.as_json(view) {
        print_grid(view);
    }
    Outcome::Done
}

/// A list that comes with Pincite.
fn print_list(list: &QuestionList) {
    output::line(&format!("{:<16} {} ({} questions)", list.id, list.title, list.questions.len()));
}

/// A grid in one line.
fn print_summary(grid: &GridSummary) {
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
                output::line(&document.name);
            }
            output::line(&format!("  {:<NAME$}  {}", shortened(&question.name, NAME), text_of(cell)));
        }
    }
    let total = view.questions.len() * view.documents.len();
    let filled = view.cells.iter().filter(|cell| cell.problem.is_none()).count();
    output::line(&format!("{} questions, {filled} of {total} answers", view.questions.len()));
}

fn cell_at<'v>(view: &'v GridView, document: &GridDocument, question: &GridQuestion) -> Option<&'v GridCell> {
    view.cells.iter().find(|cell| cell.document == document.id && cell.question == question.id)
}

fn text_of(cell: &GridCell) -> String {
    let judged = cell.judged.map(|judged| format!("  ({})", name_of_judgement(judged))).unwrap_or_default();
    let text = match (&cell.problem, cell.state, cell.answers.first()) {
        (Some(problem), _, _) => format!("failed: {}", problem.message),
        (None, Match::Found, Some(first)) => found(first, cell.answers.len()),
        (None, Match::Unsure, Some(first)) => format!("unsure: {}", found(first, 1)),
        (None, _, _) => "not found".to_owned(),
    };
    format!("{text}{judged}")
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
