//! Inverse document frequency, and background IDF: how rare a term is in general English. Some words of a question are rare in
//! the documents only because of their style ("round your answer"), and say nothing about the subject. Not for counting in
//! the documents (`lexical`).
//!
//! `background_idf.tsv` lists terms with the number of general passages that contain them: encyclopedia, reviews,
//! comments, stories, policies. The example `background_idf` makes it.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Terms with numbers of passages. The first two lines are the version of the analysis and the number of all passages.
const TABLE: &str = include_str!("background_idf.tsv");

static BACKGROUND: LazyLock<Background> = LazyLock::new(|| Background::read(TABLE));

/// The table, read.
struct Background {
    /// Version of the analysis of the terms; read by a test.
    #[cfg_attr(not(test), expect(dead_code, reason = "only a test compares it"))]
    analysis: usize,
    passages: usize,
    containing: HashMap<&'static str, usize>,
}

impl Background {
    fn read(table: &'static str) -> Self {
        let mut lines = table.lines().filter_map(|line| {
            let (term, count) = line.split_once('\t')?;
            Some((term, count.parse().ok()?))
        });
        let analysis = lines.next().map_or(0, |(_, version)| version);
        let passages = lines.next().map_or(0, |(_, passages)| passages);
        Self { analysis, passages, containing: lines.collect() }
    }
}

/// The background IDF of a term, divided by the greatest possible one: from almost 0 (in every text) to 1 (in hardly any).
pub fn background_idf(term: &str) -> f32 {
    let Background { passages, containing, .. } = &*BACKGROUND;
    containing.get(term).map_or(1.0, |containing| idf(*passages, *containing) / idf(*passages, 0))
}

/// Whether a term is one of general English, and not one of a subject or a slip of the pen.
pub fn is_general(term: &str) -> bool {
    BACKGROUND.containing.contains_key(term)
}

/// How much a term tells that some of these texts have: its IDF among them, weighted by the background IDF.
pub(crate) fn term_weight(term: &str, texts: usize, containing: usize) -> f32 {
    idf(texts, containing) * background_idf(term)
}

/// ln(1 + (N − n + ½) / (n + ½)) for a term in n of N passages: never negative.
pub(super) fn idf(passages: usize, containing: usize) -> f32 {
    let all = passages as f32;
    let some = containing as f32;
    ((all - some + 0.5) / (some + 0.5)).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ANALYSIS_VERSION, analyse};
    use pincite_language::Language;

    fn of(word: &str) -> f32 {
        background_idf(&analyse(word, Language::English)[0])
    }

    #[test]
    fn common_words_are_less_rare_than_technical_ones() {
        let time = of("time");
        let answer = of("answer");
        let inventory = of("inventory");
        assert!(time < answer && answer < inventory, "{time} {answer} {inventory}");
        assert_eq!(of("amortization"), 1.0, "a word outside the table has the greatest value");
        assert!(is_general(&analyse("answers", Language::English)[0]) && !is_general("pitoxx"));
        assert!(of("round") < 0.6 && of("the") < 0.1, "half the weight, almost none");
    }

    #[test]
    fn the_table_is_complete_and_of_this_analysis() {
        let Background { analysis, passages, containing } = &*BACKGROUND;
        assert_eq!(*analysis, ANALYSIS_VERSION as usize, "make the table again with the example `background_idf`");
        assert!(containing.len() + 2 == TABLE.lines().count(), "every line is a term and a number");
        assert!(containing.values().all(|count| count < passages), "a share of all passages");
    }
}
