//! Questions: stored with the fact that they were asked, or not at all; a program's go with their passage, people's stay
//! as long as the content.

use crate::support::{Temporary, content, list, page, passages, store};
use futures_util::TryStreamExt;
use pincite_library::{
    CollectionId, ContentId, Library, NewQuestion, NewQuestions, Origin, PassageId, Placement, Question,
    QuestionFilter, RunKind, RunReport,
};
use std::ops::Range;

const FEE: &str = "The fee is due at once.";
const COURTS: &str = "Courts sit in Delaware.";
const ALL: Range<u32> = 0..u32::MAX;

/// Stores the bytes of this number at "/a.pdf", cut into these passages by this recipe.
async fn cut(library: &Library, deal: CollectionId, number: u8, recipe: &str, texts: &[&str]) -> Placement {
    let document = list(library, deal, "/a.pdf").await;
    let pages = [page("1")];
    let passages = passages(texts);
    let mut new = content(document, "/a.pdf", number, &pages, &passages, None);
    new.recipe = recipe;
    library.store_content(&new).await.unwrap()
}

async fn numbers(library: &Library, content: ContentId) -> Vec<PassageId> {
    library.passages(content).await.unwrap().into_iter().map(|stored| stored.id).collect()
}

/// A question by a program; rejected for this reason, if one is given.
fn written(text: &str, reason: Option<&str>) -> NewQuestion {
    let writer = Some("words".to_owned());
    let reason = reason.map(str::to_owned);
    NewQuestion { text: text.to_owned(), origin: Origin::Generator, writer, reason, rank: Some(2), answers: Some(0.5) }
}

fn imported(text: &str) -> NewQuestion {
    NewQuestion { text: text.to_owned(), origin: Origin::Import, writer: None, reason: None, rank: None, answers: None }
}

fn about(passage: PassageId, questions: &[NewQuestion]) -> NewQuestions {
    NewQuestions { passage, questions: questions.to_vec() }
}

async fn all(library: &Library, collection: CollectionId) -> Vec<Question> {
    library.questions(collection, &QuestionFilter::default(), ALL).await.unwrap()
}

async fn texts(library: &Library, collection: CollectionId) -> Vec<String> {
    all(library, collection).await.into_iter().map(|question| question.text).collect()
}

/// A collection with content of two passages.
async fn two(library: &Library) -> (CollectionId, Placement, PassageId, PassageId) {
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = cut(library, deal, 1, "one", &[FEE, COURTS]).await;
    let numbers = numbers(library, placed.content).await;
    (deal, placed, numbers[0], numbers[1])
}

#[tokio::test]
async fn what_a_program_asks_is_stored_once_with_the_fact_that_it_did() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, placed, fee, courts) = two(library).await;
    assert_eq!(library.unquestioned(deal, Some("r")).await.unwrap(), [(placed.content, vec![fee, courts])]);
    let asked =
        [about(fee, &[written(" When is\nit due? ", None), written("What?", Some("vague"))]), about(courts, &[])];
    library.store_questions(deal, "r", &asked, None).await.unwrap();
    assert_eq!(
        library.unquestioned(deal, Some("r")).await.unwrap(),
        [],
        "a passage without a good question was asked, too"
    );
    assert_eq!(
        library.unquestioned(deal, Some("s")).await.unwrap().len(),
        1,
        "another program or other settings ask anew"
    );
    assert_eq!(library.unquestioned(deal, None).await.unwrap(), [], "somebody has asked about all of them");
    library.store_questions(deal, "r", &[about(fee, &[written("Again?", None)])], None).await.unwrap();
    let kept = all(library, deal).await;
    let told: Vec<_> =
        kept.iter().map(|it| (it.text.as_str(), it.reason.as_deref(), (it.rank, it.answers), it.passage)).collect();
    let judged = (Some(2), Some(0.5));
    let expected = [("When is it due?", None, judged, Some(fee)), ("What?", Some("vague"), judged, Some(fee))];
    assert_eq!(told, expected, "in single spaces, and not twice by one recipe");
    assert_eq!((kept[0].writer.as_deref(), kept[0].quote.as_ref()), (Some("words"), None));
    let gone = [about(PassageId(999), &[written("Who?", None)])];
    library.store_questions(deal, "r", &gone, None).await.unwrap();
    assert_eq!(all(library, deal).await.len(), 2, "a passage that went meanwhile is passed over");
}

#[tokio::test]
async fn questions_and_the_report_of_their_run_are_written_together_or_not_at_all() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, _, fee, _) = two(library).await;
    let run = library.add_run(deal, RunKind::Questions, "{}").await.unwrap();
    assert_eq!(library.run(run).await.unwrap().kind, RunKind::Questions);
    let asked = [about(fee, &[written("When?", None)])];
    assert!(library.store_questions(deal, "r", &asked, Some(RunReport { run, json: "{not json" })).await.is_err());
    assert_eq!(
        (all(library, deal).await, library.unquestioned(deal, Some("r")).await.unwrap()[0].1.len()),
        (vec![], 2)
    );
    library.store_questions(deal, "r", &asked, Some(RunReport { run, json: r#"{"asked":1}"# })).await.unwrap();
    assert_eq!(library.run(run).await.unwrap().report, r#"{"asked":1}"#);
}

#[tokio::test]
async fn a_text_is_kept_if_any_recipe_keeps_it_unless_a_person_dropped_it() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, _, fee, _) = two(library).await;
    let strict = [written("When?", Some("too_short")), written("Where?", None), written("Who?", None)];
    library.store_questions(deal, "strict", &[about(fee, &strict)], None).await.unwrap();
    let who = all(library, deal).await[2].id;
    library.set_question_kept(who, false).await.unwrap();
    let lax = [written("When?", None), written("Where?", Some("too_short")), written("Who?", None)];
    library.store_questions(deal, "lax", &[about(fee, &lax)], None).await.unwrap();
    let reasons: Vec<_> = all(library, deal).await.into_iter().map(|it| it.reason).collect();
    assert_eq!(reasons, [None, None, Some("person".to_owned())], "the same words are one question");
    library.set_question_kept(who, true).await.unwrap();
    assert_eq!(library.question(who).await.unwrap().reason, None);
}

#[tokio::test]
async fn people_add_change_and_delete() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, _, fee, courts) = two(library).await;
    let asked = [about(fee, &[written("fee due", Some("vague")), written("what fee", None)]), about(courts, &[])];
    library.store_questions(deal, "r", &asked, None).await.unwrap();
    let added = library.add_question(deal, courts, "Where do courts sit?").await.unwrap();
    let person = library.question(added).await.unwrap();
    assert_eq!((person.origin, person.quote.as_deref(), person.reason), (Origin::Person, Some(COURTS), None));
    let again = library.add_question(deal, fee, "fee due").await.unwrap();
    let first = all(library, deal).await.remove(0);
    assert_eq!((first.id, first.origin, first.reason, first.writer), (again, Origin::Person, None, None), "theirs now");
    let what = all(library, deal).await[1].id;
    library.edit_question(what, " When is the  fee due? ").await.unwrap();
    let edited = library.question(what).await.unwrap();
    let judged = (edited.origin, edited.rank, edited.answers);
    assert_eq!(
        (edited.text.as_str(), judged),
        ("When is the fee due?", (Origin::Person, None, None)),
        "nobody judged it"
    );
    library.edit_question(again, "When is the fee due?").await.unwrap();
    assert_eq!(texts(library, deal).await, ["When is the fee due?", "Where do courts sit?"], "two of the same are one");
    assert!(library.delete_question(added).await.unwrap() && !library.delete_question(added).await.unwrap());
    assert_eq!(library.unquestioned(deal, Some("r")).await.unwrap(), [], "what a person deleted is not written again");
    for (wrong, code) in [
        (library.add_question(deal, fee, " \n").await.map(drop), "library.question_empty"),
        (library.edit_question(again, "").await, "library.question_empty"),
        (library.add_question(deal, PassageId(99), "Who?").await.map(drop), "library.no_passage"),
        (library.edit_question(added, "Who?").await, "library.no_question"),
        (library.set_question_kept(added, true).await, "library.no_question"),
    ] {
        assert_eq!(wrong.unwrap_err().code(), code);
    }
}

#[tokio::test]
async fn content_cut_anew_keeps_what_people_asked() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, _, fee, courts) = two(library).await;
    library.store_questions(deal, "r", &[about(fee, &[written("fee due", None)])], None).await.unwrap();
    library.add_question(deal, fee, "When is it due?").await.unwrap();
    library.import_questions(deal, &[about(courts, &[imported("Where?")])]).await.unwrap();
    let placed = cut(library, deal, 1, "two", &[COURTS, "The fee is", "due at once."]).await;
    let kept = all(library, deal).await;
    let told: Vec<_> = kept.iter().map(|it| (it.text.as_str(), it.passage, it.quote.as_deref())).collect();
    let now = numbers(library, placed.content).await;
    let expected = [("When is it due?", None, Some(FEE)), ("Where?", Some(now[0]), Some(COURTS))];
    assert_eq!(told, expected, "found by its text, or listed without a place; a program's goes with its passage");
    assert_eq!(
        library.unquestioned(deal, Some("r")).await.unwrap(),
        [(placed.content, now)],
        "new passages, not asked yet"
    );
    let tally = library.question_tally(deal).await.unwrap();
    let unplaced: Vec<_> = tally.iter().map(|it| (it.origin, it.count, it.unplaced)).collect();
    assert_eq!(unplaced, [(Origin::Import, 1, 0), (Origin::Person, 1, 1)]);
    let placed = cut(library, deal, 1, "three", &[FEE]).await;
    let fee = numbers(library, placed.content).await[0];
    let places: Vec<_> = all(library, deal).await.into_iter().map(|it| (it.text, it.passage)).collect();
    let expected = [("Where?".to_owned(), None), ("When is it due?".to_owned(), Some(fee))];
    assert_eq!(places, expected, "it finds its passage again when that comes back");
}

#[tokio::test]
async fn people_s_questions_follow_a_changed_file() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, draft, fee, _) = two(library).await;
    library.store_questions(deal, "r", &[about(fee, &[written("fee due", None)])], None).await.unwrap();
    library.add_question(deal, fee, "When is it due?").await.unwrap();
    let signed = cut(library, deal, 2, "one", &["Preamble.", FEE]).await;
    assert_ne!(draft.content, signed.content);
    let kept = all(library, deal).await;
    let fee = numbers(library, signed.content).await[1];
    assert_eq!(kept.len(), 1, "a program's question goes with its passage");
    assert_eq!((kept[0].content, kept[0].passage), (signed.content, Some(fee)));
}

#[tokio::test]
async fn questions_leave_with_their_content_and_only_where_that_leaves() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, placed, fee, _) = two(library).await;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let other = store(library, matter, "/a.pdf", 1, &[FEE, COURTS]).await;
    let other_fee = numbers(library, other.content).await[0];
    for (collection, fee) in [(deal, fee), (matter, other_fee)] {
        library.store_questions(collection, "r", &[about(fee, &[written("fee due", None)])], None).await.unwrap();
        library.add_question(collection, fee, "When is it due?").await.unwrap();
    }
    library.remove_document(placed.document).await.unwrap();
    assert_eq!((all(library, deal).await.len(), all(library, matter).await.len()), (0, 2));
    let document = list(library, deal, "/a.pdf").await;
    let pages = [page("1")];
    let cut = passages(&[FEE, COURTS]);
    library.store_content(&content(document, "/a.pdf", 1, &pages, &cut, None)).await.unwrap();
    assert_eq!(library.unquestioned(deal, Some("r")).await.unwrap()[0].1.len(), 2, "it comes back as a new one");
    assert_eq!(
        library.unquestioned(matter, Some("r")).await.unwrap()[0].1.len(),
        1,
        "and the other one was left alone"
    );
    assert!(library.add_question(matter, other_fee, "Who pays?").await.is_ok());
    library.remove_document(other.document).await.unwrap();
    assert_eq!(library.add_question(matter, other_fee, "Who?").await.unwrap_err().code(), "library.no_passage");
    library.delete_collection(matter).await.unwrap();
    assert!(all(library, matter).await.is_empty());
}

#[tokio::test]
async fn they_are_listed_counted_and_deleted_by_what_they_are() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, placed, fee, courts) = two(library).await;
    let second = store(library, deal, "/b.pdf", 2, &["Rent is paid monthly."]).await;
    let rent = numbers(library, second.content).await[0];
    let asked = [
        about(rent, &[written("rent paid", None)]),
        about(fee, &[written("fee due", None), written("fee", Some("too_short"))]),
        about(courts, &[written("courts sit", Some("too_short"))]),
    ];
    library.store_questions(deal, "r", &asked, None).await.unwrap();
    library.add_question(deal, fee, "When is it due?").await.unwrap();
    assert_eq!(texts(library, deal).await, ["fee due", "fee", "When is it due?", "courts sit", "rent paid"]);
    let page = library.questions(deal, &QuestionFilter::default(), 1..3).await.unwrap();
    assert_eq!(page.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(), ["fee", "When is it due?"]);
    let first = QuestionFilter { content: Some(placed.content), ..QuestionFilter::default() };
    let kept = QuestionFilter { kept: Some(true), ..first };
    let program = QuestionFilter { origin: Some(Origin::Generator), ..kept };
    let mut counts = Vec::new();
    for which in [QuestionFilter::default(), first, kept, program] {
        counts.push(library.count_questions(deal, &which).await.unwrap());
        assert_eq!(library.questions(deal, &which, ALL).await.unwrap().len() as u32, counts[counts.len() - 1]);
    }
    assert_eq!(counts, [5, 4, 2, 1]);
    let tally = library.question_tally(deal).await.unwrap();
    let told: Vec<_> = tally.iter().map(|it| (it.origin, it.reason.as_deref(), it.count)).collect();
    let expected = [(Origin::Generator, None, 2), (Origin::Generator, Some("too_short"), 2), (Origin::Person, None, 1)];
    assert_eq!(told, expected);
    let learned: Vec<_> = library.passages_with_questions(deal).try_collect().await.unwrap();
    let told: Vec<_> = learned.iter().map(|it| (it.passage, it.text.as_str(), it.questions.clone())).collect();
    let expected = [
        (fee, FEE, vec!["fee due".to_owned(), "When is it due?".to_owned()]),
        (rent, "Rent is paid monthly.", vec!["rent paid".to_owned()]),
    ];
    assert_eq!(told, expected, "what is kept, with the passage's text");
    let rejected = QuestionFilter { kept: Some(false), ..first };
    assert_eq!(library.delete_questions(deal, &rejected).await.unwrap(), 2);
    assert_eq!(
        library.unquestioned(deal, Some("r")).await.unwrap(),
        [(placed.content, vec![courts])],
        "nothing is left of it"
    );
    let written = QuestionFilter { origin: Some(Origin::Generator), ..QuestionFilter::default() };
    assert_eq!(library.delete_questions(deal, &written).await.unwrap(), 2);
    assert_eq!(texts(library, deal).await, ["When is it due?"], "people's stay");
    assert_eq!(library.unquestioned(deal, Some("r")).await.unwrap().len(), 2, "and the program may begin again");
}

#[tokio::test]
async fn an_import_is_as_the_file_says_and_lasts() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let (deal, _, fee, courts) = two(library).await;
    library.store_questions(deal, "r", &[about(fee, &[written("fee due", None)])], None).await.unwrap();
    let given = [about(fee, &[written("fee due", Some("vague"))]), about(courts, &[imported("Where?")])];
    let first = library.import_questions(deal, &given).await.unwrap();
    let second = library.import_questions(deal, &given).await.unwrap();
    assert_eq!((first.len(), &first), (2, &second), "equal questions have one number");
    let now = all(library, deal).await;
    let told: Vec<_> = now.iter().map(|it| (it.text.as_str(), it.origin, it.reason.as_deref())).collect();
    let expected = [("fee due", Origin::Generator, Some("vague")), ("Where?", Origin::Import, None)];
    assert_eq!(told, expected, "done twice is done once");
    cut(library, deal, 1, "two", &[COURTS, FEE]).await;
    assert_eq!(texts(library, deal).await, ["Where?", "fee due"], "whoever wrote it once: it was brought by a person");
    let unknown = [about(courts, &[imported("Who?")])];
    let error = library.import_questions(deal, &unknown).await.unwrap_err();
    assert_eq!((error.code(), all(library, deal).await.len()), ("library.no_passage", 2), "all or nothing");
}
