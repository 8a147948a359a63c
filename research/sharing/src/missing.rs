//! What the server's index of vectors misses of the nearest passages, and what the narrowed search misses of the first passages
//! of the whole ranking. The file has the same documents in the same order, so their passages have the same numbers.

use crate::asking::{largest, narrowed};
use crate::{Place, Questions, Result, report};
use pincite_library::{Library, PassageId};
use pincite_search::{CollectionIndex, CollectionQuestion, Gather, Search, Wanted};
use std::collections::HashSet;
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
                let index = CollectionIndex::load(&file, largest(&file).await?).await?;
                Some((file, index))
            }
        };
        let mut near = Vec::new();
        let mut ranked = Vec::new();
        let mut same_hits = 0;
        for question in &questions {
            let vector = question.vector.as_deref().unwrap_or_default();
            let mut exact = server.cosines(&generation, &[], vector).await?;
            exact.sort_by(|one, other| other.cosine.total_cmp(&one.cosine));
            let exact: HashSet<PassageId> = exact[..NEAREST].iter().map(|one| one.passage).collect();
            let found = server.nearest(&generation, &[], vector, NEAREST as u32).await?;
            let found: HashSet<PassageId> = found.iter().map(|one| one.passage).collect();
            near.push(exact.intersection(&found).count() as f32 / NEAREST as f32);
            let Some((file, loaded)) = &file else { continue };
            let question = CollectionQuestion::from(question.clone());
            let expected = first(file, loaded, &question).await?;
            let narrowed = narrowed(&library, collection, &question).await?;
            let given = first(&library, &narrowed, &question).await?;
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

fn mean(shares: &[f32]) -> f32 {
    shares.iter().sum::<f32>() / shares.len().max(1) as f32
}
