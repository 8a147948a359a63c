//! Questions of people judge a change that is better on generated questions: marks, and what was asked.

use crate::classroom::{Classroom, LESSON};
use crate::{alone, training_on};
use pincite_api::{Decision, Reason, TuningState, Verdict};

/// Questions in words of the language, none of which a run learns from.
const ASKED: [&str; 5] = ["4 2 0", "9 4 1", "8 6 3", "z 5 2", "x 7 6"];

/// Marks that the new search would lose keep the present one, and nothing is left of the other.
#[tokio::test(flavor = "multi_thread")]
async fn marks_have_a_veto() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    let document = room.documents().await[0].id;
    for question in ASKED {
        let first = room.first(question, document).await;
        adapt.marks().add(collection, question, document, first, true).await.unwrap();
    }
    let before = adapt.generations().list(collection).await.unwrap();
    room.work().await;
    let run = adapt.start_with(collection, training_on(room.generated_pairs()), LESSON).await.unwrap();
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated, done.offered), (TuningState::Done, false, false), "{done:?}");
    let Some(Verdict { decision: Decision::KeepBase { reason: Reason::People(people) }, after, .. }) =
        done.report.verdict
    else {
        panic!("it is not people who refused it: {:?}", done.report.verdict)
    };
    assert_eq!((people.before.questions, people.before.mrr10), (5, 100.0), "people found it first");
    assert!(people.after.mrr10 < 60.0 && after.is_some(), "however good it is on generated questions");
    assert!(done.report.reason.is_some_and(|reason| reason.contains("5 questions")), "and it is said");
    assert_eq!(adapt.generations().list(collection).await.unwrap(), before, "nothing was made");
    room.nothing_left().await;
}

/// What people asked judges whether the cross-encoder still gets to read an answer that it is sure of.
#[tokio::test(flavor = "multi_thread")]
async fn asked_questions_judge() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    room.add_cross_encoder(9.0);
    let library = room.library().await;
    let document = room.documents().await[1].id;
    for (at, question) in ASKED.iter().enumerate() {
        let scope = Some(document).filter(|_| at % 2 == 0);
        assert!(library.remember_question(collection, scope, question).await.unwrap());
    }
    room.work().await;
    let run = adapt.start_with(collection, training_on(room.generated_pairs()), LESSON).await.unwrap();
    let done = adapt.wait(run.id).await.unwrap();
    assert_eq!((done.state, done.activated), (TuningState::Done, true), "they did not lose by it: {done:?}");
    let people = done.report.verdict.and_then(|verdict| verdict.people).unwrap();
    assert_eq!((people.before.questions, people.before.mrr10), (5, 100.0), "all hits are right for this reader");
}
