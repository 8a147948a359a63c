//! Generations and vectors: exactly one active, never mixed, shared where encoder and bytes are the same.

use crate::support::{Temporary, content, hash, list, new_vectors, page, passages, seen, store, vectors};
use futures_util::TryStreamExt;
use pincite_library::Vectors;
use proptest::prelude::*;
use std::path::Path;

#[tokio::test]
async fn the_first_generation_is_active_and_the_same_encoder_makes_no_second() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    assert_eq!(library.active_generation(deal).await.unwrap(), None);
    let first = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap();
    assert!(first.active);
    assert_eq!(library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap(), first);
    let second = library.ensure_generation(deal, "tuned", "print-2", 3).await.unwrap();
    assert!(!second.active, "a new encoder does not take over by itself");
    assert_eq!(library.active_generation(deal).await.unwrap(), Some(first));
}

#[tokio::test]
async fn activation_switches_once_every_content_has_vectors() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let content = store(library, deal, "/a.pdf", 1, &["one", "two"]).await.content;
    store(library, deal, "/scan.pdf", 2, &[]).await;
    let first = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap().id;
    let second = library.ensure_generation(deal, "tuned", "print-2", 3).await.unwrap().id;
    assert_eq!(library.contents_without_vectors(second).await.unwrap(), [content], "a scan needs no vectors");
    assert_eq!(library.activate(second).await.unwrap_err().code(), "library.generation_incomplete");
    library.store_vectors(content, &new_vectors(second, &vectors(2, 0.5))).await.unwrap();
    library.activate(second).await.unwrap();
    let active: Vec<_> = library.generations(deal).await.unwrap().iter().map(|g| (g.id, g.active)).collect();
    assert_eq!(active, [(first, false), (second, true)]);
    assert_eq!(library.delete_generation(second).await.unwrap_err().code(), "library.generation_active");
    library.delete_generation(first).await.unwrap();
    assert_eq!(library.generations(deal).await.unwrap().len(), 1);
    assert_eq!(library.activate(first).await.unwrap_err().code(), "library.no_generation");
    assert!(library.active_generation(deal).await.unwrap().is_some(), "a failed switch leaves the active one");
}

#[tokio::test]
async fn content_known_to_another_collection_brings_its_vectors() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let ours = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap().id;
    let document = list(library, deal, "/a.pdf").await;
    let new = new_vectors(ours, &vectors(2, 1.0));
    let pages = [page("1")];
    let two = passages(&["one", "two"]);
    let placed = library.store_content(&content(document, "/a.pdf", 1, &pages, &two, Some(&new))).await.unwrap();
    let same = library.ensure_generation(matter, "e5", "print-1", 3).await.unwrap().id;
    let other = library.ensure_generation(matter, "bge", "print-9", 3).await.unwrap().id;
    let copy = list(library, matter, "/b.pdf").await;
    let adopted = library.adopt(copy, &seen(Path::new("/b.pdf")), hash(1), "one").await.unwrap();
    if crate::IS_SHARED {
        assert_eq!(adopted, None, "who may see one collection need not see the other");
        return;
    }
    assert_eq!(adopted.unwrap().content, placed.content);
    assert_eq!(library.vectors(same, placed.content).await.unwrap(), Some(new.vectors.clone()), "not computed again");
    assert_eq!(library.vectors(other, placed.content).await.unwrap(), None, "another encoder's are never mixed in");
    let late = library.create_collection("Late").await.unwrap().id;
    store(library, late, "/c.pdf", 1, &["one", "two"]).await;
    let late = library.ensure_generation(late, "e5", "print-1", 3).await.unwrap().id;
    assert_eq!(
        library.vectors(late, placed.content).await.unwrap(),
        Some(new.vectors),
        "nor when the encoder comes later"
    );
}

#[tokio::test]
async fn vectors_leave_with_the_content_that_leaves_the_collection() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["one"]).await;
    store(library, matter, "/a.pdf", 1, &["one"]).await;
    library.store_vectors(placed.content, &new_vectors(generation, &vectors(1, 1.0))).await.unwrap();
    library.remove_document(placed.document).await.unwrap();
    assert_eq!(
        library.vectors(generation, placed.content).await.unwrap(),
        None,
        "the content stays, for the other one"
    );
    let error = library.store_vectors(placed.content, &new_vectors(generation, &vectors(1, 1.0))).await.unwrap_err();
    assert_eq!(error.code(), "library.no_generation", "nor may they come back for content that is not listed");
}

#[tokio::test]
async fn vectors_of_passages_that_are_gone_are_not_stored() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["one", "two"]).await;
    let before = library.content(placed.content).await.unwrap().first_passage;
    let pages = [page("1")];
    let cut = passages(&["o", "ne", "two"]);
    let mut new = content(placed.document, "/a.pdf", 1, &pages, &cut, None);
    new.recipe = "two";
    library.store_content(&new).await.unwrap();
    let now = library.content(placed.content).await.unwrap().first_passage;
    let late =
        library.store_vectors_since(placed.content, before, &new_vectors(generation, &vectors(2, 1.0))).await.unwrap();
    assert!(!late, "they fit by their number and would stand for other words");
    assert_eq!(library.vectors(generation, placed.content).await.unwrap(), None);
    assert!(
        library.store_vectors_since(placed.content, now, &new_vectors(generation, &vectors(3, 2.0))).await.unwrap()
    );
    assert_eq!(library.vectors(generation, placed.content).await.unwrap(), Some(vectors(3, 2.0)));
}

#[tokio::test]
async fn shapes_that_do_not_fit_are_refused() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap().id;
    let content = store(library, deal, "/a.pdf", 1, &["one", "two"]).await.content;
    let wider = Vectors { width: 4, owners: vec![0], values: vec![0.0; 4] };
    let short = Vectors { width: 3, owners: vec![0, 1], values: vec![0.0; 5] };
    let beyond = Vectors { width: 3, owners: vec![2], values: vec![0.0; 3] };
    for wrong in [wider, short, beyond] {
        let error = library.store_vectors(content, &new_vectors(generation, &wrong)).await.unwrap_err();
        assert_eq!(error.code(), "library.vector_shape", "{wrong:?}");
    }
    assert_eq!(library.vectors(generation, content).await.unwrap(), None);
}

#[tokio::test]
async fn a_generation_streams_its_contents() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap().id;
    let mut expected = Vec::new();
    for number in 1..=20_u8 {
        let content = store(library, deal, &format!("/{number}.pdf"), number, &["one", "two"]).await.content;
        library.store_vectors(content, &new_vectors(generation, &vectors(2, f32::from(number)))).await.unwrap();
        expected.push((content, vectors(2, f32::from(number))));
    }
    let all: Vec<_> = library.all_vectors(generation).try_collect().await.unwrap();
    assert_eq!(all, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn vectors_come_back_bit_for_bit(rows in proptest::collection::vec((0..5_u32, any::<[u32; 3]>()), 0..40)) {
        crate::support::block_on(async {
            let Temporary { library, folder: _folder } = &Temporary::new().await;
            let deal = library.create_collection("Deal").await.unwrap().id;
            let generation = library.ensure_generation(deal, "e5", "print-1", 3).await.unwrap().id;
            let content = store(library, deal, "/a.pdf", 1, &["a", "b", "c", "d", "e"]).await.content;
            let values = rows.iter().flat_map(|(_, bits)| bits.map(f32::from_bits)).collect();
            let vectors = Vectors { width: 3, owners: rows.iter().map(|(owner, _)| *owner).collect(), values };
            library.store_vectors(content, &new_vectors(generation, &vectors)).await.unwrap();
            let back = library.vectors(generation, content).await.unwrap().unwrap();
            let bits = |v: &Vectors| v.values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!((back.width, &back.owners, bits(&back)), (3, &vectors.owners, bits(&vectors)));
        });
    }
}
