//! Grids: their cells are kept through kills, go with what they were found in, and are filled by one process at a time.

use crate::support::{Temporary, problem, store};
use pincite_library::{
    CellPlace, CellState, CollectionId, Error, GridAnswer, GridCandidate, GridId, Job, JobState, Judgement, Judging,
    Learned, Library, Mark, NewGridCell, NewGridQuestion, PassageId, Placement, Places,
};
use pincite_value::{AnswerValue, ValueKind};

fn question(text: &str) -> NewGridQuestion {
    NewGridQuestion { text: text.to_owned(), ..NewGridQuestion::default() }
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
        let grid = library.create_grid(deal, "Review", &questions, None).await.unwrap();
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
            state: CellState::Found,
            presence: Some(0.9),
            answers: vec![answer(content.first_passage, "The fee is due at once.")],
            candidates: vec![GridCandidate { passage: 1, score: 0.75 }, GridCandidate { passage: 0, score: -0.5 }],
            problem: None,
        }
    }

    /// Queues and claims the grid.
    async fn take(&self) -> Job {
        self.library().queue_grid(self.grid).await.unwrap();
        self.library().claim_next(GRIDS).await.unwrap().unwrap()
    }

    /// Fills the first cell.
    async fn fill(&self) -> NewGridCell {
        self.take().await;
        let cell = self.cell().await;
        assert_eq!(self.library().put_grid_cells(self.grid, vec![cell.clone()]).await.unwrap().len(), 1);
        cell
    }

    /// The marks of the collection: question, passage, and what is said.
    async fn marks(&self) -> Vec<(Option<PassageId>, Mark)> {
        let marks = self.library().feedback(self.deal).await.unwrap();
        marks.iter().map(|mark| (mark.passage, mark.mark)).collect()
    }
}

/// Nothing is rejected or chosen.
fn said(judged: Option<Judgement>) -> Judging<'static> {
    Judging { judged, rejected: &[], chosen: None }
}

/// No file is claimed.
const GRIDS: Places = Places { files: false, ..Places::ALL };

fn answer(passage: PassageId, sentence: &str) -> GridAnswer {
    GridAnswer {
        passage,
        page: 0,
        page_label: "1".to_owned(),
        sentence: sentence.to_owned(),
        clause: Some("7.2(b)".to_owned()),
        citation: "Master Agreement, p. 1".to_owned(),
        probability: Some(0.5),
        value: Some(AnswerValue {
            kind: ValueKind::Date,
            written: "1 July 2027".to_owned(),
            normalised: "2027-07-01".to_owned(),
        }),
    }
}

#[tokio::test]
async fn a_grid_has_the_questions_with_words_in_order() {
    let desk = Desk::new().await;
    let questions = desk.library().grid_questions(desk.grid).await.unwrap();
    let texts: Vec<_> = questions.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
    let fee = "When is the fee due?";
    let law = "Which law governs?";
    assert_eq!(texts, [(fee, fee), (law, law)], "without a name, the question names its column");
    let again = desk.library().create_grid(desk.deal, "Review", &[question("Who?")], None).await;
    assert!(matches!(again, Err(Error::GridNameTaken { .. })), "{again:?}");
    let empty = desk.library().create_grid(desk.deal, "Other", &[question(" ")], None).await;
    assert!(matches!(empty, Err(Error::GridEmpty)), "{empty:?}");
    assert_eq!(desk.library().grids(desk.deal).await.unwrap().len(), 1, "a grid without questions is not made");
}

#[tokio::test]
async fn only_the_process_that_claimed_a_grid_fills_it_and_a_cancelled_one_takes_no_cell() {
    let desk = Desk::new().await;
    let library = desk.library();
    let cell = desk.cell().await;
    let put = async || library.put_grid_cells(desk.grid, vec![cell.clone()]).await.unwrap();
    assert_eq!(put().await, [], "nobody fills it yet");
    let job = desk.take().await;
    assert!(!library.queue_grid(desk.grid).await.unwrap(), "it is being filled");
    assert!(library.claim_next(GRIDS).await.unwrap().is_none(), "it is claimed once");
    assert_eq!(desk.temporary.again().await.put_grid_cells(desk.grid, vec![cell.clone()]).await.unwrap(), []);
    assert_eq!(put().await, std::slice::from_ref(&cell));
    assert!(library.cancel_job(job.id, None).await.unwrap());
    assert_eq!(put().await, [], "it was cancelled meanwhile");
    assert!(!library.finish_job(job.id).await.unwrap(), "it had ended");
    let kept = library.grid_cells(desk.grid).await.unwrap();
    assert_eq!((kept.len(), &kept[0].answers), (1, &cell.answers), "what was filled stays");
    assert!(library.queue_grid(desk.grid).await.unwrap(), "and it can be filled again");
}

/// A filling was cancelled and queued again while its worker still read. When the worker came to its end, it failed the
/// filling that was to come, and the table was never filled.
#[tokio::test]
async fn a_filling_that_was_cancelled_does_not_end_the_next_one() {
    let desk = Desk::new().await;
    let library = desk.library();
    let cancelled = desk.take().await;
    assert!(library.cancel_job(cancelled.id, None).await.unwrap());
    assert!(library.queue_grid(desk.grid).await.unwrap());
    assert!(!library.fail_job(cancelled.id, &problem("engine.filling_stopped")).await.unwrap());
    assert_eq!(library.grid(desk.grid).await.unwrap().state, Some(JobState::Queued));
    let next = library.claim_next(GRIDS).await.unwrap().expect("the next filling");
    assert!(!library.finish_job(cancelled.id).await.unwrap());
    assert!(library.finish_job(next.id).await.unwrap());
}

#[tokio::test]
async fn a_grid_whose_process_dies_is_taken_again_but_not_for_ever() {
    let Desk { temporary, grid, .. } = Desk::new().await;
    let path = temporary.library.path().to_owned();
    temporary.library.queue_grid(grid).await.unwrap();
    let mut library = temporary.library;
    for start in 0..=pincite_library::MAX_ATTEMPTS {
        let job = library.claim_next(GRIDS).await.unwrap().unwrap();
        assert_eq!(job.alone, start == pincite_library::MAX_ATTEMPTS, "the last attempt is made alone");
        library.close().await;
        library = Library::open(&path).await.unwrap();
    }
    assert!(library.claim_next(GRIDS).await.unwrap().is_none());
    let failed = library.grid(grid).await.unwrap();
    assert_eq!(failed.state, Some(JobState::Failed));
    assert_eq!(failed.problem.unwrap().code, "library.job_interrupted");
}

#[tokio::test]
async fn a_cell_says_why_it_could_not_be_filled() {
    let desk = Desk::new().await;
    desk.take().await;
    let problem = crate::support::problem("library.corrupt");
    let failed = NewGridCell {
        state: CellState::NotFound,
        answers: Vec::new(),
        problem: Some(problem.clone()),
        ..desk.cell().await
    };
    desk.library().put_grid_cells(desk.grid, vec![failed]).await.unwrap();
    let kept = desk.temporary.again().await.grid_cells(desk.grid).await.unwrap().remove(0);
    assert_eq!((kept.state, kept.problem), (CellState::NotFound, Some(problem)));
}

/// A judgement given while its cell was filled anew was dropped.
#[tokio::test]
async fn a_judgement_outlives_a_filling_until_the_passages_are_others() {
    let desk = Desk::new().await;
    let library = desk.library();
    let cell = desk.fill().await;
    let chosen = answer(PassageId(cell.first_passage.0 + 1), "Delaware law governs.");
    let pointed = Judging { judged: Some(Judgement::Pointed), rejected: &[], chosen: Some(&chosen) };
    library.judge_grid_cell(desk.grid, cell.place, pointed).await.unwrap();
    assert_eq!(library.put_grid_cells(desk.grid, vec![cell.clone()]).await.unwrap(), [], "it was judged meanwhile");
    let kept = desk.temporary.again().await.grid_cells(desk.grid).await.unwrap().remove(0);
    assert_eq!(
        (kept.judged, kept.chosen, kept.answers),
        (Some(Judgement::Pointed), Some(chosen), cell.answers.clone())
    );
    let anew = NewGridCell { first_passage: PassageId(77), ..cell };
    assert_eq!(library.put_grid_cells(desk.grid, vec![anew]).await.unwrap().len(), 1, "it is split anew");
    let kept = library.grid_cells(desk.grid).await.unwrap().remove(0);
    assert_eq!((kept.judged, kept.chosen), (None, None));
}

/// Taking back the judgement of a cell removed the mark that the person had given to a hit of the search.
#[tokio::test]
async fn a_judgement_marks_passages_and_takes_back_only_its_own_marks() {
    let desk = Desk::new().await;
    let library = desk.library();
    let cell = desk.fill().await;
    let fee = cell.first_passage;
    let judge = async |judged| library.judge_grid_cell(desk.grid, cell.place, said(judged)).await.unwrap();
    let reject = async || {
        let judging = Judging { rejected: &[fee], ..said(Some(Judgement::Wrong)) };
        library.judge_grid_cell(desk.grid, cell.place, judging).await.unwrap();
    };
    judge(Some(Judgement::Right)).await;
    assert_eq!(desk.marks().await, [(Some(fee), Mark::Answers)]);
    judge(None).await;
    assert_eq!(desk.marks().await, [], "taken back");
    let elsewhere = library.add_feedback(desk.deal, "When is the fee due?", fee, Mark::Answers).await.unwrap();
    reject().await;
    assert_eq!(desk.marks().await, [(Some(fee), Mark::DoesNot)], "what was said last counts");
    judge(Some(Judgement::Right)).await;
    judge(None).await;
    assert_eq!(desk.marks().await, [(Some(fee), Mark::Answers)], "given elsewhere, it stays");
    judge(Some(Judgement::Right)).await;
    assert!(library.remove_feedback(elsewhere).await.unwrap());
    assert_eq!(desk.marks().await, [], "a mark that is removed comes back from nowhere");
    let other = library.judge_grid_cell(GridId(9), cell.place, said(None)).await;
    assert!(matches!(other, Err(Error::NoGridCell)), "{other:?}");
}

/// A wrong answer was shown as before. Now another passage takes its place, and it is the one that a person then confirms.
#[tokio::test]
async fn what_a_column_learned_is_shown_and_judged_until_it_is_taken_back() {
    let desk = Desk::new().await;
    let library = desk.library();
    let cell = desk.fill().await;
    let fee = cell.first_passage;
    let law = PassageId(fee.0 + 1);
    let wrong = Judging { rejected: &[fee], ..said(Some(Judgement::Wrong)) };
    library.judge_grid_cell(desk.grid, cell.place, wrong).await.unwrap();
    let learned =
        Learned { state: CellState::Unsure, presence: Some(0.5), answer: Some(answer(law, "Delaware law governs.")) };
    library.put_learned(desk.grid, &[(cell.place, Some(learned.clone()))]).await.unwrap();
    let stored = library.grid_cells(desk.grid).await.unwrap().remove(0);
    assert_eq!(
        (stored.learned, stored.answers, stored.candidates),
        (Some(learned), cell.answers.clone(), cell.candidates.clone())
    );
    assert_eq!(stored.rejected, [fee]);
    let right = Judging { rejected: &[fee], ..said(Some(Judgement::Right)) };
    library.judge_grid_cell(desk.grid, cell.place, right).await.unwrap();
    assert_eq!(desk.marks().await, [(Some(fee), Mark::DoesNot), (Some(law), Mark::Answers)]);
    library.judge_grid_cell(desk.grid, cell.place, said(Some(Judgement::Absent))).await.unwrap();
    assert_eq!(desk.marks().await, [(Some(law), Mark::DoesNot)], "what is shown does not answer");
    library.put_learned(desk.grid, &[(cell.place, None)]).await.unwrap();
    assert_eq!(library.grid_cells(desk.grid).await.unwrap().remove(0).learned, None);
}

#[tokio::test]
async fn cells_go_with_their_content_and_grids_with_their_collection() {
    let desk = Desk::new().await;
    let library = desk.library();
    let cell = desk.fill().await;
    store(library, desk.deal, "/a.pdf", 2, &["Another text."]).await;
    assert!(library.grid_cells(desk.grid).await.unwrap().is_empty(), "the file changed");
    assert_eq!(library.put_grid_cells(desk.grid, vec![cell.clone()]).await.unwrap(), [], "of the old content");
    let former = library.judge_grid_cell(desk.grid, cell.place, said(Some(Judgement::Right))).await;
    assert!(matches!(former, Err(Error::NoGridCell)), "{former:?}");
    library.delete_collection(desk.deal).await.unwrap();
    assert!(matches!(library.grid(desk.grid).await, Err(Error::NoGrid(_))));
    assert_eq!(library.queue_grid(desk.grid).await.unwrap_err().code(), "library.no_grid");
}

/// Each cell that was filled made the next question look at the whole collection again.
#[tokio::test]
async fn what_is_filled_or_asked_changes_nothing_that_is_searched() {
    let desk = Desk::new().await;
    let library = desk.library();
    let before = library.revision(desk.deal).await.unwrap();
    let cell = desk.fill().await;
    library.judge_grid_cell(desk.grid, cell.place, said(Some(Judgement::Right))).await.unwrap();
    library.remember_question(desk.deal, None, "Where?").await.unwrap();
    assert_eq!(library.revision(desk.deal).await.unwrap(), before);
    store(&desk.temporary.again().await, desk.deal, "/b.pdf", 2, &["Another text."]).await;
    assert_ne!(library.revision(desk.deal).await.unwrap(), before, "a document of another process does");
}

#[tokio::test]
async fn who_confirmed_a_row_is_kept_until_it_is_taken_back() {
    let desk = Desk::new().await;
    let library = desk.library();
    let document = desk.placed.document;
    let hash = |letter: &str| letter.repeat(64);
    let unnamed = library.sign_grid(desk.grid, " ", &[(document, hash("a"))]).await;
    assert!(matches!(unnamed, Err(Error::SignatureEmpty)), "{unnamed:?}");
    library.sign_grid(desk.grid, "Jane  Roe", &[(document, hash("a"))]).await.unwrap();
    library.sign_grid(desk.grid, "John Doe", &[(document, hash("b"))]).await.unwrap();
    let [signature] = &library.grid_signatures(desk.grid).await.unwrap()[..] else { panic!() };
    assert_eq!((signature.name.as_str(), &signature.row_sha256), ("John Doe", &hash("b")), "the last one counts");
    library.unsign_grid(desk.grid, &[document]).await.unwrap();
    assert!(library.grid_signatures(desk.grid).await.unwrap().is_empty());
    library.put_grid_file(&hash("c")).await.unwrap();
    library.put_grid_file(&hash("c")).await.unwrap();
    library.delete_grid(desk.grid).await.unwrap();
    assert!(library.grid_file_written_at(&hash("c")).await.unwrap().is_some(), "a file outlives its grid");
    assert!(library.grid_file_written_at(&hash("d")).await.unwrap().is_none());
}

#[tokio::test]
async fn a_grid_of_chosen_documents_has_those_of_its_collection_only() {
    let desk = Desk::new().await;
    let library = desk.library();
    assert!(library.grid_documents(desk.grid).await.unwrap().is_none(), "all");
    let other = library.create_collection("Other").await.unwrap().id;
    let elsewhere = store(library, other, "/b.pdf", 2, &["Elsewhere."]).await.document;
    let refused = library.create_grid(desk.deal, "Some", &[question("Who?")], Some(&[elsewhere])).await;
    assert!(matches!(refused, Err(Error::NoDocument(_))), "{refused:?}");
    let chosen = [desk.placed.document, desk.placed.document];
    let grid = library.create_grid(desk.deal, "Some", &[question("Who?")], Some(&chosen)).await.unwrap();
    assert_eq!(library.grid_documents(grid).await.unwrap().unwrap(), [desk.placed.document].into());
}

#[tokio::test]
async fn questions_are_put_in_another_order() {
    let desk = Desk::new().await;
    let library = desk.library();
    let ids = |questions: Vec<pincite_library::GridQuestion>| questions.into_iter().map(|it| it.id).collect::<Vec<_>>();
    let before = ids(library.grid_questions(desk.grid).await.unwrap());
    library.order_grid_questions(desk.grid, &before[1..]).await.unwrap();
    assert_eq!(ids(library.grid_questions(desk.grid).await.unwrap()), [before[1], before[0]]);
}
