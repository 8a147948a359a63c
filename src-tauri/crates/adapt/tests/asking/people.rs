//! Questions that people make, change, see suggested, and carry in files.

use super::{all_of, by_rows, set_of, written};
use crate::alone;
use crate::classroom::Classroom;
use pincite_adapt::{read_pairs, write_lines};
use pincite_api::{Origin, PassageId, QuestionRequest, WhichQuestions};
use std::path::Path;

/// Added, changed, set aside, deleted: each counts, and no program undoes it.
#[tokio::test(flavor = "multi_thread")]
async fn people_have_the_last_word() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    room.add_tables(1, 6).await;
    room.work().await;
    written(&room, by_rows()).await;
    let all = all_of(&room).await;
    let one = all[0].clone();
    let two = all[1].clone();
    let three = all[2].clone();
    let changed = adapt.questions().edit(one.id, "Who gives  notice?").await.unwrap();
    assert_eq!((&*changed.text, changed.origin, changed.kept), ("Who gives notice?", Origin::Person, true));
    let aside = adapt.questions().keep(two.id, false).await.unwrap();
    let reason = aside.rejected.unwrap();
    assert_eq!((aside.kept, &*reason.code, reason.message.ends_with('.')), (false, "person", true));
    adapt.questions().delete(three.id).await.unwrap();
    adapt.questions().delete(three.id).await.unwrap();
    let added =
        adapt.questions().add(collection, one.document, one.passage.unwrap(), "When does it end?").await.unwrap();
    let wrong = adapt.questions().add(collection, one.document, PassageId(1_000_000), "Who?").await;
    assert_eq!(wrong.unwrap_err().code(), "library.no_passage");
    assert_eq!(adapt.questions().edit(added.id, " ").await.unwrap_err().code(), "library.question_empty");
    let now = set_of(&room).await;
    written(&room, by_rows()).await;
    assert_eq!(set_of(&room).await, now, "what was asked is not asked again");
    let other = QuestionRequest { per_passage: 2, ..by_rows() };
    written(&room, other).await;
    let two = all_of(&room).await.into_iter().find(|it| it.id == two.id).unwrap();
    assert!(!two.kept, "what a person set aside stays so");
    let of_people = WhichQuestions { origin: Some(Origin::Person), ..WhichQuestions::default() };
    let page = adapt.questions().page(collection, &of_people, 1, 5).await.unwrap();
    assert_eq!((page.total, page.questions.len()), (2, 1), "a page of them, and how many there are");
    let counts = adapt.questions().tally(collection).await.unwrap();
    let people: Vec<u32> = counts.iter().filter(|it| it.origin == Origin::Person).map(|it| it.count).collect();
    assert_eq!((people, counts.iter().map(|it| it.count as usize).sum()), (vec![2], all_of(&room).await.len()));
    let written = WhichQuestions { origin: Some(Origin::Generator), ..WhichQuestions::default() };
    adapt.questions().delete_all(collection, &written).await.unwrap();
    assert_eq!(all_of(&room).await.len(), 2, "people's stay");
}

/// What a program wrote is suggested only if a cross-encoder is sure of it.
#[tokio::test(flavor = "multi_thread")]
async fn sure_questions_are_suggested() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let questions = room.adapt.questions();
    let collection = room.collection;
    room.add_tables(2, 6).await;
    room.work().await;
    for (offset, suggested) in [(None, 0), (Some(0.0), 0), (Some(9.0), 3)] {
        if let Some(offset) = offset {
            room.add_cross_encoder(offset);
        }
        questions.delete_all(collection, &WhichQuestions::default()).await.unwrap();
        written(&room, by_rows()).await;
        assert!(all_of(&room).await.len() > 20, "they are written all the same");
        let found = questions.suggest(collection, 3, 1).await.unwrap();
        assert_eq!(found.len(), suggested, "with offset {offset:?}: {found:?}");
    }
}

/// People's questions are suggested first, of one document after the other, and another seed suggests others.
#[tokio::test(flavor = "multi_thread")]
async fn natural_questions_are_suggested() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let adapt = &room.adapt;
    let collection = room.collection;
    room.add_tables(2, 6).await;
    room.add_cross_encoder(9.0);
    room.work().await;
    written(&room, by_rows()).await;
    let generated = adapt.questions().suggest(collection, 3, 1).await.unwrap();
    assert!(generated.len() == 3 && generated.iter().all(|it| it.kept && it.passage.is_some()), "{generated:?}");
    let all = all_of(&room).await;
    for question in &all {
        let text = format!("Who reports in {}?", question.id);
        adapt.questions().add(collection, question.document, question.passage.unwrap(), &text).await.unwrap();
    }
    let first = adapt.questions().suggest(collection, 2, 1).await.unwrap();
    assert!(first.len() == 2 && first.iter().all(|it| it.origin == Origin::Person), "people's come first");
    assert_ne!(first[0].document, first[1].document, "different documents");
    assert_eq!(adapt.questions().suggest(collection, 2, 1).await.unwrap(), first, "the same seed, the same questions");
    let mut others = Vec::new();
    for seed in 2..6 {
        others.push(adapt.questions().suggest(collection, 2, seed).await.unwrap());
    }
    assert!(others.iter().any(|other| *other != first), "another seed, other questions");
    let many = adapt.questions().suggest(collection, 5, 1).await.unwrap();
    assert_eq!((many.len(), &many[..2]), (5, &first[..]), "more of them where two documents are not enough");
}

/// What is exported is what is imported elsewhere; a tuning can read it, too.
#[tokio::test(flavor = "multi_thread")]
async fn files_carry_questions() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let other = Classroom::new().await;
    room.add_tables(2, 6).await;
    other.add_tables(2, 6).await;
    room.work().await;
    written(&room, by_rows()).await;
    let all = all_of(&room).await;
    let document = all[0].document;
    room.adapt.questions().add(room.collection, document, all[0].passage.unwrap(), "Who gives notice?").await.unwrap();
    room.adapt.questions().keep(all[1].id, false).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("questions.jsonl");
    let written = exported(&room, &WhichQuestions::default(), &path).await;
    assert_eq!(written, all.len() + 1);
    let kept = all_of(&room).await.iter().filter(|it| it.kept).count();
    assert_eq!(read_pairs(&path).unwrap().len(), kept, "a file of pairs: those that are used");
    for _ in 0..2 {
        let imported = other.adapt.questions().import(other.collection, &path).await.unwrap();
        assert_eq!((imported.stored as usize, imported.unmatched), (written, 0));
        assert_eq!(set_of(&other).await, set_of(&room).await, "the same questions with the same fate, each once");
    }
    let kept = WhichQuestions { kept: Some(true), document: Some(document), ..WhichQuestions::default() };
    let some = exported(&room, &kept, &path).await;
    let expected = room.adapt.questions().page(room.collection, &kept, 0, 0).await.unwrap().total;
    assert_eq!(some, expected as usize, "only what is meant");
    std::fs::write(&path, "{\"question\": \"Who?\", \"passage\": \"Nobody knows this passage at all.\"}\n").unwrap();
    let imported = other.adapt.questions().import(other.collection, &path).await.unwrap();
    assert_eq!((imported.stored, imported.unmatched), (0, 1), "what fits nowhere is told");
    std::fs::write(&path, "{\"question\": ").unwrap();
    let wrong = other.adapt.questions().import(other.collection, &path).await.unwrap_err();
    assert_eq!(wrong.code(), "adapt.line", "and so is what is wrong");
}

/// Writes questions to a file; how many.
async fn exported(room: &Classroom, which: &WhichQuestions, path: &Path) -> usize {
    let mut export = room.adapt.questions().export(room.collection, which).await.unwrap();
    let mut file = std::fs::File::create(path).unwrap();
    let mut count = 0;
    while let Some(lines) = export.next().await.unwrap() {
        write_lines(&lines, &mut file).unwrap();
        count += lines.len();
    }
    count
}
