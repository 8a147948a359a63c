//! Libraries of every version open and keep what is in them. For each migration there is a library in `tests/fixtures` that
//! it produced; `write_fixture` makes the one for the newest.

use crate::support::{Temporary, content, list, new_vectors, page, passages, problem, vectors};
use futures_util::TryStreamExt;
use pincite_library::{
    AnnotationBox, CellPlace, CellState, CollectionId, Colour, GridAnswer, GridCandidate, JobState, Judgement, Judging,
    Library, Mark, NewAnnotation, NewGeneration, NewGridCell, NewGridQuestion, NewQuestion, NewQuestions, Origin,
    PassageId, Places, QuestionFilter, RecognisedPage, RunKind, Scope, Status,
};
use pincite_pdf::Rect;
use pincite_value::{AnswerValue, ValueKind};
use sqlx::{ConnectOptions, sqlite::SqliteConnectOptions};
use std::path::{Path, PathBuf};

fn crate_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Numbers of the migrations there are.
pub(crate) fn versions() -> Vec<u32> {
    let files = std::fs::read_dir(crate_file("migrations/sqlite")).unwrap().map(|file| file.unwrap().file_name());
    let mut versions: Vec<u32> = files.map(|name| name.to_str().unwrap()[..4].parse().unwrap()).collect();
    versions.sort_unstable();
    versions
}

pub(crate) fn fixture(version: u32) -> PathBuf {
    crate_file(&format!("tests/fixtures/v{version}.sqlite"))
}

#[tokio::test]
async fn libraries_of_all_versions_open() {
    for version in versions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        std::fs::copy(fixture(version), &path).expect("each migration has its fixture: run write_fixture");
        let library = Library::open(&path).await.unwrap();
        assert_eq!(library.check().await.unwrap(), [], "what older versions wrote is sealed");
        check(&library).await;
        check_tuning(&library).await;
        check_questions(&library).await;
        check_asked(&library).await;
        check_annotations(&library).await;
        check_grids(&library).await;
        check_names(&library).await;
        check_recognised(&library).await;
        use_it(&library).await;
    }
}

/// An update that goes wrong loses nothing: the library is there as the older version left it.
#[tokio::test]
async fn a_library_is_copied_before_an_update_and_only_then() {
    let newest = *versions().last().unwrap();
    for version in versions() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        std::fs::copy(fixture(version), &path).unwrap();
        Library::open(&path).await.unwrap().close().await;
        let copy = folder.path().join("library.db-before-update");
        assert_eq!(copy.exists(), version < newest);
        if version < newest {
            let mut older = SqliteConnectOptions::new().filename(&copy).connect().await.unwrap();
            let has: u32 =
                sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations").fetch_one(&mut older).await.unwrap();
            assert_eq!(has, version);
            std::fs::remove_file(&copy).unwrap();
        }
        Library::open(&path).await.unwrap().close().await;
        assert!(!copy.exists(), "nothing was updated");
    }
}

/// The only collection.
async fn deal(library: &Library) -> CollectionId {
    library.collections().await.unwrap()[0].id
}

/// What `fill` put in.
async fn check(library: &Library) {
    let deal = deal(library).await;
    let documents = library.documents(deal).await.unwrap();
    let status: Vec<_> = documents.iter().map(|document| (document.path.to_str().unwrap(), document.status)).collect();
    assert_eq!(status, [("/a.pdf", Status::Ready), ("/b.pdf", Status::Failed), ("/c.pdf", Status::Waiting)]);
    let content = documents[0].content.unwrap();
    let texts = passages(&["Pay $1,577 at once.", "§ 12.3(b) non-compete"]);
    let stored: Vec<_> = library.passages(content).await.unwrap().into_iter().map(|s| s.passage).collect();
    assert_eq!(stored, texts.into_iter().map(|new| new.passage).collect::<Vec<_>>());
    let terms: Vec<_> = library.terms(Scope::Collection(deal)).try_collect().await.unwrap();
    assert_eq!(terms[0].passages().collect::<Vec<_>>(), ["pay $1,577 at once.", "§ 12.3(b) non-compete"]);
    let generation = library.active_generation(deal).await.unwrap().unwrap();
    assert_eq!(generation.base, None, "an encoder of the catalogue");
    assert_eq!(library.vectors(generation.id, content).await.unwrap(), Some(vectors(2, 1.0)));
    let stats = library.generation_stats(deal).await.unwrap().remove(0);
    assert_eq!(stats.activated_at, Some(stats.created_at), "it has been active since it was made");
    assert_eq!(library.unfinished_jobs().await.unwrap().len(), 1);
    assert_eq!(library.watched_folders().await.unwrap().len(), 1);
}

/// What `fill_tuning` put in.
async fn check_tuning(library: &Library) {
    let deal = deal(library).await;
    let tuned = library.generations(deal).await.unwrap().remove(1);
    assert_eq!((tuned.base.as_deref(), tuned.active), (Some("e5"), false));
    let run = library.runs(deal).await.unwrap().remove(0);
    assert_eq!((run.state, run.generation, run.activated), (JobState::Done, Some(tuned.id), false));
    assert_eq!(run.kind, RunKind::Adapt);
    assert_eq!((run.request.as_str(), run.report.as_str()), (r#"{"seed":1}"#, r#"{"better":false}"#));
    let said = library.feedback(deal).await.unwrap().remove(0);
    assert_eq!((said.question.as_str(), said.mark), ("How much?", Mark::Answers));
    assert_eq!(said.passage, library.passages(said.content).await.unwrap().first().map(|passage| passage.id));
}

/// What `fill_questions` put in.
async fn check_questions(library: &Library) {
    let deal = deal(library).await;
    let kept = library.questions(deal, &QuestionFilter::default(), 0..10).await.unwrap();
    let told: Vec<_> = kept.iter().map(|it| (it.text.as_str(), it.origin, it.reason.as_deref(), it.answers)).collect();
    let generated = ("What to pay?", Origin::Generator, Some("vague"), Some(0.75));
    let expected = [generated, ("How much is to be paid?", Origin::Person, None, None)];
    assert_eq!(told, expected);
    assert_eq!(
        library.unquestioned(deal, Some("recipe")).await.unwrap()[0].1.len(),
        1,
        "the other passage is still to do"
    );
}

/// What `fill_asked` put in.
async fn check_asked(library: &Library) {
    let deal = deal(library).await;
    let document = library.documents(deal).await.unwrap()[0].id;
    let asked = library.asked_questions(deal).await.unwrap().remove(0);
    assert_eq!((asked.text.as_str(), asked.document, asked.times), ("How much is due?", Some(document), 2));
    assert!(library.keeps_questions().await.unwrap());
}

/// What `fill_annotations` put in.
async fn check_annotations(library: &Library) {
    let deal = deal(library).await;
    let content = library.documents(deal).await.unwrap()[0].content.unwrap();
    let kept = library.annotations(content).await.unwrap().remove(0);
    assert_eq!((kept.text.as_str(), kept.note.as_str(), kept.colour), ("Pay", "when?", Colour::Blue));
    assert_eq!(kept.boxes.len(), 1);
}

/// What `fill_grids` put in.
async fn check_grids(library: &Library) {
    let deal = deal(library).await;
    let grid = library.grids(deal).await.unwrap().remove(0);
    assert_eq!((grid.name.as_str(), grid.state), ("Review", Some(JobState::Done)));
    let cell = library.grid_cells(grid.id).await.unwrap().remove(0);
    assert_eq!((cell.state, cell.presence), (CellState::Unsure, Some(0.5)));
    assert_eq!((cell.answers, cell.judged), (vec![answer()], Some(Judgement::Right)));
}

/// What `fill_names` put in.
async fn check_names(library: &Library) {
    let document = library.documents(deal(library).await).await.unwrap().remove(0);
    assert_eq!((document.name.as_deref(), document.tags), (Some("Larch MSA"), vec!["signed".to_owned()]));
}

/// What `fill_recognised` put in.
async fn check_recognised(library: &Library) {
    let document = library.documents(deal(library).await).await.unwrap().remove(0);
    assert_eq!((document.recognition.pages, document.recognition.confidence), (1, 0.75));
    let recognised = library.recognised_page(document.content.unwrap(), 0).await.unwrap().unwrap();
    assert_eq!(recognised.page.width, 612.0);
}

/// Everything can be done with an upgraded library: switch and go back, mark, ask, cut anew, remove.
async fn use_it(library: &Library) {
    let deal = deal(library).await;
    let former = library.active_generation(deal).await.unwrap().unwrap().id;
    let new = NewGeneration { encoder: "new", fingerprint: "new", width: 3, base: Some("e5") };
    let tuned = library.add_generation(deal, &new).await.unwrap().id;
    let document = library.documents(deal).await.unwrap().remove(0);
    let content = document.content.unwrap();
    library.store_vectors(content, &new_vectors(tuned, &vectors(2, 2.0))).await.unwrap();
    library.activate(tuned).await.unwrap();
    assert_eq!(library.undo_activation(deal).await.unwrap(), former, "back to what the former version had");
    let passage = library.passages(content).await.unwrap()[1].id;
    library.add_feedback(deal, "Where?", passage, Mark::DoesNot).await.unwrap();
    library.add_question(deal, passage, "Where not?").await.unwrap();
    fill_annotations(library).await;
    let pages = [page("i")];
    let cut = passages(&["Pay."]);
    let mut new = self::content(document.id, "/a.pdf", 1, &pages, &cut, None);
    new.recipe = "two";
    library.store_content(&new).await.unwrap();
    library.remember_question(deal, Some(document.id), "Where?").await.unwrap();
    let question =
        NewGridQuestion { name: "Where".to_owned(), text: "Where?".to_owned(), ..NewGridQuestion::default() };
    library.create_grid(deal, "New", &[question], None).await.unwrap();
    library.rename_document(document.id, "Deal").await.unwrap();
    library.add_tag(document.id, "urgent").await.unwrap();
    library.remove_document(document.id).await.unwrap();
    assert!(library.asked_questions(deal).await.unwrap().is_empty());
    assert!(library.feedback(deal).await.unwrap().is_empty());
    assert_eq!(library.count_questions(deal, &QuestionFilter::default()).await.unwrap(), 0);
}

/// Generations, runs and feedback.
async fn fill_tuning(library: &Library) {
    let deal = deal(library).await;
    let new = NewGeneration { encoder: "e5-1", fingerprint: "print-1", width: 3, base: Some("e5") };
    let tuned = library.add_generation(deal, &new).await.unwrap().id;
    let run = library.add_run(deal, RunKind::Adapt, r#"{"seed":1}"#).await.unwrap();
    library.set_run_generation(run, tuned).await.unwrap();
    library.report_run(run, r#"{"better":false}"#).await.unwrap();
    library.finish_job(library.run(run).await.unwrap().job).await.unwrap();
    let content = library.documents(deal).await.unwrap()[0].content.unwrap();
    let passage = library.passages(content).await.unwrap()[0].id;
    library.add_feedback(deal, "How much?", passage, Mark::Answers).await.unwrap();
}

/// Questions.
async fn fill_questions(library: &Library) {
    let deal = deal(library).await;
    let content = library.documents(deal).await.unwrap()[0].content.unwrap();
    let passage = library.passages(content).await.unwrap()[0].id;
    let text = "What to pay?".to_owned();
    let writer = Some("generator".to_owned());
    let new = NewQuestion {
        text,
        origin: Origin::Generator,
        writer,
        reason: Some("vague".to_owned()),
        rank: Some(1),
        answers: Some(0.75),
    };
    library.store_questions(deal, "recipe", &[NewQuestions { passage, questions: vec![new] }], None).await.unwrap();
    library.add_question(deal, passage, "How much is to be paid?").await.unwrap();
}

async fn fill(library: &Library) {
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print", 3).await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    let vectors = new_vectors(generation, &vectors(2, 1.0));
    let pages = [page("i")];
    let two = passages(&["Pay $1,577 at once.", "§ 12.3(b) non-compete"]);
    library.store_content(&content(document, "/a.pdf", 1, &pages, &two, Some(&vectors))).await.unwrap();
    list(library, deal, "/b.pdf").await;
    list(library, deal, "/c.pdf").await;
    let done = library.claim_next(Places::ALL).await.unwrap().unwrap();
    library.finish_job(done.id).await.unwrap();
    let failed = library.claim_next(Places::ALL).await.unwrap().unwrap();
    library.fail_job(failed.id, &problem("pdf.password")).await.unwrap();
    library.watch_folder(deal, Path::new("/inbox")).await.unwrap();
}

/// A question that a person asked twice.
async fn fill_asked(library: &Library) {
    let deal = deal(library).await;
    let document = library.documents(deal).await.unwrap()[0].id;
    for _ in 0..2 {
        library.remember_question(deal, Some(document), "How much is due?").await.unwrap();
    }
}

/// A highlight with a note.
async fn fill_annotations(library: &Library) {
    let deal = deal(library).await;
    let document = library.documents(deal).await.unwrap()[0].id;
    let boxes = [AnnotationBox { page: 0, rect: Rect { x0: 72.0, y0: 100.25, x1: 140.0, y1: 111.0 } }];
    let new = NewAnnotation { boxes: &boxes, text: "Pay", note: "when?", colour: Colour::Blue };
    library.add_annotation(document, &new).await.unwrap();
}

/// A grid with one cell, which a person found right.
async fn fill_grids(library: &Library) {
    let deal = deal(library).await;
    let document = library.documents(deal).await.unwrap()[0].id;
    let content = library.content(library.content_of(document).await.unwrap()).await.unwrap();
    let question = NewGridQuestion {
        name: "Fee".to_owned(),
        text: "When is the fee due?".to_owned(),
        ..NewGridQuestion::default()
    };
    let grid = library.create_grid(deal, "Review", &[question], None).await.unwrap();
    library.queue_grid(grid).await.unwrap();
    let job = library.claim_next(Places { files: false, ..Places::ALL }).await.unwrap().unwrap();
    let place = CellPlace { question: library.grid_questions(grid).await.unwrap()[0].id, document };
    let new = NewGridCell {
        place,
        content: content.id,
        first_passage: content.first_passage,
        generation: None,
        state: CellState::Unsure,
        presence: Some(0.5),
        answers: vec![answer()],
        candidates: vec![GridCandidate { passage: 0, score: 0.25 }],
        problem: None,
    };
    assert_eq!(library.put_grid_cells(grid, vec![new]).await.unwrap().len(), 1);
    let right = Judging { judged: Some(Judgement::Right), rejected: &[], chosen: None };
    library.judge_grid_cell(grid, place, right).await.unwrap();
    library.finish_job(job.id).await.unwrap();
}

fn answer() -> GridAnswer {
    GridAnswer {
        passage: PassageId(1),
        page: 0,
        page_label: "i".to_owned(),
        sentence: "Pay $1,577 at once.".to_owned(),
        clause: Some("7.2(b)".to_owned()),
        citation: "Master Agreement, p. i".to_owned(),
        probability: Some(0.75),
        value: Some(AnswerValue {
            kind: ValueKind::Date,
            written: "1 July 2027".to_owned(),
            normalised: "2027-07-01".to_owned(),
        }),
    }
}

/// A name and a tag.
async fn fill_names(library: &Library) {
    let document = library.documents(deal(library).await).await.unwrap()[0].id;
    library.rename_document(document, "Larch MSA").await.unwrap();
    library.add_tag(document, "signed").await.unwrap();
}

/// A page that was recognised.
async fn fill_recognised(library: &Library) {
    let content = library.documents(deal(library).await).await.unwrap()[0].content.unwrap();
    let page = pincite_pdf::Page { width: 612.0, ..pincite_pdf::Page::default() };
    library.store_recognised(content, &RecognisedPage { page, confidence: 0.75 }).await.unwrap();
}

/// A library with something in every table.
pub(crate) async fn filled() -> Temporary {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    fill(library).await;
    fill_tuning(library).await;
    fill_questions(library).await;
    fill_asked(library).await;
    fill_annotations(library).await;
    fill_grids(library).await;
    fill_names(library).await;
    fill_recognised(library).await;
    temporary
}

/// Run by hand once a migration is final: `cargo test -p pincite-library write_fixture -- --ignored`.
#[tokio::test]
#[ignore = "writes the fixture of the newest version"]
async fn write_fixture() {
    let newest = *versions().last().unwrap();
    let Temporary { library, folder } = filled().await;
    check(&library).await;
    check_tuning(&library).await;
    check_questions(&library).await;
    check_asked(&library).await;
    check_annotations(&library).await;
    check_grids(&library).await;
    check_names(&library).await;
    library.close().await;
    let path = folder.path().join("library.db");
    let mut connection = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    let shrink = "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM";
    sqlx::raw_sql(shrink).execute(&mut connection).await.unwrap();
    std::fs::create_dir_all(crate_file("tests/fixtures")).unwrap();
    std::fs::copy(&path, fixture(newest)).unwrap();
}
