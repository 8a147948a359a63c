//! Ranks each article's paragraphs for each of its questions. Not for reading the file.

use super::{Article, Report};
use crate::metrics::first_right;
use crate::ranking::{EncodedQuestion, Outcomes, PreparedQuestion, metrics_of};
use crate::source::{Searched, Source};
use crate::{Embed, Error, Result};
use pincite_search::{Weights, terms_of};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// The result of one question with one system.
struct Outcome {
    /// Rank of the question's own paragraph.
    rank: Option<usize>,
    answerable: bool,
    /// Group of its document by length.
    bucket: String,
}

/// Evaluates every question of the articles with the search's `weights`. Without an encoder only the lexical system
/// runs. `on_progress` gets the number of finished questions and may stop the run.
///
/// # Errors
/// [`Error::Embedding`], [`Error::Stopped`].
pub fn run(
    articles: &[Article],
    mut encoder: Option<&mut dyn Embed>,
    weights: &Weights,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Report> {
    let mut searched = |article: &Article| {
        let encoder = encoder.as_mut().map(|encoder| &mut **encoder as &mut dyn Embed);
        source(article).searched(encoder)
    };
    let documents = articles.iter().map(&mut searched).collect::<Result<Vec<_>>>()?;
    let reports = rank_all(articles, &documents, encoder, &[*weights], on_progress)?;
    Ok(reports.into_iter().next().unwrap_or_default())
}

/// The same with several weights, on indexed articles.
pub(crate) fn rank_all(
    articles: &[Article],
    documents: &[Searched],
    mut encoder: Option<&mut dyn Embed>,
    weights: &[Weights],
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<Report>> {
    let total =
        articles.iter().flat_map(|article| &article.paragraphs).map(|paragraph| paragraph.questions.len()).sum();
    let (mut outcomes, mut done) = (weights.iter().map(|_| Outcomes::new()).collect::<Vec<_>>(), 0);
    for (article, document) in articles.iter().zip(documents) {
        evaluate(article, document, &mut encoder, weights, &mut outcomes)?;
        done += article.paragraphs.iter().map(|paragraph| paragraph.questions.len()).sum::<usize>();
        if on_progress(done, total).is_break() {
            return Err(Error::Stopped);
        }
    }
    Ok(outcomes.iter().map(|outcomes| report(articles, outcomes)).collect())
}

fn evaluate(
    article: &Article,
    document: &Searched,
    encoder: &mut Option<&mut dyn Embed>,
    weights: &[Weights],
    outcomes: &mut [Outcomes<Outcome>],
) -> Result<()> {
    let questions: Vec<_> = (0u32..)
        .zip(&article.paragraphs)
        .flat_map(|(at, paragraph)| paragraph.questions.iter().map(move |q| (at, q)))
        .collect();
    let texts: Vec<&str> = questions.iter().map(|(_, question)| question.text.as_str()).collect();
    let encoded = encoder.as_mut().map(|encoder| encoder.questions(&texts)).transpose()?;
    let ask = |(at, text): (usize, &&str)| {
        let encoded = encoded.as_ref().and_then(|encoded| EncodedQuestion::get(encoded, at));
        ranks(PreparedQuestion::new(text, document, encoded), questions[at].0, weights)
    };
    let ranks: Vec<Ranks> = texts.par_iter().enumerate().map(ask).collect();
    for ((_, question), by_weights) in questions.iter().zip(ranks) {
        for (outcomes, by_system) in outcomes.iter_mut().zip(by_weights) {
            for (system, rank) in by_system {
                let bucket = bucket(article.paragraphs.len());
                outcomes.push(system, Outcome { rank, answerable: !question.is_impossible, bucket });
            }
        }
    }
    Ok(())
}

/// For each weights, the rank of the right paragraph by system.
type Ranks = Vec<Vec<(&'static str, Option<usize>)>>;

fn ranks(mut question: PreparedQuestion<'_>, paragraph: u32, weights: &[Weights]) -> Ranks {
    let systems = question.systems();
    let mut rank = |mode, weights| first_right(question.ranked(mode, weights).iter().map(|it| it.passage == paragraph));
    weights
        .iter()
        .map(|weights| systems.iter().map(|(system, mode)| (*system, rank(*mode, weights))).collect())
        .collect()
}

/// The article as a document.
pub(super) fn source(article: &Article) -> Source {
    let passages: Vec<String> = article.paragraphs.iter().map(|paragraph| paragraph.context.clone()).collect();
    let lines = passages.iter().map(|text| terms_of(text, &sentences(text))).collect();
    let headings = vec![None; passages.len()];
    Source { name: article.title.clone(), passages, headings, lines, questions: Vec::new() }
}

fn sentences(text: &str) -> Vec<(u32, u32)> {
    pincite_passage::sentences(text).into_iter().map(|range| (range.start as u32, range.end as u32)).collect()
}

/// "20-24" for 20 to 24 passages; zero-padded to sort.
fn bucket(passages: usize) -> String {
    let first = passages / 5 * 5;
    format!("{first:02}-{:02}", first + 4)
}

fn report(articles: &[Article], outcomes: &Outcomes<Outcome>) -> Report {
    let buckets: BTreeSet<String> = articles.iter().map(|article| bucket(article.paragraphs.len())).collect();
    let within = |name: &String| {
        outcomes.reduce(|all| metrics_of(all, |outcome| (outcome.bucket == *name).then_some(outcome.rank)))
    };
    Report {
        systems: outcomes.reduce(|all| metrics_of(all, |outcome| Some(outcome.rank))),
        answerable: outcomes.reduce(|all| metrics_of(all, |outcome| outcome.answerable.then_some(outcome.rank))),
        by_passages: buckets.iter().map(|name| (name.clone(), within(name))).collect::<BTreeMap<_, _>>(),
        documents: articles.len(),
        passages: articles.iter().map(|article| article.paragraphs.len()).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squad::{Paragraph, Question};
    use pincite_models::{Embeddings, EncodedPassages, EncodedQuestions, TokenStates};

    /// Counts of a few letters: a poor encoder, but a real one.
    struct Letters;

    impl Embed for Letters {
        fn width(&self) -> usize {
            26
        }
        fn questions(&mut self, texts: &[&str]) -> Result<EncodedQuestions> {
            let tokens = vec![TokenStates::default(); texts.len()];
            Ok(EncodedQuestions { embeddings: self.passages(texts)?.embeddings, tokens })
        }
        fn passages(&mut self, texts: &[&str]) -> Result<EncodedPassages> {
            let count = |text: &str, letter| text.chars().filter(|c| c.eq_ignore_ascii_case(&letter)).count() as f32;
            let values = texts.iter().flat_map(|text| ('a'..='z').map(move |letter| count(text, letter))).collect();
            Ok(Embeddings { width: 26, values }.into())
        }
    }

    fn articles() -> Vec<Article> {
        let paragraph = |context: &str, text: &str, is_impossible| Paragraph {
            context: context.into(),
            questions: vec![Question { text: text.into(), is_impossible }],
        };
        let rent = paragraph("The tenant pays the rent.", "Who pays the rent?", false);
        let wrong = paragraph("Rent of boats is free.", "Which tenant pays?", true);
        vec![Article { title: "Lease".into(), paragraphs: vec![rent, wrong] }]
    }

    #[test]
    fn ranks_each_question_within_its_article() {
        let report =
            run(&articles(), Some(&mut Letters), &Weights::default(), &mut |_, _| ControlFlow::Continue(())).unwrap();
        let lexical = report.systems["lexical"];
        assert_eq!(
            (lexical.top1, lexical.top3, lexical.n),
            (50.0, 50.0, 2),
            "the second question's words stand elsewhere"
        );
        assert_eq!(report.answerable["lexical"].top1, 100.0, "the question that can be answered is answered");
        assert_eq!(report.systems["dense"].n, 2, "every system ranks every question");
        assert_eq!(report.by_passages.keys().collect::<Vec<_>>(), ["00-04"], "two passages fall in the first bucket");
        let json = serde_json::to_value(&report).unwrap();
        assert!(json["systems"]["hybrid"]["mrr10"].is_number(), "the form scripts rely on: {json}");
    }

    #[test]
    fn without_an_encoder_there_is_only_the_lexical_system() {
        let report = run(&articles(), None, &Weights::default(), &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert_eq!(report.systems.keys().collect::<Vec<_>>(), ["lexical"], "nothing is made up");
    }

    #[test]
    fn can_be_stopped() {
        let stopped = run(&articles(), None, &Weights::default(), &mut |_, _| ControlFlow::Break(())).unwrap_err();
        assert_eq!(stopped.code(), "eval.stopped", "no figures of half a run");
    }
}
