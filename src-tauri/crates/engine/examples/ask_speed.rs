//! How long a warm question takes, and how much memory it needs, on real documents:
//!
//! ```text
//! pincite eval pdf QUESTIONS --library real.db     # ingests the documents and keeps them
//! cargo run --release -p pincite-engine --example ask_speed -- real.db QUESTIONS 100000
//! ```
//!
//! The documents of the library are stored again under other hashes until there are as many passages as asked for (0: as
//! they are). So the collection has real words in real proportions. With a fourth word, part of a file's name, only that
//! document is asked.

#![allow(clippy::print_stdout, reason = "a program that reports")]

use pincite_api::{Gather, Mode, Question};
use pincite_engine::{Engine, Home, Options, Salvage};
use pincite_language::Language;
use pincite_library::{
    CollectionId, Content, ContentHash, FileVersion, GenerationId, Library, NewContent, NewPassage, NewVectors,
};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Result<()> {
    pincite_pdf::serve_if_asked();
    pincite_models::set_environment();
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [real, questions, passages, rest @ ..] = words.as_slice() else {
        return Err("usage: ask_speed LIBRARY QUESTIONS PASSAGES [DOCUMENT]".into());
    };
    let folder = tempfile::tempdir()?;
    let grown = folder.path().join("grown.db");
    let collection = grow(Path::new(real), &grown, passages.parse()?).await?;
    let questions = texts(Path::new(questions))?;
    let times = ask(grown, collection, &questions, rest.first().map(String::as_str)).await?;
    report(times);
    Ok(())
}

/// Copies the library's first collection, its documents again and again.
async fn grow(real: &Path, grown: &Path, wanted: u32) -> Result<CollectionId> {
    std::fs::copy(real, grown)?;
    let library = Library::open(grown).await?;
    let collection = library.collections().await?.into_iter().next().ok_or("the library is empty")?;
    let generation = library.active_generation(collection.id).await?.ok_or("nothing is embedded")?.id;
    let contents = library.contents(collection.id).await?;
    let mut there = collection.passages;
    for copy in 0u8.. {
        for content in &contents {
            if there >= wanted {
                library.close().await;
                return Ok(collection.id);
            }
            store_again(&library, collection.id, generation, content, copy).await?;
            there += content.passages;
        }
    }
    Ok(collection.id)
}

async fn store_again(
    library: &Library,
    collection: CollectionId,
    generation: GenerationId,
    content: &Content,
    copy: u8,
) -> Result<()> {
    let path = PathBuf::from(format!("/copies/{copy}/{}.pdf", content.id));
    let listed = library.list_files(collection, std::slice::from_ref(&path)).await?;
    let mut hash: ContentHash = content.hash.parse()?;
    hash.0[0] ^= copy.wrapping_add(1);
    let stored = library.passages(content.id).await?;
    let passages: Vec<NewPassage> = stored.into_iter().map(|it| new_passage(it.passage)).collect();
    let vectors = library.vectors(generation, content.id).await?;
    let vectors = vectors.map(|vectors| NewVectors { generation, vectors });
    let pages = library.pages(content.id).await?;
    let new = NewContent {
        document: listed[0].document,
        seen: FileVersion { path: &path, bytes: 0, modified_ms: 0 },
        hash,
        title: content.title.as_deref(),
        recipe: &content.recipe,
        problem: None,
        language: Language::English,
        pages: &pages,
        passages: &passages,
        tables: &[],
        vectors: vectors.as_ref(),
    };
    library.store_content(&new).await?;
    library.finish_job(listed[0].job).await?;
    Ok(())
}

fn new_passage(passage: pincite_passage::Passage) -> NewPassage {
    let terms = pincite_search::passage_terms(&passage, Language::English);
    NewPassage { passage, terms }
}

fn texts(questions: &Path) -> Result<Vec<String>> {
    let lines = std::fs::read_to_string(questions)?;
    let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok();
    let texts: Vec<String> =
        lines.lines().filter_map(read).filter_map(|it| it["question"].as_str().map(str::to_owned)).collect();
    if texts.is_empty() { Err("no question".into()) } else { Ok(texts) }
}

/// Milliseconds of each question, asked after a first one that loads everything.
async fn ask(library: PathBuf, collection: CollectionId, texts: &[String], name: Option<&str>) -> Result<Vec<f32>> {
    let home = Home::of_this_user();
    let reader = pincite_pdf::Reader::of_this_program()?;
    let device = pincite_models::Device::Cpu;
    let engine = Engine::open(Options {
        home,
        library: Some(library),
        device,
        reader,
        splitting: None,
        salvage: Salvage::Never,
    })
    .await?;
    let documents = engine.documents(collection).await?;
    let document = name.and_then(|name| documents.iter().find(|it| it.name.contains(name)));
    if let Some(document) = document {
        println!("{}: {} pages, {} passages", document.name, document.pages, document.passages);
    }
    let question = |text: &String| Question {
        text: text.clone(),
        collection,
        documents: document.iter().map(|it| it.id).collect(),
        k: 10,
        mode: Mode::Hybrid,
        gather: Gather::Auto,
        rerank: false,
        depth: None,
        remember: false,
    };
    let started = Instant::now();
    engine.ask(question(&texts[0])).await?;
    println!("first question, with loading: {:.1} s", started.elapsed().as_secs_f32());
    let mut times = Vec::new();
    for text in texts.iter().cycle().take(200) {
        let started = Instant::now();
        engine.ask(question(text)).await?;
        times.push(started.elapsed().as_secs_f32() * 1000.0);
    }
    Ok(times)
}

fn report(mut times: Vec<f32>) {
    times.sort_by(f32::total_cmp);
    let at = |share: f32| times[((times.len() - 1) as f32 * share) as usize];
    println!("{} warm questions: median {:.0} ms, p95 {:.0} ms", times.len(), at(0.5), at(0.95));
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!("peak memory {}", peak.trim_start_matches("VmHWM:").trim());
    }
}
