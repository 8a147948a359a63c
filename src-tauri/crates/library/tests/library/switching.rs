//! The switch from one generation to another, cut off at any moment: there is exactly one active generation, and it is
//! whole.

use crate::durability::check_file;
use crate::processes::{lines, spawn, told};
use crate::support::{Temporary, begin, block_on, content, force, list, new_vectors, page, passages, store, vectors};
use pincite_library::{CollectionId, Generation, Library, NewGeneration};
use rand::RngExt;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

const KILLS: usize = 12;
const CONTENTS: u8 = 3;

/// Every vector of a generation begins with its number: one that is in the wrong place is seen.
fn seed(generation: &Generation) -> f32 {
    generation.id.0 as f32 * 10.0
}

async fn tuned(library: &Library, deal: CollectionId, number: u32) -> Generation {
    let encoder = format!("e5-{number}");
    let fingerprint = format!("print-{number}");
    let new = NewGeneration { encoder: &encoder, fingerprint: &fingerprint, width: 3, base: Some("e5") };
    library.add_generation(deal, &new).await.unwrap()
}

async fn fill(library: &Library, generation: &Generation) {
    for content in library.contents_without_vectors(generation.id).await.unwrap() {
        library.store_vectors(content, &new_vectors(generation.id, &vectors(2, seed(generation)))).await.unwrap();
    }
}

#[test]
#[ignore = "run by other tests in a process of its own"]
fn child_switches_without_end() {
    let Some(path) = told() else { return };
    block_on(async {
        let library = Library::open(&path).await.unwrap();
        let deal = library.collections().await.unwrap()[0].id;
        println!("started");
        std::io::stdout().flush().unwrap();
        for round in 0_u32.. {
            let generation = tuned(&library, deal, round % 5).await;
            fill(&library, &generation).await;
            library.activate(generation.id).await.unwrap();
            if round % 3 == 2 && library.former_generation(deal).await.unwrap().is_some() {
                library.undo_activation(deal).await.unwrap();
            }
            for old in library.generations(deal).await.unwrap().iter().filter(|one| !one.active).skip(2) {
                library.delete_generation(old.id).await.unwrap();
            }
        }
    });
}

#[test]
fn kills_leave_exactly_one_active_generation_and_it_is_whole() {
    let temporary = block_on(Temporary::new());
    let deal = block_on(prepare(&temporary.library));
    let mut seen = HashSet::new();
    for _ in 0..KILLS {
        let mut child = spawn("switching::child_switches_without_end", temporary.library.path());
        lines(&mut child, "started").next().expect("it opens the library");
        std::thread::sleep(Duration::from_millis(rand::rng().random_range(0..300)));
        child.kill().unwrap();
        child.wait().unwrap();
        seen.insert(block_on(check(temporary.library.path(), deal)));
    }
    assert!(seen.len() > 2, "the kills met a working process: {seen:?} were active");
}

/// Contents with vectors of an untuned encoder.
async fn prepare(library: &Library) -> CollectionId {
    let deal = library.create_collection("Deal").await.unwrap().id;
    for number in 0..CONTENTS {
        store(library, deal, &format!("/{number}.pdf"), number, &["one", "two"]).await;
    }
    let first = library.ensure_generation(deal, "e5", "print", 3).await.unwrap();
    fill(library, &first).await;
    deal
}

/// Returns the active generation's encoder and number.
async fn check(path: &Path, deal: CollectionId) -> (String, i64) {
    check_file(path).await;
    let library = Library::open(path).await.unwrap();
    assert_eq!(library.check().await.unwrap(), [], "each row has its seal");
    let generations = library.generations(deal).await.unwrap();
    let active: Vec<_> = generations.iter().filter(|one| one.active).collect();
    assert_eq!(active.len(), 1, "exactly one answers: {generations:?}");
    assert!(library.contents_without_vectors(active[0].id).await.unwrap().is_empty(), "and it is whole");
    for generation in &generations {
        for content in library.contents(deal).await.unwrap() {
            let kept = library.vectors(generation.id, content.id).await.unwrap();
            assert!(kept.is_none_or(|kept| kept == vectors(2, seed(generation))), "two generations are never mixed");
        }
    }
    (active[0].encoder.clone(), active[0].id.0)
}

#[tokio::test]
async fn a_switch_cut_off_half_way_has_not_happened() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = prepare(library).await;
    let (first, second) = (library.active_generation(deal).await.unwrap(), tuned(library, deal, 1).await);
    fill(library, &second).await;
    let other = begin(library, "UPDATE generation SET active = FALSE").await;
    assert_eq!(library.active_generation(deal).await.unwrap(), first, "a switch is seen when it is done, not before");
    drop(other); // as a killed process leaves it
    assert_eq!(library.active_generation(deal).await.unwrap(), first);
    library.activate(second.id).await.unwrap();
    assert_eq!(library.active_generation(deal).await.unwrap().map(|one| one.id), Some(second.id), "the lock is gone");
    let two = force(library, "UPDATE generation SET active = TRUE").await;
    assert!(two.is_err(), "the schema itself knows no two active ones");
}

#[tokio::test]
async fn content_that_comes_first_holds_the_switch_up() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = prepare(library).await;
    let (first, second) = (library.active_generation(deal).await.unwrap().unwrap(), tuned(library, deal, 1).await);
    fill(library, &second).await;
    let document = list(library, deal, "/late.pdf").await;
    let late = new_vectors(first.id, &vectors(2, seed(&first)));
    let pages = [page("1")];
    let two = passages(&["one", "two"]);
    let new = content(document, "/late.pdf", 99, &pages, &two, Some(&late));
    let placed = temporary.again().await.store_content(&new).await.unwrap();
    let error = library.activate(second.id).await.unwrap_err();
    assert_eq!(error.code(), "library.generation_incomplete", "what another process stored counts at once");
    assert_eq!(library.contents_without_vectors(second.id).await.unwrap(), [placed.content]);
    fill(library, &second).await;
    library.activate(second.id).await.unwrap();
}
