//! Splitting of the sample documents, against a cut after a fixed number of words that ignores layout and sentences.
//! Run: `cargo bench -p pincite-passage --bench splitting`.
#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on should stop")]

use criterion::{Criterion, Throughput};
use pincite_passage::{Splitting, split};
use pincite_pdf::{Document, Page, Reader};
use std::ops::ControlFlow;
use std::path::Path;

const SPLITTING: Splitting = Splitting { max_tokens: 256 };

fn count_words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn fixed_windows(pages: &[Page]) -> Vec<String> {
    let words: Vec<&str> = pages.iter().flat_map(|page| &page.words).map(|word| word.text.as_str()).collect();
    words.chunks(SPLITTING.max_tokens).map(|words| words.join(" ")).collect()
}

async fn read(name: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(name);
    Reader::of_this_program().unwrap().read(&path, None, |_, _| ControlFlow::Continue(())).await.unwrap()
}

/// The reader process is this program run again, so `main` is ours.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    pincite_pdf::serve_if_asked();
    let mut criterion = Criterion::default().configure_from_args();
    for name in ["services-agreement.pdf", "annual-report.pdf"] {
        let Document { contents, pages } = read(name).await;
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(pages.len() as u64));
        group.bench_function("pincite", |bencher| {
            bencher.iter(|| split(&contents, &pages, SPLITTING, &count_words));
        });
        group.bench_function("fixed windows", |bencher| bencher.iter(|| fixed_windows(&pages)));
        group.finish();
    }
    criterion.final_summary();
}
