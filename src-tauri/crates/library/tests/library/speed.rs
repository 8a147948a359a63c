//! How fast bulk work is, printed, not judged: machines differ. Run by hand, in release:
//! `cargo test --release -p pincite-library --test library speed -- --ignored --nocapture`.

use crate::support::{Temporary, content, list, new_vectors, page, passages};
use futures_util::TryStreamExt;
use pincite_library::{Scope, Vectors};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::time::Instant;

const CONTENTS: u8 = 50;
const PASSAGES: u32 = 2000;
const WIDTH: u32 = 384;
const WORDS: usize = 130;

#[tokio::test]
#[ignore = "takes a while; see the head of this file"]
async fn a_hundred_thousand_passages() {
    let temporary = Temporary::new().await;
    let library = &temporary.library;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let generation = library.ensure_generation(deal, "e5", "print", WIDTH).await.unwrap().id;
    let mut random = SmallRng::seed_from_u64(1);
    let mut storing = Vec::new();
    for number in 0..CONTENTS {
        // Low numbers are frequent, as words are.
        let word = |random: &mut SmallRng| format!("w{}", 50_000_f64.powf(random.random::<f64>()) as u32);
        let text = |random: &mut SmallRng| (0..WORDS).map(|_| word(random)).collect::<Vec<_>>().join(" ");
        let texts: Vec<String> = (0..PASSAGES).map(|_| text(&mut random)).collect();
        let passages = passages(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let values = (0..PASSAGES * WIDTH).map(|_| random.random()).collect();
        let vectors = Vectors { width: WIDTH, owners: (0..PASSAGES).collect(), values };
        let pages = vec![page("1"); 300];
        let vectors = new_vectors(generation, &vectors);
        let path = format!("/{number}.pdf");
        let document = list(library, deal, &path).await;
        let start = Instant::now();
        let new = content(document, &path, number, &pages, &passages, Some(&vectors));
        library.store_content(&new).await.unwrap();
        storing.push(start.elapsed());
    }
    storing.sort();
    println!("store 300 pages, {PASSAGES} passages: median {:?}, worst {:?}", storing[25], storing[49]);
    println!("file: {} MiB", std::fs::metadata(library.path()).unwrap().len() >> 20);

    let start = Instant::now();
    let terms: Vec<_> = library.terms(Scope::Collection(deal)).try_collect().await.unwrap();
    let count: usize = terms.iter().flat_map(|t| t.passages()).map(|terms| terms.split(' ').count()).sum();
    println!("terms: {count} loaded and split in {:?}", start.elapsed());

    let start = Instant::now();
    let vectors: Vec<_> = library.all_vectors(generation).try_collect().await.unwrap();
    println!("vectors: {} contents in {:?}", vectors.len(), start.elapsed());

    let first = terms[7].first_passage.0;
    let ids: Vec<_> = (0..100).map(|n| pincite_library::PassageId(first + n * 7)).collect();
    let start = Instant::now();
    library.passages_by_id(&ids).await.unwrap();
    println!("100 passages by number: {:?}", start.elapsed());

    let start = Instant::now();
    let all = library.passages(terms[3].content).await.unwrap();
    println!("{} passages of a document: {:?}", all.len(), start.elapsed());
    let document = library.document_of(deal, terms[3].content).await.unwrap().unwrap();
    let start = Instant::now();
    library.remove_document(document.id).await.unwrap();
    println!("remove a document: {:?}", start.elapsed());
    let start = Instant::now();
    library.delete_collection(deal).await.unwrap();
    println!("delete the collection: {:?}", start.elapsed());
}
