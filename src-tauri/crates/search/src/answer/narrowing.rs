//! A large collection on a server, narrowed for one question: the server says where its terms stand and which passages are near,
//! and the ranking of the product does the rest.
//!
//! Words are exact: the score of every passage is the same as in a loaded collection. Of the vectors, so are all up to
//! 100,000 passages. Beyond that the cosines of candidates are known: the nearest ones, and the first ones by words. A sample gives their
//! mean and deviation. `docs/sharing.md` has what that costs and misses.

use crate::Result;
use crate::index::CollectionIndex;
use crate::score::{Mode, PreparedQuestion, Weights};
use pincite_library::{ContentId, Generation, PassageId, Server};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::try_join;

/// How much is asked of the server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Up to so many passages all cosines are computed.
    exact: usize,
    /// Candidates by their vectors.
    nearest: u32,
    /// Candidates by their words.
    by_words: usize,
    /// Passages whose cosines give the mean and the deviation of all.
    sample: usize,
}

/// A sample of 4,096 gives the deviation to 1 %.
pub(super) const LIMITS: Limits =
    Limits { exact: Server::COMPARED as usize, nearest: 200, by_words: 1_000, sample: 4_096 };

/// The collection for a question: these contents, or all if none is named. `unloaded`: a collection of which nothing is loaded.
pub(super) async fn narrowed(
    server: Server<'_>,
    unloaded: &CollectionIndex,
    contents: &[ContentId],
    question: &PreparedQuestion,
    limits: Limits,
) -> Result<CollectionIndex> {
    let collection = unloaded.collection();
    let terms = question.query.all_terms();
    let outlines = server.outlines(collection, contents);
    let (outlines, postings) = try_join!(outlines, server.postings(collection, contents, terms))?;
    let mut index = unloaded.of_postings(outlines, postings);
    let (Some(generation), Some(vector)) = (unloaded.generation(), &question.vector) else { return Ok(index) };
    if index.passage_count() <= limits.exact {
        let all = server.cosines(generation, contents, vector).await?;
        index.know(all, None);
    } else {
        know_candidates(server, &mut index, generation, contents, question, limits).await?;
    }
    Ok(index)
}

async fn know_candidates(
    server: Server<'_>,
    index: &mut CollectionIndex,
    generation: &Generation,
    contents: &[ContentId],
    question: &PreparedQuestion,
    limits: Limits,
) -> Result<()> {
    let vector = question.vector.as_deref().unwrap_or_default();
    let sample = index.spread(limits.sample);
    let mut wanted: HashSet<PassageId> = sample.iter().copied().collect();
    if question.mode == Mode::Hybrid {
        wanted.extend(first_by_words(index, question, limits.by_words)?);
    }
    let wanted: Vec<PassageId> = wanted.into_iter().collect();
    let nearest = server.nearest(generation, contents, vector, limits.nearest);
    let (mut known, nearest) = try_join!(server.cosines_of(generation, &wanted, vector), nearest)?;
    let sample: HashSet<PassageId> = sample.into_iter().collect();
    let sampled = known.iter().filter(|one| sample.contains(&one.passage)).map(|one| one.cosine);
    let sampled: Arc<[f32]> = sampled.collect();
    known.extend(nearest);
    index.know(known, Some(sampled));
    Ok(())
}

/// The first passages by all that is known without vectors.
fn first_by_words(index: &CollectionIndex, question: &PreparedQuestion, most: usize) -> Result<Vec<PassageId>> {
    let scope = index.scope(&[], &[])?;
    let without_vector = PreparedQuestion { vector: None, ..question.clone() };
    let ranked = without_vector.first_stage(&scope.documents(), &Weights::default(), most);
    Ok(ranked.iter().map(|one| scope.passage_id(one.document, one.passage)).collect())
}

#[cfg(test)]
#[path = "../../../library/tests/library/server.rs"]
#[expect(dead_code, reason = "the tests of the library use the rest")]
mod server;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passage_terms;
    use crate::score::RankedPassage;
    use pincite_library::{CollectionId, Library, NewVectors, TestDocument, Vectors};
    use rand::{RngExt, SeedableRng, rngs::SmallRng};

    const WIDTH: u32 = 12;
    const DOCUMENTS: u8 = 20;
    const PASSAGES: u32 = 40;
    const WORDS: [&str; 8] = ["fee", "notice", "termination", "2019", "lease", "tenant", "landlord", "default"];

    /// A collection on a server whose words and vectors are drawn by lot.
    async fn collection() -> (Library, CollectionId) {
        let library = Library::open(&server::database().await).await.unwrap();
        let collection = library.create_collection("Deal").await.unwrap().id;
        let generation = library.ensure_generation(collection, "e5", "print", WIDTH).await.unwrap().id;
        let mut random = SmallRng::seed_from_u64(7);
        for number in 0..DOCUMENTS {
            let mut texts = Vec::new();
            for _ in 0..PASSAGES {
                let count = random.random_range(1..30);
                let words: Vec<&str> = (0..count).map(|_| WORDS[random.random_range(0..WORDS.len())]).collect();
                texts.push(words.join(" "));
            }
            let mut document = TestDocument::of_texts(format!("/{number}.pdf"), number, &texts, passage_terms);
            let values = (0..PASSAGES * WIDTH).map(|_| random.random_range(-1.0..1.0)).collect();
            let vectors = Vectors { width: WIDTH, owners: (0..PASSAGES).collect(), values };
            document.vectors = Some(NewVectors { generation, vectors });
            document.store(&library, collection).await.unwrap();
        }
        (library, collection)
    }

    fn asked(text: &str) -> PreparedQuestion {
        let mut question = PreparedQuestion::new(text, Mode::Hybrid);
        question.vector = Some((0..WIDTH).map(|n| if n % 3 == 0 { 0.5 } else { -0.1 }).collect());
        question
    }

    /// The first passages, each with its id and its score.
    fn ranked(index: &CollectionIndex, contents: &[ContentId], question: &PreparedQuestion) -> Vec<(PassageId, f32)> {
        let scope = index.scope(contents, &[]).unwrap();
        let ranked = question.first_stage(&scope.documents(), &Weights::default(), 50);
        let passage = |one: &RankedPassage| (scope.passage_id(one.document, one.passage), one.score.total);
        ranked.iter().map(passage).collect()
    }

    /// The server keeps 11 bits of a number of a vector, so scores differ by as much, and neighbours may change places.
    #[tokio::test]
    async fn the_answer_is_that_of_the_loaded_collection() {
        let (library, collection) = collection().await;
        let loaded = CollectionIndex::load(&library, collection).await.unwrap();
        let unloaded = CollectionIndex::unloaded(&library, collection, loaded.generation().cloned()).await.unwrap();
        let all: Vec<ContentId> = library.contents(collection).await.unwrap().iter().map(|it| it.id).collect();
        let candidates = Limits { exact: 0, nearest: 100, by_words: 200, sample: 400 };
        for text in ["termination notice", "\"landlord default\"", "How much is the fee in 2019?", "?"] {
            for contents in [&[][..], &all[3..5]] {
                let question = asked(text);
                let expected = ranked(&loaded, contents, &question);
                let server = library.server().unwrap();
                for (limits, tolerance) in [(LIMITS, 0.002), (candidates, 0.1)] {
                    let narrowed = narrowed(server, &unloaded, contents, &question, limits).await.unwrap();
                    let found = ranked(&narrowed, &[], &question);
                    assert_eq!(found.len(), expected.len(), "{text}");
                    for (passage, score) in &expected[..expected.len().min(20)] {
                        let same = found.iter().find(|(other, _)| other == passage);
                        let same = same.unwrap_or_else(|| panic!("{text}: {passage} is missing"));
                        assert!((same.1 - score).abs() < tolerance, "{text}: {} is not {score}", same.1);
                    }
                }
            }
        }
    }
}
