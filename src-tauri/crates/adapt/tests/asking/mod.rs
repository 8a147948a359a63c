//! Questions of a collection: written, cut off, gone on with, made by people, carried in files, and learned from.

mod cut_off;
mod people;

use crate::alone;
use crate::classroom::{Classroom, GENERATOR, LESSON};
use pincite_api::{
    DocumentId, Filter, Origin, QuestionRequest, QuestionView, RunKind, Tally, TuningRequest, TuningState, TuningView,
    WhichQuestions, WriterChoice,
};
use pincite_language::Language;
use pincite_search::passage_terms;
use std::collections::BTreeSet;

/// What is compared of a question: document, passage, words, and whether it is used or why it is not.
pub(crate) type Told = (DocumentId, String, String, Option<String>);

pub(crate) async fn all_of(room: &Classroom) -> Vec<QuestionView> {
    let which = WhichQuestions::default();
    room.adapt.questions().page(room.collection, &which, 0, u32::MAX).await.unwrap().questions
}

/// All questions of a room; none of them twice.
pub(crate) async fn set_of(room: &Classroom) -> BTreeSet<Told> {
    let all = all_of(room).await;
    let count = all.len();
    let told = |it: QuestionView| (it.document, it.passage_text, it.text, it.rejected.map(|reason| reason.code));
    let set: BTreeSet<Told> = all.into_iter().map(told).collect();
    assert_eq!(set.len(), count, "no question is there twice");
    set
}

/// Writes questions and waits for the end.
pub(crate) async fn written(room: &Classroom, request: QuestionRequest) -> TuningView {
    let run = room.adapt.questions().generate(room.collection, request).await.unwrap();
    assert_eq!((run.kind, run.generates), (RunKind::Questions, true), "it says so before it begins");
    room.adapt.wait(run.id).await.unwrap()
}

/// The usual request with the tests' generator; tables are asked about by their rows, which takes no time.
pub(crate) fn by_rows() -> QuestionRequest {
    QuestionRequest { writer: WriterChoice::Generator(GENERATOR.into()), ..QuestionRequest::default() }
}

fn adds_up(tally: &Tally, set: &BTreeSet<Told>) {
    let kept = set.iter().filter(|(.., reason)| reason.is_none()).count();
    assert_eq!((tally.asked, tally.kept), (set.len(), kept), "the report is that of what is there: {tally:?}");
    assert_eq!(tally.kept + tally.rejected.values().sum::<usize>(), tally.asked, "and it adds up");
}

/// Every passage is asked about once in each way; what is good is kept, and the rest is there with its reason.
#[tokio::test(flavor = "multi_thread")]
async fn passages_are_asked_about() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    room.add_tables(2, 20).await;
    let plan = adapt.questions().plan(collection, &by_rows()).await.unwrap();
    assert_eq!((&*plan.writer, plan.passages, &plan.problem), (GENERATOR, 260, &None));
    assert!(plan.seconds.is_some() && plan.questions > 0, "a few were tried out: {plan:?}");
    assert!(all_of(&room).await.is_empty(), "and thrown away");
    room.work().await;
    let strict = QuestionRequest { filter: Filter { round_trip: Some(1), ..Filter::default() }, ..by_rows() };
    let done = written(&room, strict.clone()).await;
    assert_eq!(
        (done.state, done.activated, done.report.writer.as_deref()),
        (TuningState::Done, false, Some(GENERATOR))
    );
    let set = set_of(&room).await;
    adds_up(&done.report.questions, &set);
    assert_eq!(done.report.questions.skipped["short"], 220, "three words hold nothing to ask about");
    assert!((100..=120).contains(&set.len()), "three about each of forty passages, at most: {}", set.len());
    let found = |it: &QuestionView| !it.kept || it.rank == Some(1);
    let all = all_of(&room).await;
    assert!(all.iter().all(found), "what is kept is found in the place wished for");
    assert!(all.iter().all(|it| it.kept == it.rejected.is_none() && it.page.is_none() && it.passage.is_some()));
    let again = written(&room, strict.clone()).await;
    assert_eq!((again.report.questions.asked, set_of(&room).await), (0, set.clone()), "nothing is asked twice");
    let loose = QuestionRequest { filter: strict.filter.without_round_trip(), ..strict };
    let done = written(&room, loose).await;
    assert_eq!(done.report.questions.asked, set.len(), "in another way it is asked again");
    let kept = |set: &BTreeSet<Told>| set.iter().filter(|told| told.3.is_none()).count();
    let both = set_of(&room).await;
    assert_eq!(both.len(), set.len(), "with the same words, which are not stored twice");
    assert!(kept(&both) >= kept(&set), "what was not found may be used now");
    room.nothing_left().await;
    let none = QuestionRequest { writer: WriterChoice::Generator("none".into()), ..by_rows() };
    let planned = adapt.questions().plan(collection, &none).await.unwrap();
    assert_eq!(planned.problem.unwrap().code, "adapt.no_generator", "said before it begins");
    assert_eq!(adapt.questions().generate(collection, none).await.unwrap_err().code(), "adapt.no_generator");
}

/// A generator is found by its name, and what it writes is known as its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_generator_writes() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    room.add_tables(1, 4).await;
    room.work().await;
    let filter = Filter { round_trip: None, shortest: 0, longest: 400, longest_copy: 400 };
    let prompt = Some("Ask: {sentence}".parse().unwrap());
    let done = written(&room, QuestionRequest { filter, prompt, per_passage: 2, ..by_rows() }).await;
    assert_eq!((done.state, done.report.writer.as_deref()), (TuningState::Done, Some(GENERATOR)), "{done:?}");
    adds_up(&done.report.questions, &set_of(&room).await);
    let all = all_of(&room).await;
    assert_eq!(done.report.questions.asked, 8, "two for each table");
    let its_own = |it: &QuestionView| it.origin == Origin::Generator && it.writer.as_deref() == Some(GENERATOR);
    assert!(!all.is_empty() && all.iter().all(its_own), "{all:?}");
}

/// Documents in a language that the generator does not know get no questions, and the plan says how many there are.
#[tokio::test(flavor = "multi_thread")]
async fn a_generator_writes_in_the_languages_it_knows() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let lessons = room.documents().await;
    room.add_tables(1, 4).await;
    let library = room.library().await;
    for lesson in &lessons {
        let content = lesson.content.unwrap();
        let passages = library.passages(content).await.unwrap();
        let terms: Vec<String> =
            passages.iter().map(|stored| passage_terms(&stored.passage, Language::German)).collect();
        library.store_language(room.collection, content, Language::German, &terms).await.unwrap();
    }
    let shipped = QuestionRequest::default();
    let plan = room.adapt.questions().plan(room.collection, &shipped).await.unwrap();
    assert_eq!((&plan.problem, plan.passages, plan.unknown_language), (&None, 4, 2), "it knows English");
    let imported = room.adapt.questions().plan(room.collection, &by_rows()).await.unwrap();
    assert_eq!((imported.passages, imported.unknown_language), (224, 0), "a person chose it for their documents");
    let learned = room.adapt.plan(room.collection, &TuningRequest::default()).await.unwrap();
    assert_eq!(learned.unknown_language, 2, "nor does the encoder of the classroom know more");
    room.work().await;
    written(&room, shipped).await;
    let german: Vec<DocumentId> = lessons.iter().map(|lesson| lesson.id).collect();
    assert!(set_of(&room).await.iter().all(|told| !german.contains(&told.0)), "and none is written about German");
}

/// One button: passages are asked about, and the encoder learns from what the collection has then, also from questions
/// that people brought.
#[tokio::test(flavor = "multi_thread")]
async fn questions_are_learned_from() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    room.add_tables(1, 8).await;
    let request = TuningRequest { pairs: None, questions: Some(by_rows()) };
    let imported = adapt.questions().import(collection, &room.pairs(false)).await.unwrap();
    assert_eq!((imported.stored, imported.unmatched), (220, 0));
    let plan = adapt.plan(collection, &request).await.unwrap();
    assert_eq!(plan.problem, None);
    let asking = plan.questions.unwrap();
    assert_eq!(asking.passages, 228, "no program asked about any: {asking:?}");
    assert!(plan.pairs > 220 && plan.pairs <= 220 + 24, "with those that would be written: {}", plan.pairs);
    let before = room.answered().await;
    room.work().await;
    let run = adapt.start_with(collection, request.clone(), LESSON).await.unwrap();
    assert_eq!(run.kind, RunKind::Tuning);
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated), (TuningState::Done, true), "{done:?}");
    let pairs = (done.report.training + done.report.held_out) as usize;
    assert_eq!(pairs, 220 + done.report.questions.kept, "from both");
    assert!(done.report.questions.kept > 0, "{:?}", done.report.questions);
    let after = room.answered().await;
    assert!(before < 20 && after > 150, "{before} of 220 questions were answered before, {after} now");
    let plan = adapt.plan(collection, &request).await.unwrap();
    assert_eq!(plan.questions, None, "there is nothing left to ask about");
}
