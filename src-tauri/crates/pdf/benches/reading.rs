//! Reading of the sample documents, each in a process of its own, against poppler's `pdftotext -bbox` where it is
//! installed. Run: `cargo bench -p pincite-pdf --bench reading`. For CPU time and many files: `tests/peers/pdf_speed.py`.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a measurement that cannot go on should stop")]

use criterion::{Criterion, Throughput};
use pincite_pdf::{Document, Reader};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use tokio::runtime::{Builder, Runtime};

fn read(runtime: &Runtime, reader: &Reader, path: &Path) -> Document {
    runtime.block_on(reader.read(path, None, |_, _| ControlFlow::Continue(()))).unwrap()
}

/// Whether poppler read the file.
fn poppler(path: &Path) -> bool {
    let mut command = Command::new("pdftotext");
    command.arg("-bbox").arg(path).arg("-").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The reader process is this program run again, so `main` is ours.
fn main() {
    pincite_pdf::serve_if_asked();
    let mut criterion = Criterion::default().configure_from_args();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let reader = Reader::of_this_program().unwrap();
    for name in ["services-agreement.pdf", "annual-report.pdf"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets").join(name);
        let pages = read(&runtime, &reader, &path).pages.len();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(30).throughput(Throughput::Elements(pages as u64));
        group.bench_function("pincite", |bencher| bencher.iter(|| read(&runtime, &reader, &path)));
        match poppler(&path) {
            true => drop(group.bench_function("poppler", |bencher| bencher.iter(|| poppler(&path)))),
            false => eprintln!("pdftotext is not installed: no comparison"),
        }
        group.finish();
    }
    criterion.final_summary();
}
