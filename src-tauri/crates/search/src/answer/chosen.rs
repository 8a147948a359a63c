//! A passage that a person chose, as a hit of a question. Not for ranking.

use super::hit::Hit;
use super::merge::{Candidate, merge};
use super::present::Presenter;
use super::reading::read_sentences;
use crate::Error;
use crate::joint::Gather;
use crate::score::{RankedPassage, Score};
use crate::text::Query;
use pincite_library::{CollectionId, Library, StoredPassage};
use pincite_models::CrossEncoder;

/// A passage and the question that it answers.
pub struct ChosenPassage<'a> {
    /// The collection that lists its document.
    pub collection: CollectionId,
    /// The passage.
    pub passage: StoredPassage,
    /// The question.
    pub question: &'a str,
}

/// The passage as a hit, without a score. The cross-encoder chooses the best sentence, if there is one. `None` if the
/// collection does not list its document.
///
/// This computes: do not call it on a worker of an async runtime.
///
/// # Errors
/// [`Error::Library`], [`Error::Encoder`].
pub async fn hit_of_chosen(
    library: &Library,
    chosen: ChosenPassage<'_>,
    model: Option<&CrossEncoder>,
) -> Result<Option<Hit>, Error> {
    let ChosenPassage { collection, passage: stored, question } = chosen;
    let query = Query::new(question);
    let ranked = RankedPassage { document: 0, passage: stored.passage.ordinal, score: Score::default() };
    let groups = merge(vec![Candidate { ranked, stored }], 1);
    let best = model.map(|model| read_sentences(&groups, model, question)).transpose()?;
    let hits = Presenter::new(library, collection, &[], &query).hits(groups, &best.unwrap_or_default(), Gather::Best).await?;
    Ok(hits.into_iter().next())
}
