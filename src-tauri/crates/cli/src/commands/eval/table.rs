//! `pincite eval table`: a review table is filled as people fill it, and its cells are compared with those of annotators.

use super::filled::Filled;
use super::{COLLECTION, Scratch, add, marking, print};
use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::progress::Stages;
use clap::Args;
use pincite_api::{Event, GridId, GridView, NewGrid, QuestionSource};
use pincite_engine::{Engine, Options, Output};
use pincite_eval::Error::NoDocument;
use pincite_eval::pdf;
use pincite_eval::table::{self, Cell, Prediction};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tokio::sync::broadcast::{Receiver, error::RecvError};

#[derive(Args, Debug)]
pub(super) struct EvalTable {
    /// JSON lines with `document` (relative to this file's folder), `category`, `question`, `question_short`, `present`,
    /// `spans` and `pages0`: a cell each.
    cells: PathBuf,
    /// The folder of the documents [default: that of the cells, or one beside it that has them].
    #[arg(long, value_name = "FOLDER")]
    documents: Option<PathBuf>,
    /// Ask the short questions.
    #[arg(long)]
    short: bool,
    /// Ask the questions of this list, as `pincite grid new --questions` does. The name of a question is its category. Categories
    /// that it leaves out are not measured.
    #[arg(long, value_name = "FILE", conflicts_with = "short")]
    list: Option<PathBuf>,
    /// Mark so many documents of each column as the annotators say, and measure the others before and after; five times.
    #[arg(long, value_name = "N")]
    marks: Option<usize>,
    /// Compare with the probabilities of other systems in this file.
    #[arg(long, value_name = "FILE")]
    peers: Option<PathBuf>,
    /// Library file to keep for later evaluations [default: a temporary one].
    #[arg(long, value_name = "FILE")]
    library: Option<PathBuf>,
    /// Write what the table says in each cell to this file, one JSON object a line. An existing file is not replaced.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, requires = "out")]
    force: bool,
}

/// Fills a table of all documents and categories, and prints how well it fits.
pub(super) async fn on_table(context: &Context, options: Options, given: EvalTable) -> Result<Outcome, Error> {
    let mut cells = table::read(&given.cells)?;
    let peers = given.peers.as_deref().map(table::read_peers).transpose()?.unwrap_or_default();
    let folder = given.documents.unwrap_or_else(|| folder_of(&given.cells, &cells));
    let files = pdf::files(&folder.join("cells"), cells.iter().map(|cell| cell.document.as_str()))?;
    let scratch = Scratch::new(given.library.as_deref())?;
    let engine = Engine::open(Options { library: Some(scratch.file()), ..options }).await?;
    let out = given.out.map(|path| Output { path, force: given.force });
    if let Some(output) = &out {
        engine.refuse_to_replace(output).await?;
    }
    let collection = engine.collection_or_new(COLLECTION).await?.id;
    let documents = add(&engine, collection, &files).await?;
    if let Some(cell) = cells.iter().find(|cell| !documents.contains_key(&cell.document)) {
        let missing = NoDocument { question: cell.category.clone(), document: cell.document.clone() };
        return Err(missing.into());
    }
    let by_category = columns(&cells, given.short);
    let source = match &given.list {
        Some(file) => QuestionSource::File(file.clone()),
        None => QuestionSource::Text(by_category.values().cloned().collect::<Vec<_>>().join("\n")),
    };
    let name = match &given.list {
        Some(file) => file.display().to_string(),
        None if given.short => "short questions".to_owned(),
        None => "questions".to_owned(),
    };
    let grid = grid_named(&engine, NewGrid { collection, name, source, documents: Vec::new() }).await?;
    let view = fill(&engine, grid).await?;
    let columns = if given.list.is_some() { of_list(&view) } else { by_category };
    cells.retain(|cell| columns.contains_key(&cell.category));
    let filled = Filled::of(&view);
    let mut predicted = Vec::with_capacity(cells.len());
    for cell in &cells {
        let question = &columns[&cell.category];
        let prediction = filled.at(question, documents[&cell.document]);
        predicted.push(prediction.ok_or_else(|| Error::UnknownQuestion { name: question.clone() })?);
    }
    let mut report = table::report(&cells, &predicted, &peers);
    if let Some(count) = given.marks {
        let asked = marking::Asked { cells: &cells, columns: &columns, documents: &documents };
        report.marks = Some(marking::measured(&engine, grid, &asked, count).await?);
    }
    if let Some(output) = &out {
        engine.write(output, lines(&cells, &predicted).as_bytes()).await?;
    }
    Ok(print(context, &report))
}

/// The folder of the cells, or one beside it, that has the first document.
fn folder_of(path: &Path, cells: &[Cell]) -> PathBuf {
    let own = path.parent().map(Path::to_owned).unwrap_or_default();
    let beside = own.join("..").read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let has_it = |folder: &PathBuf| cells.first().is_some_and(|cell| folder.join(&cell.document).is_file());
    std::iter::once(own.clone()).chain(beside).find(has_it).unwrap_or(own)
}

/// The question of each category, in one line with single spaces, as a table keeps it.
fn columns(cells: &[Cell], short: bool) -> BTreeMap<String, String> {
    let mut columns = BTreeMap::new();
    for cell in cells {
        let question = if short { &cell.question_short } else { &cell.question };
        let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
        columns.insert(cell.category.clone(), question);
    }
    columns
}

/// The same of a table whose columns have the names of categories.
fn of_list(view: &GridView) -> BTreeMap<String, String> {
    view.questions.iter().map(|question| (question.name.clone(), question.text.clone())).collect()
}

/// The table with this name, which a kept library may have.
async fn grid_named(engine: &Engine, new: NewGrid) -> Result<GridId, Error> {
    match engine.grids(new.collection).await?.into_iter().find(|grid| grid.name == new.name) {
        Some(grid) => Ok(grid.id),
        None => Ok(engine.create_grid(new).await?.id),
    }
}

/// Fills the table. One that is filled in part says nothing of the rest, so it is an error.
async fn fill(engine: &Engine, grid: GridId) -> Result<GridView, Error> {
    let events = engine.events();
    engine.run_grid(grid).await?;
    let mut progress = Stages::new();
    tokio::select! {
        ended = engine.wait_for_grid(grid) => ended?,
        () = count(events, grid, &mut progress) => engine.wait_for_grid(grid).await?,
    }
    let filled = engine.grid(grid).await?;
    match filled.problem {
        Some(problem) => Err(Error::Run(problem)),
        None => Ok(filled),
    }
}

/// Shows how many cells are filled.
async fn count(mut events: Receiver<Event>, grid: GridId, progress: &mut Stages) {
    loop {
        match events.recv().await {
            Ok(Event::Grid(filled)) if filled.grid == grid => {
                progress.show("cells", filled.done as usize, filled.total as usize);
            }
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// One JSON object a line for each cell.
fn lines(cells: &[Cell], predicted: &[Prediction]) -> String {
    let mut lines = String::new();
    for (Cell { document, category, present, .. }, predicted) in cells.iter().zip(predicted) {
        let texts: Vec<_> = predicted
            .texts
            .iter()
            .map(|one| json!({ "text": one.text, "page": one.page + 1, "value": one.value }))
            .collect();
        let state = predicted.state;
        let presence = predicted.presence;
        let row = json!({
            "document": document, "category": category, "present": present, "state": state, "probability": presence,
            "texts": texts,
        });
        lines.push_str(&format!("{row}\n"));
    }
    lines
}
