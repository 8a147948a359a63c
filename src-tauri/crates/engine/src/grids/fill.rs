//! Filling a grid, as a job: column by column, a few documents at a time, until nothing is missing, or someone cancels.
//! Which cells are to be filled is in `cells`, and how their documents are asked in `asking`.

use super::asking::AskedBatch;
use super::cells::{MissingColumn, Snapshot, Wanted, answer_of, cell_of, cells_in, is_as_asked, state_of_cell};
use super::learning::learn;
use crate::error::{computing, is_full, problem};
use crate::search::DocumentAnswer;
use crate::{Engine, Error};
use pincite_api::{Event, GridProgress};
use pincite_library::{self as library, CellPlace, CellState, Grid, GridCandidate, GridId, NewGridCell};
use pincite_search::AnswerCandidate;
use std::collections::HashSet;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

/// Documents whose passages are read, and whose cells are stored, together: about two seconds on a slow computer.
const BATCH: usize = 8;
/// Code of the note that part of the document cannot be read.
const DAMAGED: &str = "library.document_damaged";
/// Before this many cells a remaining time would be a guess.
const CELLS_BEFORE_ESTIMATE: usize = 3;

/// Fills what is missing in a grid, and what is not up to date.
///
/// # Errors
/// [`Error::FillingStopped`] if the token is cancelled; [`Error::Library`]. A cell that cannot be filled is no error: it
/// keeps the reason.
pub(crate) async fn fill(engine: &Engine, grid: GridId, token: &CancellationToken) -> Result<(), Error> {
    let grid = engine.0.library.grid(grid).await?;
    engine.0.events.emit(Event::Grids { collection: grid.collection });
    let mut filling = Filling { engine, grid, token, failed: HashSet::new() };
    loop {
        let snapshot = Snapshot::of(engine, &filling.grid).await?;
        let mut missing = snapshot.missing();
        for column in &mut missing {
            column.cells.retain(|wanted| !filling.failed.contains(&wanted.place));
        }
        missing.retain(|column| !column.cells.is_empty());
        if missing.is_empty() {
            return Ok(());
        }
        let mut pace = Pace::new(snapshot.total(), cells_in(&missing));
        for column in &missing {
            filling.column(column, &mut pace).await?;
        }
    }
}

/// A grid that is being filled.
struct Filling<'a> {
    engine: &'a Engine,
    grid: Grid,
    token: &'a CancellationToken,
    /// Cells that could not be filled this time.
    failed: HashSet<CellPlace>,
}

impl Filling<'_> {
    /// Fills cells of one column.
    async fn column(&mut self, column: &MissingColumn, pace: &mut Pace) -> Result<(), Error> {
        for batch in column.cells.chunks(BATCH) {
            let asked = AskedBatch {
                engine: self.engine.clone(),
                collection: self.grid.collection,
                question: column.question.clone(),
                cells: batch.to_vec(),
                token: self.token.clone(),
            };
            let answers = computing("Filling the review table", async move || asked.answers().await).await?;
            if self.token.is_cancelled() {
                return Err(Error::FillingStopped);
            }
            let mut cells = Vec::with_capacity(batch.len());
            for (wanted, answer) in batch.iter().zip(answers?) {
                cells.extend(self.cell(wanted, answer).await?);
            }
            for cell in self.engine.0.library.put_grid_cells(self.grid.id, cells).await? {
                self.engine.0.events.emit(Event::Grid(pace.next(&self.grid, cell)));
            }
        }
        // Cells that are filled anew show what the marks of their column say.
        if !learn(self.engine, &self.grid, &column.question).await?.is_empty() {
            self.engine.0.events.emit(Event::Grids { collection: self.grid.collection });
        }
        Ok(())
    }

    /// The cell for an answer, or for the reason why there is none. No cell if the document changed meanwhile: it is asked
    /// in the next round.
    async fn cell(
        &mut self,
        wanted: &Wanted,
        answer: Result<DocumentAnswer, Error>,
    ) -> Result<Option<NewGridCell>, Error> {
        let error = match answer {
            Ok(answer) => {
                let cell = filled(wanted, &answer);
                if cell.problem.is_some() {
                    self.failed.insert(wanted.place);
                }
                return Ok(Some(cell));
            }
            Err(Error::Library(error)) if is_full(&error) => return Err(error.into()),
            Err(error) => error,
        };
        if !is_as_asked(self.engine, wanted.place.document, wanted.basis).await {
            return Ok(None);
        }
        self.failed.insert(wanted.place);
        Ok(Some(NewGridCell { problem: Some(problem(&error)), ..empty(wanted) }))
    }
}

/// The cell for an answer. Where no cross-encoder judged, what was found counts. A damaged document can answer no question.
fn filled(wanted: &Wanted, DocumentAnswer { answer, candidates }: &DocumentAnswer) -> NewGridCell {
    if let Some(damage) = answer.notes.iter().find(|note| note.code == DAMAGED) {
        let problem = library::Problem { code: damage.code.clone(), message: damage.technical().to_owned() };
        return NewGridCell { problem: Some(problem), ..empty(wanted) };
    }
    let state = match answer.state {
        _ if answer.hits.is_empty() => CellState::NotFound,
        Some(state) => state_of_cell(state),
        None => CellState::Found,
    };
    let shown = if state == CellState::Found { answer.hits.len() } else { 1 };
    let answers = answer.hits.iter().take(shown).map(answer_of).collect();
    let candidate = |one: &AnswerCandidate| GridCandidate { passage: one.passage, score: one.score };
    let candidates = candidates.iter().map(candidate).collect();
    NewGridCell { state, presence: answer.presence, answers, candidates, ..empty(wanted) }
}

fn empty(wanted: &Wanted) -> NewGridCell {
    NewGridCell {
        place: wanted.place,
        content: wanted.basis.content,
        first_passage: wanted.basis.first_passage,
        generation: wanted.basis.generation,
        state: CellState::NotFound,
        presence: None,
        answers: Vec::new(),
        candidates: Vec::new(),
        problem: None,
    }
}

/// How fast the cells of a round are filled.
struct Pace {
    /// Cells of the grid.
    total: usize,
    /// Cells to fill when the round began.
    missing: usize,
    /// Cells that were stored since.
    stored: usize,
    began: Instant,
}

impl Pace {
    fn new(total: usize, missing: usize) -> Self {
        Self { total, missing, stored: 0, began: Instant::now() }
    }

    /// One more cell is stored.
    fn next(&mut self, grid: &Grid, cell: NewGridCell) -> GridProgress {
        self.stored += 1;
        let left = self.missing.saturating_sub(self.stored);
        let seconds_a_cell = self.began.elapsed().as_secs_f32() / self.stored as f32;
        GridProgress {
            grid: grid.id,
            collection: grid.collection,
            cell: cell_of(&stored(cell), true),
            done: (self.total - left) as u32,
            total: self.total as u32,
            seconds_left: (self.stored >= CELLS_BEFORE_ESTIMATE).then_some(left as f32 * seconds_a_cell),
        }
    }
}

/// The cell as the library has it now.
fn stored(cell: NewGridCell) -> library::GridCell {
    let NewGridCell { place, content, first_passage, generation, state, presence, answers, candidates, problem } = cell;
    library::GridCell {
        place,
        content,
        first_passage,
        generation,
        state,
        presence,
        answers,
        candidates,
        problem,
        judged: None,
        others: Vec::new(),
        rejected: Vec::new(),
        learned: None,
        chosen: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::opened;
    use crate::grids::asking::question_of;
    use pincite_api::{GridState, GridView, Match, NewGrid, QuestionSource};
    use pincite_library::{CollectionId, DocumentId, TestDocument};
    use pincite_search::passage_terms;
    use sqlx::ConnectOptions;
    use sqlx::sqlite::SqliteConnectOptions;
    use std::time::Duration;
    use tempfile::TempDir;

    const FEE: &str = "When is the fee due?";
    const LAW: &str = "Which law governs the agreement?";
    const TEXTS: [&str; 3] =
        ["The fee is due on the first of May.", "The law of Delaware governs the agreement.", "Nothing else is said."];

    /// Documents with the same three passages, and a grid of two questions.
    struct Desk {
        engine: Engine,
        collection: CollectionId,
        documents: Vec<DocumentId>,
        grid: GridId,
        folder: TempDir,
    }

    impl Desk {
        async fn with(count: u8, questions: &str) -> Self {
            let folder = tempfile::tempdir().unwrap();
            let engine = opened(folder.path()).await;
            let collection = engine.create_collection("Deal").await.unwrap().id;
            let mut documents = Vec::new();
            for number in 1..=count {
                documents.push(store(&engine, collection, number).await);
            }
            let source = QuestionSource::Text(questions.to_owned());
            let new = NewGrid { collection, name: "Review".to_owned(), source, documents: Vec::new() };
            let grid = engine.create_grid(new).await.unwrap().id;
            Self { engine, collection, documents, grid, folder }
        }

        async fn filled(&self) -> GridView {
            assert!(self.engine.run_grid(self.grid).await.unwrap());
            self.engine.wait_for_grid(self.grid).await.unwrap();
            self.engine.grid(self.grid).await.unwrap()
        }

        /// Runs a statement as another program would.
        async fn damage(&self, statement: &'static str) {
            let file = SqliteConnectOptions::new().filename(self.folder.path().join("library.db"));
            sqlx::query(statement).execute(&mut file.connect().await.unwrap()).await.unwrap();
        }
    }

    async fn store(engine: &Engine, collection: CollectionId, number: u8) -> DocumentId {
        let document = TestDocument::of_texts(format!("/{number}.pdf"), number, &TEXTS, passage_terms);
        document.store(&engine.0.library, collection).await.unwrap().document
    }

    /// One document that could not be read failed the whole table.
    #[tokio::test(flavor = "multi_thread")]
    async fn a_cell_that_fails_says_why_and_the_rest_goes_on() {
        let desk = Desk::with(3, &format!("{FEE}\n{LAW}")).await;
        desk.damage("UPDATE passage SET body = x'00' WHERE content = (SELECT min(id) FROM content)").await;
        desk.engine.work().await.unwrap();
        let view = desk.filled().await;
        assert_eq!((view.state, view.cells.len()), (GridState::Done, 6), "{:?}", view.problem);
        for cell in &view.cells {
            let fails = cell.document == desk.documents[0];
            let code = cell.problem.as_ref().map(|problem| problem.code.as_str());
            let found = cell.state == Match::Found;
            assert_eq!((code, found), (fails.then_some(DAMAGED), !fails), "{cell:?}");
        }
        assert_eq!(desk.engine.grids(desk.collection).await.unwrap()[0].filled, 4);
        store(&desk.engine, desk.collection, 1).await; // read again, it is whole
        let view = desk.filled().await;
        assert!(
            view.cells.iter().all(|cell| cell.state == Match::Found && cell.problem.is_none()),
            "it is asked again: {view:?}"
        );
        desk.engine.close().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_cell_has_what_the_question_finds_in_its_document() {
        let desk = Desk::with(2, &format!("{FEE}\n{LAW}\nWho is the zzyzx?")).await;
        desk.engine.work().await.unwrap();
        let view = desk.filled().await;
        assert_eq!(view.cells.len(), 6);
        let stored = desk.engine.0.library.grid_cells(desk.grid).await.unwrap();
        for cell in stored {
            let text = view.questions.iter().find(|question| question.id == cell.place.question).unwrap().text.clone();
            let question = question_of(&text, desk.collection, cell.place.document);
            let answer = desk.engine.ask(question).await.unwrap();
            let expected: Vec<_> = answer.hits.iter().map(answer_of).collect();
            assert_eq!(cell.answers, expected, "{cell:?}");
        }
        desk.engine.close().await;
    }

    /// The words of the list find what those of the question do not.
    #[tokio::test(flavor = "multi_thread")]
    async fn another_wording_finds_what_the_question_does_not() {
        let desk = Desk::with(2, FEE).await;
        let file = desk.folder.path().join("list.csv");
        std::fs::write(&file, format!("name,question,wordings\nFee,zzyzx?,\"{LAW}\n{FEE}\"\nNone,zzyzx?,\n")).unwrap();
        let source = QuestionSource::File(file);
        let new = NewGrid { collection: desk.collection, name: "Worded".to_owned(), source, documents: Vec::new() };
        let grid = desk.engine.create_grid(new).await.unwrap().id;
        desk.engine.work().await.unwrap();
        let desk = Desk { grid, ..desk };
        let view = desk.filled().await;
        assert_eq!(view.cells.len(), 4);
        for cell in &view.cells {
            let sentences: Vec<&str> = cell.answers.iter().map(|answer| answer.sentence.as_str()).collect();
            let is_worded = cell.question == view.questions[0].id;
            assert_eq!(!sentences.is_empty(), is_worded, "{sentences:?}");
            assert!(sentences.iter().all(|sentence| TEXTS[..2].contains(sentence)), "{sentences:?}");
        }
        desk.engine.close().await;
    }

    /// As the window and the command line do with one library.
    #[tokio::test(flavor = "multi_thread")]
    async fn another_process_fills_a_grid_and_is_stopped() {
        let questions: String = (0..200).map(|number| format!("When is fee {number} due?\n")).collect();
        let desk = Desk::with(20, &questions).await;
        let other = opened(desk.folder.path()).await;
        other.work().await.unwrap();
        desk.engine.run_grid(desk.grid).await.unwrap();
        let mut events = other.events();
        while !matches!(events.recv().await, Ok(Event::Grid(_))) {}
        desk.engine.cancel_grid(desk.grid).await.unwrap();
        desk.engine.wait_for_grid(desk.grid).await.unwrap();
        let filled = desk.engine.grids(desk.collection).await.unwrap().remove(0);
        assert_eq!(filled.state, GridState::Cancelled);
        assert!(filled.filled > 0 && filled.filled < 4000, "{} cells were filled", filled.filled);
        while !other.0.queue.running_jobs().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let after = desk.engine.grids(desk.collection).await.unwrap().remove(0);
        assert_eq!((after.state, after.filled), (filled.state, filled.filled), "nothing is stored after it");
        let documents = desk.engine.documents(desk.collection).await.unwrap();
        assert!(documents.iter().all(|document| document.status == pincite_api::Status::Ready));
        other.close().await;
        desk.engine.close().await;
    }
}
