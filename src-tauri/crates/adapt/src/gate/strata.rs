//! Prose and tables: questions are weighted so that both count as the collection has them. Not for telling a table's
//! rows (the crate `passage`).

use crate::{Corpus, Pair, Stratum};

/// From this share of numbers among its words on, a passage is a table.
const NUMBERS: f32 = 0.3;

/// Greatest weight of a question. With a higher one, a few questions about tables would decide alone.
const HEAVIEST: f64 = 3.0;

/// The strata of an exam.
#[derive(Debug)]
pub(crate) struct Strata {
    /// Stratum of each question: that of the first passage that answers.
    pub(crate) of: Vec<Stratum>,
    /// Share of the corpus's passages that are tables, 0 to 1.
    tables: f64,
}

impl Strata {
    pub(crate) fn new(pairs: &[Pair], corpus: &Corpus) -> Self {
        let of = pairs.iter().map(|pair| stratum(corpus, pair.document, pair.passages.first().copied()));
        let passages = corpus.documents.iter().enumerate().flat_map(|(document, text)| {
            (0..text.passages.len()).map(move |passage| stratum(corpus, document, Some(passage)))
        });
        Self { tables: share_of_tables(passages), of: of.collect() }
    }

    /// Share of the corpus's passages in a stratum, 0 to 1.
    pub(crate) fn share(&self, stratum: Stratum) -> f64 {
        match stratum {
            Stratum::Prose => 1.0 - self.tables,
            Stratum::Tables => self.tables,
        }
    }

    /// Weights of the questions used (0 for the others). Their strata weigh what they do in the corpus.
    pub(crate) fn weights(&self, used: impl Fn(usize) -> bool) -> Vec<f64> {
        let of_used = || self.of.iter().enumerate().filter(|(at, _)| used(*at)).map(|(_, stratum)| *stratum);
        let tables = share_of_tables(of_used());
        let heavy = |share: f64, of_used: f64| if of_used > 0.0 { (share / of_used).min(HEAVIEST) } else { 0.0 };
        let (prose, rows) = (heavy(1.0 - self.tables, 1.0 - tables), heavy(self.tables, tables));
        let weight = |stratum| match stratum {
            Stratum::Prose => prose,
            Stratum::Tables => rows,
        };
        self.of.iter().enumerate().map(|(at, stratum)| if used(at) { weight(*stratum) } else { 0.0 }).collect()
    }
}

fn stratum(corpus: &Corpus, document: usize, passage: Option<usize>) -> Stratum {
    let share = passage.map_or(0.0, |passage| corpus.documents[document].segment.numeric_share(passage));
    if share >= NUMBERS { Stratum::Tables } else { Stratum::Prose }
}

fn share_of_tables(strata: impl Iterator<Item = Stratum>) -> f64 {
    let (mut tables, mut all) = (0_usize, 0_usize);
    strata.for_each(|stratum| (tables, all) = (tables + usize::from(stratum == Stratum::Tables), all + 1));
    tables as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DocumentText;

    /// A corpus in which three of ten passages are tables, and questions about some of them.
    fn strata(asked: &[usize]) -> Strata {
        let text = |at: usize| if at < 3 { "Net sales 1,577 1,601" } else { "Rent is due in 30 days of a notice" };
        let texts: Vec<String> = (0..10).map(|at| text(at).to_owned()).collect();
        let pair = |at: &usize| Pair { question: String::new(), document: 0, passages: vec![*at] };
        let pairs: Vec<Pair> = asked.iter().map(pair).collect();
        Strata::new(&pairs, &Corpus { documents: vec![DocumentText::plain("report", &texts)] })
    }

    #[test]
    fn a_passage_of_numbers_is_a_table() {
        let strata = strata(&[0, 9]);
        assert_eq!(strata.of, [Stratum::Tables, Stratum::Prose], "half of its words, and one of eight");
        assert_eq!((strata.share(Stratum::Tables), strata.share(Stratum::Prose)), (0.3, 0.7));
    }

    #[test]
    fn strata_count_as_the_corpus_has_them() {
        let close = |found: Vec<f64>, expected: &[f64]| {
            let near = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9);
            assert!(near && found.len() == expected.len(), "{found:?} is not {expected:?}");
        };
        close(strata(&[0, 4, 5, 6]).weights(|_| true), &[1.2, 2.8 / 3.0, 2.8 / 3.0, 2.8 / 3.0]);
        close(strata(&[0, 4, 5, 6]).weights(|at| at < 2), &[0.6, 1.4, 0.0, 0.0]);
        close(strata(&[4, 5]).weights(|_| true), &[0.7, 0.7]);
        let few: Vec<usize> = [0].into_iter().chain([4; 49]).collect();
        assert_eq!(strata(&few).weights(|_| true)[0], HEAVIEST, "one question does not count like fifteen");
    }
}
