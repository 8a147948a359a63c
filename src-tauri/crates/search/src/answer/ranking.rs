//! The ranking of a scope, with what is known beyond its words and vectors: which documents the question names, and which rows of
//! tables have its figures.

use super::names::Names;
use super::question::AskedCollection;
use super::rows::Rows;
use crate::Result;
use crate::index::SearchScope;
use crate::score::{RankedPassage, with_bonus};

/// A ranking with the rows that were found for it.
pub(super) struct Ranking {
    /// Best first.
    pub(super) passages: Vec<RankedPassage>,
    pub(super) rows: Rows,
}

impl Ranking {
    /// The first `limit` passages of a scope.
    pub(super) async fn new(asked: AskedCollection<'_>, scope: &SearchScope<'_>, limit: usize) -> Result<Self> {
        let AskedCollection { question, index, library } = asked;
        let question = &question.prepared;
        let names = Names::of(question, library, index.collection(), scope).await?;
        // Any passage may rise by a bonus.
        let before = if names.are_any() || question.asks_for_rows() { usize::MAX } else { limit };
        let passages = question.first_stage(&scope.documents(), &index.weights(), before);
        let mut passages = with_bonus(passages, |one| one.score.named = names.bonus(one), before);
        let rows = Rows::of(question, library, scope, &passages).await?;
        if question.query.phrases.is_empty() {
            passages.extend(rows.unranked(&passages));
        }
        let add = |one: &mut RankedPassage| {
            one.score.named = names.bonus(one);
            one.score.rows = rows.bonus(one);
        };
        Ok(Self { passages: with_bonus(passages, add, limit), rows })
    }
}
