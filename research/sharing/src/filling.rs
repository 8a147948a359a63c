//! Fills a library. The first documents are the real ones. Then each is made again and again with other passages: the first
//! sentences of one, the last ones of another, and a vector between the two in the same proportion.

use crate::{Place, Result, report};
use futures_util::TryStreamExt;
use pincite_language::Language;
use pincite_library::{
    CollectionId, ContentHash, FileVersion, Generation, Library, NewContent, NewPassage, NewVectors, PageMeta, Scope,
    Vectors,
};
use pincite_search::passage_terms;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Fill {
    #[command(flatten)]
    place: Place,
    /// A library with real documents.
    #[arg(long)]
    source: PathBuf,
    /// Passages to make.
    #[arg(long, default_value_t = 1_000_000)]
    passages: usize,
    /// Chance of the mixture.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A real document.
struct Document {
    pages: Vec<PageMeta>,
    passages: Vec<NewPassage>,
    vectors: Vectors,
}

#[derive(Serialize)]
struct Filled {
    passages: usize,
    documents: usize,
    seconds: f32,
    passages_a_second: f32,
}

impl Fill {
    pub(crate) async fn run(&self) -> Result<()> {
        let source = Library::open(&self.source).await?;
        let (generation, real) = documents(&source).await?;
        let library = Library::open(&self.place.library).await?;
        let collection = library.create_collection("Filings and contracts").await?.id;
        let Generation { encoder, fingerprint, width, .. } = generation;
        let generation = library.ensure_generation(collection, &encoder, &fingerprint, width).await?;
        let mut random = Pcg64Mcg::seed_from_u64(self.seed);
        let started = Instant::now();
        let mut passages = 0;
        let mut documents = 0;
        while passages < self.passages {
            let is_real = documents < real.len();
            let model = &real[documents % real.len()];
            let mixed;
            let document = if is_real {
                model
            } else {
                mixed = mixture(model, &real, &mut random);
                &mixed
            };
            store(&library, collection, &generation, documents, document).await?;
            passages += document.passages.len();
            documents += 1;
            if documents % 100 == 0 || passages >= self.passages {
                let seconds = started.elapsed().as_secs_f32();
                report(&Filled { passages, documents, seconds, passages_a_second: passages as f32 / seconds })?;
            }
        }
        library.close().await;
        Ok(())
    }
}

/// The real documents of a library that have vectors.
async fn documents(source: &Library) -> Result<(Generation, Vec<Document>)> {
    let collection = source.collections().await?.into_iter().max_by_key(|it| it.passages).ok_or("no collection")?.id;
    let generation = source.active_generation(collection).await?.ok_or("no vectors")?;
    let mut documents = Vec::new();
    for content in source.contents(collection).await? {
        let Some(vectors) = source.vectors(generation.id, content.id).await? else { continue };
        let mut passages = Vec::new();
        for stored in source.passages(content.id).await? {
            passages
                .push(NewPassage { terms: passage_terms(&stored.passage, Language::English), passage: stored.passage });
        }
        documents.push(Document { pages: source.pages(content.id).await?, passages, vectors });
    }
    let lines: Vec<_> = source.terms(Scope::Collection(collection)).try_collect().await?;
    let stored: usize = lines.iter().map(|terms| terms.passages().count()).sum();
    let found: usize = documents.iter().map(|document| document.passages.len()).sum();
    report(&serde_json::json!({"real documents": documents.len(), "passages": found, "with terms": stored}))?;
    Ok((generation, documents))
}

/// A document like another one, of which each passage ends as some other passage does.
fn mixture(model: &Document, real: &[Document], random: &mut Pcg64Mcg) -> Document {
    let width = model.vectors.width as usize;
    let mut passages = model.passages.clone();
    let mut values = Vec::with_capacity(model.vectors.values.len());
    for (at, owner) in model.vectors.owners.iter().enumerate() {
        let other = &real[random.random_range(0..real.len())];
        let row = random.random_range(0..other.vectors.owners.len());
        let share = random.random_range(0.5..0.9);
        let end = &other.passages[other.vectors.owners[row] as usize].terms;
        let passage = &mut passages[*owner as usize];
        passage.terms = format!("{} | {}", part(&passage.terms, 0.0, share), part(end, share, 1.0));
        let ours = &model.vectors.values[at * width..(at + 1) * width];
        let theirs = &other.vectors.values[row * width..(row + 1) * width];
        values.extend(ours.iter().zip(theirs).map(|(our, their)| share * our + (1.0 - share) * their));
    }
    let vectors = Vectors { width: model.vectors.width, owners: model.vectors.owners.clone(), values };
    Document { pages: model.pages.clone(), passages, vectors }
}

/// The words of a line between two shares of it.
fn part(line: &str, from: f32, to: f32) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let at = |share: f32| (share * words.len() as f32) as usize;
    words[at(from)..at(to)].join(" ")
}

async fn store(
    library: &Library,
    collection: CollectionId,
    generation: &Generation,
    number: usize,
    document: &Document,
) -> Result<()> {
    let path = PathBuf::from(format!("/made/{number}.pdf"));
    let listed = library.list_files(collection, std::slice::from_ref(&path)).await?.remove(0);
    library.finish_job(listed.job).await?;
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&(number as u64).to_le_bytes());
    let vectors = NewVectors { generation: generation.id, vectors: document.vectors.clone() };
    let new = NewContent {
        document: listed.document,
        seen: FileVersion { path: &path, bytes: 1, modified_ms: 1 },
        hash: ContentHash(hash),
        title: None,
        recipe: "made for figures",
        language: Language::English,
        problem: None,
        pages: &document.pages,
        passages: &document.passages,
        tables: &[],
        vectors: Some(&vectors),
    };
    library.store_content(&new).await?;
    Ok(())
}
