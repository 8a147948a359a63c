//! Generations of tuned encoders: what is known of them, going back, and what is left when one is deleted.

use crate::support::{Temporary, new_vectors, store, vectors};
use pincite_library::{CollectionId, ContentId, Generation, GenerationId, Library, NewGeneration};

/// A collection with one content and three complete generations, the first active.
struct Three {
    temporary: Temporary,
    deal: CollectionId,
    content: ContentId,
    all: [GenerationId; 3],
}

impl Three {
    async fn new() -> Self {
        let temporary = Temporary::new().await;
        let library = &temporary.library;
        let deal = library.create_collection("Deal").await.unwrap().id;
        let content = store(library, deal, "/a.pdf", 1, &["one", "two"]).await.content;
        let first = library.ensure_generation(deal, "e5", "print-0", 3).await.unwrap().id;
        let second = tuned(library, deal, 1).await.id;
        let third = tuned(library, deal, 2).await.id;
        let all = [first, second, third];
        for (generation, seed) in all.into_iter().zip([0.0, 1.0, 2.0]) {
            library.store_vectors(content, &new_vectors(generation, &vectors(2, seed))).await.unwrap();
        }
        Self { temporary, deal, content, all }
    }

    fn library(&self) -> &Library {
        &self.temporary.library
    }

    async fn active(&self) -> GenerationId {
        self.library().active_generation(self.deal).await.unwrap().unwrap().id
    }

    async fn undo(&self) -> GenerationId {
        let back_to = self.library().undo_activation(self.deal).await.unwrap();
        assert_eq!(self.active().await, back_to, "it does what it says");
        back_to
    }
}

/// A generation of an encoder tuned from "e5".
async fn tuned(library: &Library, collection: CollectionId, number: u8) -> Generation {
    let encoder = format!("e5-{number}");
    let fingerprint = format!("print-{number}");
    let new = NewGeneration { encoder: &encoder, fingerprint: &fingerprint, width: 3, base: Some("e5") };
    library.add_generation(collection, &new).await.unwrap()
}

#[tokio::test]
async fn a_tuned_generation_knows_its_base_and_never_starts_by_itself() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let made = tuned(library, deal, 1).await;
    assert_eq!((made.base.as_deref(), made.active), (Some("e5"), false));
    assert_eq!(tuned(library, deal, 1).await, made, "an interrupted run finds it again");
    let untuned = library.ensure_generation(deal, "e5", "print-0", 3).await.unwrap();
    assert_eq!((untuned.base, untuned.active), (None, true));
}

#[tokio::test]
async fn undoing_steps_back_through_all_that_were_active() {
    let three = Three::new().await;
    let [first, second, third] = three.all;
    assert_eq!(three.library().undo_activation(three.deal).await.unwrap_err().code(), "library.nothing_to_undo");
    three.library().activate(second).await.unwrap();
    three.library().activate(third).await.unwrap();
    three.library().activate(third).await.unwrap();
    assert_eq!(three.library().former_generation(three.deal).await.unwrap(), Some(second));
    assert_eq!((three.undo().await, three.undo().await), (second, first), "not to and fro between the last two");
    assert_eq!(three.library().former_generation(three.deal).await.unwrap(), None);
    three.library().activate(third).await.unwrap();
    assert_eq!(three.undo().await, first, "what was undone is no longer on the way back");
    let again = three.temporary.again().await;
    assert_eq!(again.active_generation(three.deal).await.unwrap().unwrap().id, first, "and all of it is kept");
}

#[tokio::test]
async fn undoing_passes_over_deleted_generations() {
    let three = Three::new().await;
    let [first, second, third] = three.all;
    for generation in [second, first, second, third] {
        three.library().activate(generation).await.unwrap();
    }
    three.library().delete_generation(second).await.unwrap();
    assert_eq!(three.undo().await, first);
    assert_eq!(three.library().former_generation(three.deal).await.unwrap(), None, "never to itself");
}

#[tokio::test]
async fn collections_go_back_each_for_itself() {
    let three = Three::new().await;
    let [_, second, third] = three.all;
    let library = three.library();
    let matter = library.create_collection("Matter").await.unwrap().id;
    let other = library.ensure_generation(matter, "e5", "print-0", 3).await.unwrap().id;
    let others = tuned(library, matter, 1).await.id;
    library.activate(second).await.unwrap();
    library.activate(others).await.unwrap();
    library.activate(third).await.unwrap();
    assert_eq!(library.undo_activation(matter).await.unwrap(), other);
    assert_eq!(three.active().await, third, "nothing happened here");
    assert_eq!(three.undo().await, second);
}

#[tokio::test]
async fn going_back_waits_for_contents_that_came_since() {
    let three = Three::new().await;
    let [first, second, _] = three.all;
    three.library().activate(second).await.unwrap();
    let late = store(three.library(), three.deal, "/late.pdf", 2, &["three"]).await.content;
    three.library().store_vectors(late, &new_vectors(second, &vectors(1, 1.0))).await.unwrap();
    let error = three.library().undo_activation(three.deal).await.unwrap_err();
    assert_eq!(error.code(), "library.generation_incomplete");
    assert!(error.to_string().contains("of 1 documents"), "the message counts what is missing: {error}");
    assert_eq!(three.active().await, second, "the refusal changes nothing");
    let former = three.library().former_generation(three.deal).await.unwrap().unwrap();
    assert_eq!(three.library().contents_without_vectors(former).await.unwrap(), [late], "what is to be done is known");
    three.library().store_vectors(late, &new_vectors(former, &vectors(1, 0.0))).await.unwrap();
    assert_eq!(three.undo().await, first);
}

#[tokio::test]
async fn stats_count_what_each_holds_and_deleting_frees_it() {
    let three = Three::new().await;
    let [first, second, third] = three.all;
    let library = three.library();
    let late = store(library, three.deal, "/late.pdf", 2, &["three"]).await.content;
    library.store_vectors(late, &new_vectors(first, &vectors(1, 0.0))).await.unwrap();
    let stats = library.generation_stats(three.deal).await.unwrap();
    let counts: Vec<_> = stats.iter().map(|s| (s.generation.id, s.documents, s.missing, s.vectors, s.bytes)).collect();
    let row = 4 + 3 * 4; // the owner and three elements
    assert_eq!(counts, [(first, 2, 0, 3, 3 * row), (second, 1, 1, 2, 2 * row), (third, 1, 1, 2, 2 * row)]);
    assert!(stats[0].activated_at >= Some(stats[0].created_at) && stats[1].activated_at.is_none());
    library.delete_generation(third).await.unwrap();
    assert_eq!(library.generation_stats(three.deal).await.unwrap(), stats[..2], "the others keep what they hold");
    assert_eq!(library.vectors(third, three.content).await.unwrap(), None);
}

#[tokio::test]
async fn an_empty_generation_is_counted_too() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    library.ensure_generation(deal, "e5", "print-0", 3).await.unwrap();
    let stats = library.generation_stats(deal).await.unwrap().remove(0);
    assert_eq!((stats.documents, stats.missing, stats.vectors, stats.bytes), (0, 0, 0, 0));
}
