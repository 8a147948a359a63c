//! Grids: their cells are kept through kills, go with what they were found in, and are filled by one process at a time.

use crate::support::{Temporary, store};
use pincite_library::{
    CellPlace, CollectionId, Error, GridId, JobState, Judgement, Library, NewGridCell, NewGridQuestion, Placement,
};

fn question(text: &str) -> NewGridQuestion {
    NewGridQuestion { name: String::new(), text: text.to_owned() }
}

/// A collection with a document and a grid of two questions.
struct Desk {
    temporary: Temporary,
    deal: CollectionId,
    placed: Placement,
    grid: GridId,
}

impl Desk {
    async fn new() -> Self {
        let temporary = Temporary::new().await;
        let library = &temporary.library;
        let deal = library.create_collection("Deal").await.unwrap().id;
        let placed = store(library, deal, "/a.pdf", 1, &["The fee is due at once.", "Delaware law governs."]).await;
        let questions = [question(" When  is the fee due?"), question(" "), question("Which law governs?")];
        let grid = library.create_grid(deal, "Review", &questions).await.unwrap();
        Self { temporary, deal, placed, grid }
    }

    fn library(&self) -> &Library {
        &self.temporary.library
    }

    /// A cell of the first question.
    async fn cell(&self) -> NewGridCell {
        let content = self.library().content(self.placed.content).await.unwrap();
        let question = self.library().grid_questions(self.grid).await.unwrap()[0].id;
        NewGridCell {
            place: CellPlace { question, document: self.placed.document },
            content: content.id,
            first_passage: content.first_passage,
            generation: None,
            found: true,
            answers: "[]".to_owned(),
        }
    }

    /// Queues and takes the grid.
    async fn take(&self) {
        self.library().queue_grid(self.grid).await.unwrap();
        assert_eq!(self.library().take_grid().await.unwrap().unwrap().id, self.grid);
    }
}

#[tokio::test]
async fn a_grid_has_the_questions_with_words_in_order() {
    let desk = Desk::new().await;
    let questions = desk.library().grid_questions(desk.grid).await.unwrap();
    let texts: Vec<_> = questions.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
    let (fee, law) = ("When is the fee due?", "Which law governs?");
    assert_eq!(texts, [(fee, fee), (law, law)], "without a name, the question names its column");
    let again = desk.library().create_grid(desk.deal, "Review", &[question("Who?")]).await;
    assert!(matches!(again, Err(Error::GridNameTaken { .. })), "{again:?}");
    let empty = desk.library().create_grid(desk.deal, "Other", &[question(" ")]).await;
    assert!(matches!(empty, Err(Error::GridEmpty)), "{empty:?}");
    assert_eq!(desk.library().grids(desk.deal).await.unwrap().len(), 1, "a grid without questions is not made");
}

#[tokio::test]
async fn only_the_process_that_took_a_grid_fills_it_and_a_cancelled_one_takes_no_cell() {
    let desk = Desk::new().await;
    let library = desk.library();
    let cell = desk.cell().await;
    assert!(!library.put_grid_cell(desk.grid, &cell).await.unwrap(), "nobody fills it yet");
    desk.take().await;
    assert!(library.take_grid().await.unwrap().is_none(), "it is taken once");
    assert!(library.put_grid_cell(desk.grid, &cell).await.unwrap());
    assert!(library.end_grid(desk.grid, JobState::Cancelled, None).await.unwrap());
    assert!(!library.put_grid_cell(desk.grid, &cell).await.unwrap(), "it was cancelled meanwhile");
    assert!(!library.end_grid(desk.grid, JobState::Done, None).await.unwrap(), "it had ended");
    assert_eq!(library.grid_cells(desk.grid).await.unwrap().len(), 1, "what was filled stays");
}

#[tokio::test]
async fn a_grid_whose_process_dies_is_taken_again_but_not_for_ever() {
    let Desk { temporary, grid, .. } = Desk::new().await;
    let path = temporary.library.path().to_owned();
    temporary.library.queue_grid(grid).await.unwrap();
    let mut library = temporary.library;
    for _ in 0..pincite_library::MAX_ATTEMPTS {
        assert_eq!(library.take_grid().await.unwrap().unwrap().id, grid);
        library.close().await;
        library = Library::open(&path).await.unwrap();
        assert_eq!(library.grid(grid).await.unwrap().state, Some(JobState::Queued), "its process is dead");
    }
    assert!(library.take_grid().await.unwrap().is_none());
    let failed = library.grid(grid).await.unwrap();
    assert_eq!(failed.state, Some(JobState::Failed));
    assert_eq!(failed.problem.unwrap().code, "library.grid_interrupted");
}

#[tokio::test]
async fn a_judgement_is_kept_until_the_cell_is_filled_anew() {
    let desk = Desk::new().await;
    let library = desk.library();
    desk.take().await;
    let cell = desk.cell().await;
    library.put_grid_cell(desk.grid, &cell).await.unwrap();
    library.judge_grid_cell(cell.place, Some(Judgement::Pointed), Some("{}")).await.unwrap();
    let kept = desk.temporary.again().await.grid_cells(desk.grid).await.unwrap().remove(0);
    assert_eq!((kept.judged, kept.pointed.as_deref()), (Some(Judgement::Pointed), Some("{}")));
    library.put_grid_cell(desk.grid, &cell).await.unwrap();
    assert_eq!(library.grid_cells(desk.grid).await.unwrap()[0].judged, None);
}

#[tokio::test]
async fn cells_go_with_their_content_and_grids_with_their_collection() {
    let desk = Desk::new().await;
    let library = desk.library();
    desk.take().await;
    let cell = desk.cell().await;
    library.put_grid_cell(desk.grid, &cell).await.unwrap();
    store(library, desk.deal, "/a.pdf", 2, &["Another text."]).await;
    assert!(library.grid_cells(desk.grid).await.unwrap().is_empty(), "the file changed");
    assert!(!library.put_grid_cell(desk.grid, &cell).await.unwrap(), "an answer from the old content is not stored");
    let former = library.judge_grid_cell(cell.place, Some(Judgement::Right), None).await;
    assert!(matches!(former, Err(Error::NoGridCell)), "{former:?}");
    library.delete_collection(desk.deal).await.unwrap();
    assert!(matches!(library.grid(desk.grid).await, Err(Error::NoGrid(_))));
}
