//! `pincite grid`: review tables are made, filled, marked, confirmed and exported.

mod marking;
mod named;
mod printing;
mod signing;

use crate::context::{Context, InCollection, Outcome};
use crate::error::Error;
use crate::output;
use crate::progress;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use marking::MarkCell;
use named::{OneGrid, find, question_of};
use pincite_api::{Event, GridId, GridState, NewGrid, QuestionSource};
use pincite_engine::{Output, question_lists};
use printing::{print, print_list, print_summary};
use signing::{SignGrid, VerifyGrid};
use std::path::PathBuf;
use tokio::sync::broadcast::{Receiver, error::RecvError};

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
    New(GridToMake),
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
    /// Write a grid to a file to hand on.
    Export(ExportGrid),
    /// Write the questions of a grid to a CSV file, for `new --questions`.
    Questions {
        #[command(flatten)]
        file: ExportGrid,
        /// Write the sentences, too, that were marked as answers. The next grid finds others like them.
        #[arg(long)]
        answers: bool,
    },
    /// Confirm what a grid says, by your name. It counts until the grid says something else.
    Sign(SignGrid),
    /// Check whether a file that was exported was changed since.
    Verify(VerifyGrid),
    /// Put the questions in another order.
    Order {
        #[command(flatten)]
        which: OneGrid,
        /// The questions (number, or name of the column). Those that are not named come after.
        #[arg(long, short, value_name = "QUESTION", required = true)]
        question: Vec<String>,
    },
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

#[derive(Args, Debug)]
struct GridToMake {
    /// Its name.
    name: String,
    /// The questions.
    #[arg(value_name = "QUESTION", required_unless_present_any = ["list", "questions"])]
    asked: Vec<String>,
    /// Take the questions of a list that comes with Pincite; `pincite grid lists` lists them.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["asked", "questions"])]
    list: Option<String>,
    /// Take the questions of a file: CSV with a column "question" and perhaps "name", "value", "wordings" and "answers",
    /// or text with one question on each line.
    #[arg(long, value_name = "FILE", conflicts_with = "asked")]
    questions: Option<PathBuf>,
    /// Ask this document only (number, file name, or the start of it). Give it several times for several documents. Otherwise all
    /// documents of the collection are asked, also those that come later.
    #[arg(long, short, value_name = "DOCUMENT")]
    document: Vec<String>,
    #[command(flatten)]
    place: InCollection,
}

#[derive(Args, Debug)]
struct ExportGrid {
    #[command(flatten)]
    which: OneGrid,
    /// The file; its ending says the format: .docx, .xlsx, .csv, .md or .json. One that is there is not replaced.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file if it is there. A document of the library is never replaced.
    #[arg(long)]
    force: bool,
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
        GridAction::Questions { file, answers } => export_questions(context, file, answers).await,
        GridAction::Sign(given) => signing::sign(context, given).await,
        GridAction::Verify(given) => signing::verify(context, given).await,
        GridAction::Order { which, question } => order(context, &which, &question).await,
        GridAction::Mark(given) => marking::mark(context, given).await,
        GridAction::Next(given) => marking::next(context, &given).await,
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

async fn create(context: &Context, given: GridToMake) -> Result<Outcome, Error> {
    let collection = context.collection(&given.place).await?;
    let source = match (given.list, given.questions) {
        (Some(list), _) => QuestionSource::List(list),
        (None, Some(file)) => QuestionSource::File(file),
        (None, None) => QuestionSource::Text(given.asked.join("\n")),
    };
    let documents = context.documents_in(collection, &given.document).await?;
    let new = NewGrid { collection, name: given.name, source, documents };
    Ok(print(context, &context.engine.create_grid(new).await?))
}

async fn order(context: &Context, given: &OneGrid, names: &[String]) -> Result<Outcome, Error> {
    let view = context.engine.grid(find(context, given).await?).await?;
    let mut order = Vec::with_capacity(names.len());
    for name in names {
        order.push(question_of(&view, name)?);
    }
    Ok(print(context, &context.engine.order_grid_questions(view.id, &order).await?))
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

async fn export_questions(context: &Context, given: ExportGrid, answers: bool) -> Result<Outcome, Error> {
    let grid = find(context, &given.which).await?;
    let output = Output { path: given.out, force: given.force };
    let written = context.engine.export_grid_questions(grid, answers, &output).await?;
    if !context.as_json(&serde_json::json!({ "written": written })) {
        output::line(&format!("{written} questions were written to {}", output.path.display()));
    }
    Ok(Outcome::Done)
}
