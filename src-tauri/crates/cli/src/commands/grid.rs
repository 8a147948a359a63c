//! `pincite grid`.

use super::{Context, pick};
use crate::arguments::{ExportGrid, GridAction, InCollection, MarkCell, NewGrid, OneGrid, Said};
use crate::error::Error;
use crate::{Outcome, grid_text, output, progress};
use indicatif::ProgressBar;
use pincite_api::{Event, GridId, GridState, GridView, Judgement, Judging, QuestionSource};
use pincite_engine::{Engine, Error as EngineError, Output, question_lists};
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Creates, fills, prints and changes grids.
pub(crate) async fn run(context: &Context, action: GridAction) -> Result<Outcome, Error> {
    let engine = &context.engine;
    match action {
        GridAction::Lists => {
            let lists = question_lists();
            if context.json {
                output::json(&lists)
            } else {
                lists.iter().for_each(grid_text::question_list)
            }
            Ok(Outcome::Done)
        }
        GridAction::New(given) => create(context, given).await,
        GridAction::List(place) => list(context, &place).await,
        GridAction::Run(given) => fill(context, &given).await,
        GridAction::Cancel(given) => {
            engine.cancel_grid(find(engine, &given).await?).await?;
            list(context, &given.place).await
        }
        GridAction::Show(given) => print(context, &engine.grid(find(engine, &given).await?).await?),
        GridAction::Export(given) => export(context, given).await,
        GridAction::Mark(given) => mark(context, given).await,
        GridAction::Rename { grid, new_name, place } => {
            let given = OneGrid { grid, place };
            engine.rename_grid(find(engine, &given).await?, &new_name).await?;
            list(context, &given.place).await
        }
        GridAction::Delete(given) => {
            engine.delete_grid(find(engine, &given).await?).await?;
            list(context, &given.place).await
        }
    }
}

async fn create(context: &Context, given: NewGrid) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &given.place.collection).await?.id;
    let source = match (given.list, given.questions) {
        (Some(list), _) => QuestionSource::List(list),
        (None, Some(file)) => QuestionSource::File(file),
        (None, None) => QuestionSource::Text(given.asked.join("\n")),
    };
    print(context, &context.engine.create_grid(collection, &given.name, source).await?)
}

async fn list(context: &Context, place: &InCollection) -> Result<Outcome, Error> {
    let collection = pick::collection(&context.engine, &place.collection).await?.id;
    let grids = context.engine.grids(collection).await?;
    if context.json {
        output::json(&grids);
    } else {
        grids.iter().for_each(grid_text::summary);
    }
    Ok(Outcome::Done)
}

/// Fills a grid and prints it. What another process fills is waited for.
async fn fill(context: &Context, given: &OneGrid) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let (grid, events) = (find(engine, given).await?, engine.events());
    engine.run_grid(grid).await?;
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
        (GridState::Failed, _) => print(context, &filled).map(|_| Outcome::Failed),
        _ => print(context, &filled),
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
    let grid = find(&context.engine, &given.which).await?;
    let output = Output { path: given.out, force: given.force };
    let written = context.engine.export_grid(grid, &output).await?;
    if context.json {
        output::json(&serde_json::json!({ "written": written }));
    } else {
        output::line(&format!("{written} rows written to {}", output.path.display()));
    }
    Ok(Outcome::Done)
}

async fn mark(context: &Context, given: MarkCell) -> Result<Outcome, Error> {
    let engine = &context.engine;
    let view = engine.grid(find(engine, &given.which).await?).await?;
    let named = |it: &&pincite_api::GridQuestion| it.name == given.question || it.id.to_string() == given.question;
    let question = view.questions.iter().find(named);
    let unknown = || Error::UnknownQuestion { name: given.question.clone() };
    let document = pick::document(engine, view.collection, &given.document).await?.id;
    let Said { right, wrong, passage, .. } = given.said;
    let judged = match passage {
        Some(_) => Some(Judgement::Pointed),
        None if right => Some(Judgement::Right),
        None => wrong.then_some(Judgement::Wrong),
    };
    let judging = Judging { question: question.ok_or_else(unknown)?.id, document, judged, passage };
    let cell = engine.judge_cell(view.id, judging).await?;
    if context.json {
        output::json(&cell);
    } else {
        grid_text::cell(&cell);
    }
    Ok(Outcome::Done)
}

fn print(context: &Context, view: &GridView) -> Result<Outcome, Error> {
    if context.json {
        output::json(view);
    } else {
        grid_text::grid(view);
    }
    Ok(Outcome::Done)
}

/// The grid of this number or name.
async fn find(engine: &Engine, given: &OneGrid) -> Result<GridId, Error> {
    let collection = pick::collection(engine, &given.place.collection).await?.id;
    let grids = engine.grids(collection).await?;
    let named = grids.iter().find(|grid| grid.name == given.grid || grid.id.to_string() == given.grid);
    Ok(named.ok_or_else(|| EngineError::UnknownGrid { name: given.grid.clone() })?.id)
}
