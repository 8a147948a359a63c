//! Which documents of a scope a question names: by company, title, file name or year. "What was the capex of Netflix in 2017" asks
//! the annual report of Netflix for 2017. Not for a single document, which needs no name.

use crate::Result;
use crate::index::SearchScope;
use crate::score::{Mode, PreparedQuestion, RankedPassage, term_weight};
use crate::text::analyse;
use pincite_library::{CollectionId, Library};
use std::collections::HashSet;

/// What a document gains whose name has all words of the question that any name has. The unit is that of the final score.
const NAMED: f32 = 3.0;

/// How far the question names each document of a scope.
#[derive(Default)]
pub(super) struct Names(Vec<f32>);

impl Names {
    /// Compares the question with the names of a scope's documents. Words that most names have tell nothing.
    pub(super) async fn of(
        question: &PreparedQuestion,
        library: &Library,
        collection: CollectionId,
        scope: &SearchScope<'_>,
    ) -> Result<Self> {
        let count = scope.documents().len();
        if count < 2 || question.mode != Mode::Hybrid {
            return Ok(Self::default());
        }
        let known = library.document_names(collection).await?;
        let words = |document| known.get(&scope.content(document)).map(|name| words_of(name)).unwrap_or_default();
        let names: Vec<HashSet<String>> = (0..count).map(words).collect();
        Ok(Self::compared(&terms_of(question), &names))
    }

    /// Whether the question names any.
    pub(super) fn are_any(&self) -> bool {
        self.0.iter().any(|gain| *gain > 0.0)
    }

    fn compared(terms: &HashSet<String>, names: &[HashSet<String>]) -> Self {
        let mut gains = vec![0.0; names.len()];
        let mut most = 0.0;
        for term in terms {
            let having: Vec<usize> = (0..names.len()).filter(|at| names[*at].contains(term)).collect();
            if having.is_empty() || 2 * having.len() > names.len() {
                continue;
            }
            let weight = term_weight(term, names.len(), having.len());
            most += weight;
            having.into_iter().for_each(|at| gains[at] += weight);
        }
        if most > 0.0 {
            gains.iter_mut().for_each(|gain| *gain *= NAMED / most);
        }
        Self(gains)
    }

    /// What its document adds to the score of a passage.
    pub(super) fn bonus(&self, ranked: &RankedPassage) -> Option<f32> {
        self.0.get(ranked.document).copied().filter(|gain| *gain > 0.0)
    }
}

/// The words of the question, and the last of its years: the earlier ones stand in the same report.
fn terms_of(question: &PreparedQuestion) -> HashSet<String> {
    let years = &question.figures.years;
    let is_year = |term: &String| term.parse().is_ok_and(|year| years.contains(&year));
    let mut terms: HashSet<String> = question.query.terms.iter().filter(|term| !is_year(term)).cloned().collect();
    terms.extend(years.last().map(ToString::to_string));
    terms
}

fn words_of(name: &str) -> HashSet<String> {
    analyse(&name.replace('_', " ")).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(question: &str, names: &[&str]) -> Vec<f32> {
        let names: Vec<HashSet<String>> = names.iter().map(|name| words_of(name)).collect();
        Names::compared(&terms_of(&PreparedQuestion::new(question, Mode::Hybrid)), &names).0
    }

    #[test]
    fn company_and_year_choose_the_report() {
        let names =
            ["Alder Inc., 10-K 2017", "Alder Inc., 10-K 2018", "Birch Corp, 10-K 2017", "Birch Corp, 10-K 2018"];
        let gains = gains("What was the capex of Alder in FY2016 and FY2017?", &names);
        assert!(gains[0] > gains[1] && gains[0] > gains[2], "{gains:?}");
        assert!((gains[0] - NAMED).abs() < 1e-6 && gains[3] == 0.0, "{gains:?}");
    }

    #[test]
    fn what_no_name_or_every_name_has_tells_nothing() {
        let names = ["Supply agreement of 2019", "Supply agreement of 2020"];
        assert_eq!(gains("What does the supply agreement say about notice?", &names), [0.0, 0.0]);
    }
}
