//! How rare words are in English at large. Of a question's words some are rare in the documents asked only because people do
//! not write so there ("round your answer"); they are not what is asked about. Not for what is rare in the documents
//! (`lexical`).
//!
//! `background.tsv` holds, for each term, how many of a number of passages from everywhere have it: encyclopedia, reviews,
//! comments, tales, policies. The example `background` counts them.

use crate::lexical::idf;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Terms with the number of passages that have them; the first line names the analysis and the number of all passages.
const TABLE: &str = include_str!("background.tsv");

static BACKGROUND: LazyLock<Background> = LazyLock::new(|| Background::read(TABLE));

/// The passages counted.
struct Background {
    /// The analysis that made the terms; read by a test.
    #[cfg_attr(not(test), expect(dead_code, reason = "only a test compares it"))]
    analysis: usize,
    passages: usize,
    holding: HashMap<&'static str, usize>,
}

impl Background {
    fn read(table: &'static str) -> Self {
        let mut lines = table.lines().filter_map(|line| {
            let (term, count) = line.split_once('\t')?;
            Some((term, count.parse().ok()?))
        });
        let analysis = lines.next().map_or(0, |(_, version)| version);
        let passages = lines.next().map_or(0, |(_, passages)| passages);
        Self { analysis, passages, holding: lines.collect() }
    }
}

/// How rare a term is at large, from almost 0 (everywhere) to 1 (in hardly any text): its inverse document frequency there,
/// as a share of the greatest there is.
pub(crate) fn rarity(term: &str) -> f32 {
    let Background { passages, holding, .. } = &*BACKGROUND;
    holding.get(term).map_or(1.0, |holding| idf(*passages, *holding) / idf(*passages, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ANALYSIS_VERSION, analyse};

    fn of(word: &str) -> f32 {
        rarity(&analyse(word)[0])
    }

    #[test]
    fn words_that_people_use_everywhere_are_less_rare_than_those_of_a_trade() {
        let (time, answer, inventory) = (of("time"), of("answer"), of("inventory"));
        assert!(time < answer && answer < inventory, "{time} {answer} {inventory}");
        assert_eq!(of("amortization"), 1.0, "a word that hardly any text has is as rare as can be");
        assert!(of("round") < 0.6 && of("the") < 0.1, "half the weight, next to none");
    }

    #[test]
    fn the_table_is_of_todays_analysis_and_whole() {
        let Background { analysis, passages, holding } = &*BACKGROUND;
        assert_eq!(*analysis, ANALYSIS_VERSION as usize, "count again: the example `background` does");
        assert!(holding.len() + 2 == TABLE.lines().count(), "every line is a term and a number");
        assert!(holding.values().all(|count| count < passages), "a share of all passages");
    }
}
