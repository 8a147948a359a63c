//! Questions as a search field: words that no passage has find the passage that a question is about, if that is wished.

use super::{all_of, by_rows, written};
use crate::classroom::Classroom;
use pincite_engine::view::{Expansion, Hit, Mode, Question};

/// What words alone find.
async fn found(room: &Classroom, text: &str) -> Vec<Hit> {
    let (text, collection) = (text.to_owned(), room.collection);
    let question = Question { text, collection, document: None, k: 5, mode: Mode::Lexical };
    room.engine.ask(question).await.unwrap().hits
}

/// On, off, and whatever happens to a question: the next answer knows it, without anything being opened again.
pub(crate) async fn questions_help_the_search_if_wished() {
    let room = Classroom::new().await;
    let (engine, collection) = (&room.engine, room.collection);
    room.add_tables(2, 6).await;
    engine.work().await.unwrap();
    written(&room, by_rows()).await;
    let (one, other) = (all_of(&room).await[0].clone(), all_of(&room).await.pop().unwrap());
    assert_ne!(one.document, other.document);
    let ask = "Which zebra pays?";
    let added = engine.add_question(collection, one.document, one.passage.unwrap(), ask).await.unwrap();
    assert_eq!(engine.expansion(collection).await.unwrap(), Expansion::Off, "unless it is wished");
    assert!(found(&room, "zebra").await.is_empty());
    engine.set_expansion(collection, Expansion::Words).await.unwrap();
    let hits = found(&room, "zebra").await;
    assert_eq!(hits.iter().map(|hit| hit.id.0).collect::<Vec<_>>(), [one.passage.unwrap()], "now it finds its passage");
    assert_eq!(hits[0].asked.as_deref(), Some(ask), "and is told");
    let shown: String = hits[0].pieces.iter().map(|piece| piece.text.as_str()).collect();
    assert_eq!(shown, one.passage_text, "the passage is what is shown");
    assert!(hits[0].pieces.iter().all(|piece| !piece.matched), "no word of it was asked for");
    assert!(found(&room, "\"zebra pays\"").await.is_empty(), "a phrase must stand in the passage");
    engine.edit_question(added.id, "Which walrus pays?").await.unwrap();
    assert_eq!((found(&room, "zebra").await.len(), found(&room, "walrus").await.len()), (0, 1), "its words changed");
    engine.keep_question(added.id, false).await.unwrap();
    assert!(found(&room, "walrus").await.is_empty(), "it was set aside");
    engine.keep_question(added.id, true).await.unwrap();
    room.other_process().await.edit_question(other.id, "Which walrus sleeps?").await.unwrap();
    assert_eq!(found(&room, "walrus").await.len(), 2, "another process made one, from one of a program");
    engine.delete_question(added.id).await.unwrap();
    assert_eq!(found(&room, "walrus").await[0].id.0, other.passage.unwrap(), "it is gone, the other is not");
    engine.set_expansion(collection, Expansion::Off).await.unwrap();
    assert!(found(&room, "walrus").await.is_empty(), "and all is as it was");
}
