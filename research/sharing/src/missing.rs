//! What the server's index of vectors misses of the nearest passages, and what the narrowed search misses of the first passages
//! of the whole ranking. The file has the same documents in the same order.

use crate::asking::{largest, narrowed};
use crate::{Place, Questions, Result, report};
use pincite_library::{CollectionId, Library, PassageId};
use pincite_search::{CollectionIndex, CollectionQuestion, Gather, Search, Wanted};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Miss {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    questions: Questions,
    /// A library in a file with the same documents. Without one only vectors are compared.
    #[arg(long)]
    file: Option<PathBuf>,
}

/// Candidates of the index.
const NEAREST: usize = 200;
/// Cosines that differ by less are equal: half precision has 11 bits.
const EQUAL: f32 = 1e-6;
/// First passages of the ranking: those that are read.
const FIRST: usize = 50;

impl Miss {
    pub(crate) async fn run(&self) -> Result<()> {
        let questions = self.questions.prepared()?;
        let library = Library::open(&self.place.library).await?;
        let server = library.server().ok_or("the library is not on a server")?;
        let collection = largest(&library).await?;
        let generation = library.active_generation(collection).await?.ok_or("no vectors")?;
        let file = match &self.file {
            None => None,
            Some(file) => {
                let file = Library::open(file).await?;
                let in_file = largest(&file).await?;
                let index = CollectionIndex::load(&file, in_file).await?;
                let places = Places::of(&file, in_file).await?;
                Some((file, index, places))
            }
        };
        let places = Places::of(&library, collection).await?;
        let mut near = Vec::new();
        let mut ranked = Vec::new();
        let mut same_hits = 0;
        for question in &questions {
            let vector = question.vector.as_deref().unwrap_or_default();
            let mut exact = server.cosines(&generation, &[], vector).await?;
            exact.sort_by(|one, other| other.cosine.total_cmp(&one.cosine));
            // Of equally near ones any will do, as in ann-benchmarks.
            let least = exact[NEAREST - 1].cosine - EQUAL;
            let found = server.nearest(&generation, &[], vector, NEAREST as u32).await?;
            let right = found.iter().filter(|one| one.cosine >= least).count();
            near.push(right as f32 / NEAREST as f32);
            let Some((file, loaded, file_places)) = &file else { continue };
            let question = CollectionQuestion::from(question.clone());
            let expected = file_places.of_all(&first(file, loaded, &question).await?);
            let narrowed = narrowed(&library, collection, &question).await?;
            let given = places.of_all(&first(&library, &narrowed, &question).await?);
            let common = expected.iter().filter(|passage| given.contains(passage)).count();
            ranked.push(common as f32 / expected.len().max(1) as f32);
            same_hits += usize::from(expected.first() == given.first());
        }
        report(&serde_json::json!({
            "questions": questions.len(),
            "nearest 200: mean recall": mean(&near),
            "nearest 200: worst": near.iter().copied().fold(1.0, f32::min),
            "first 50: mean recall": mean(&ranked),
            "first 50: worst": ranked.iter().copied().fold(1.0, f32::min),
            "same first passage": same_hits,
        }))
    }
}

/// The first passages of the ranking.
async fn first(library: &Library, index: &CollectionIndex, question: &CollectionQuestion) -> Result<Vec<PassageId>> {
    let wanted = Wanted { contents: &[], without: &[], k: FIRST, gather: Gather::Best };
    let hits = Search { index, library }.first_stage(question, &wanted).await?.hits().await?.hits;
    Ok(hits.iter().map(|hit| hit.id).collect())
}

/// Where passages are in a collection: each library has numbers of its own.
struct Places(BTreeMap<PassageId, usize>);

impl Places {
    async fn of(library: &Library, collection: CollectionId) -> Result<Self> {
        let mut contents = library.contents(collection).await?;
        contents.sort_by_key(|content| content.id);
        Ok(Self(contents.iter().enumerate().map(|(rank, content)| (content.first_passage, rank)).collect()))
    }

    /// The rank of the document of each passage, and its ordinal there.
    fn of_all(&self, passages: &[PassageId]) -> Vec<(usize, i64)> {
        let mut places = Vec::with_capacity(passages.len());
        for passage in passages {
            let first = self.0.range(..=passage).next_back();
            places.extend(first.map(|(first, rank)| (*rank, passage.0 - first.0)));
        }
        places
    }
}

fn mean(shares: &[f32]) -> f32 {
    shares.iter().sum::<f32>() / shares.len().max(1) as f32
}
