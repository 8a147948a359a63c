//! Ranks each article's paragraphs for each of its questions, and reports the metrics as JSON and as a table. Not for
//! reading the file.

use super::{Article, Question};
use crate::metrics::{auroc, calibration_error, first_right};
use crate::ranking::{DocumentQuestion, Outcomes, QuestionModels, System, metrics_of};
use crate::{Embed, Error, Metrics, Models, Result, Searched, Source, Table};
use pincite_language::{Language, language_of};
use pincite_models::Side;
use pincite_search::{RankedPassage, Weights, terms_of};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;

/// Metrics by system ("lexical", "dense", "hybrid").
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Over all questions.
    pub systems: BTreeMap<String, Metrics>,
    /// Over the questions that have an answer, and how they are told from the others.
    pub answerable: Answerable,
    /// Over all questions, by passages per document ("20-24", "25-29", …).
    pub by_passages: BTreeMap<String, BTreeMap<String, Metrics>>,
    /// Number of documents.
    pub documents: usize,
    /// Number of passages.
    pub passages: usize,
}

/// The questions that have an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answerable {
    /// Metrics by system.
    #[serde(flatten)]
    pub systems: BTreeMap<String, Metrics>,
    /// How well the probability of the best passage tells them from the others, if a cross-encoder read the passages.
    #[serde(flatten)]
    pub probabilities: Option<Probabilities>,
}

/// How well a probability tells answerable questions from unanswerable ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Probabilities {
    /// Area under the ROC curve, 0 to 1; the document is on the subject of all questions.
    pub auroc: f64,
    /// Expected calibration error in ten bins, 0 to 1.
    pub ece: f64,
    /// Area under the ROC curve where the unanswerable questions are asked of another document.
    pub auroc_other_document: f64,
    /// Calibration error there, of as many answerable questions as unanswerable ones.
    pub ece_other_document: f64,
}

/// The result of one question with one system.
struct Outcome {
    /// Rank of the question's own paragraph.
    rank: Option<usize>,
    answerable: bool,
    /// Group of its document by length.
    bucket: String,
    /// Probability that the best passage answers it, if a cross-encoder read it.
    probability: Option<f32>,
    /// The same of another document, for some of the questions.
    elsewhere: Option<f32>,
}

/// Evaluates every question of the articles with the search's `weights`. `on_progress` gets the number of finished
/// questions and may stop the run.
///
/// # Errors
/// [`Error::Embedding`], [`Error::Stopped`].
pub fn run(
    articles: &[Article],
    models: Models<'_>,
    weights: &Weights,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Report> {
    Ok(run_each(articles, models, &[*weights], on_progress)?.into_iter().next().unwrap_or_default())
}

/// The same with several weights.
///
/// # Errors
/// As [`run`].
pub fn run_each(
    articles: &[Article],
    mut models: Models<'_>,
    weights: &[Weights],
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<Report>> {
    let mut searched = |article: &Article| {
        let encoder = models.encoder.as_mut().map(|encoder| &mut **encoder as &mut dyn Embed);
        source(article).searched(encoder)
    };
    let documents = articles.iter().map(&mut searched).collect::<Result<Vec<_>>>()?;
    rank_all(articles, &documents, models, weights, on_progress)
}

/// The same, on indexed articles.
///
/// # Errors
/// As [`run`].
pub fn rank_all(
    articles: &[Article],
    documents: &[Searched],
    mut models: Models<'_>,
    weights: &[Weights],
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<Report>> {
    let total =
        articles.iter().flat_map(|article| &article.paragraphs).map(|paragraph| paragraph.questions.len()).sum();
    let mut outcomes = weights.iter().map(|_| Outcomes::new()).collect::<Vec<_>>();
    let mut done = 0;
    let others = documents.iter().cycle().skip(1);
    for ((article, document), other) in articles.iter().zip(documents).zip(others) {
        let other = Some(other).filter(|_| documents.len() > 1);
        let task = Task { article, document, other, weights };
        task.evaluate(&mut models, &mut outcomes)?;
        done += article.paragraphs.iter().map(|paragraph| paragraph.questions.len()).sum::<usize>();
        if on_progress(done, total).is_break() {
            return Err(Error::Stopped);
        }
    }
    Ok(outcomes.iter().map(|outcomes| report(articles, outcomes)).collect())
}

/// One article with everything to ask about it.
struct Task<'t> {
    article: &'t Article,
    document: &'t Searched,
    /// Another document, which answers none of the questions. None of a single document.
    other: Option<&'t Searched>,
    weights: &'t [Weights],
}

/// A question of the article.
#[derive(Clone, Copy)]
struct Asked<'t> {
    text: &'t str,
    /// Number of its own paragraph.
    paragraph: u32,
    answerable: bool,
}

/// Of so many questions, one is asked of the other document too.
const ELSEWHERE: usize = 10;

impl Task<'_> {
    fn evaluate(&self, models: &mut Models<'_>, outcomes: &mut [Outcomes<Outcome>]) -> Result<()> {
        let questions = self.questions();
        let texts: Vec<&str> = questions.iter().map(|question| question.text).collect();
        let vectors = models.encoder.as_mut().map(|encoder| encoder.embed(&texts, Side::Question)).transpose()?;
        let reader = models.reader;
        let ask = |(at, question): (usize, &Asked<'_>)| {
            let vector = vectors.as_ref().map(|vectors| vectors.row(at).to_vec());
            self.ask(question, &QuestionModels { vector, reader }, at % ELSEWHERE == 0)
        };
        let answers: Vec<Vec<Vec<Answered>>> = questions.par_iter().enumerate().map(ask).collect::<Result<_>>()?;
        for by_weights in answers {
            for (outcomes, by_system) in outcomes.iter_mut().zip(by_weights) {
                by_system.into_iter().for_each(|Answered { system, outcome }| outcomes.push(system, outcome));
            }
        }
        Ok(())
    }

    fn questions(&self) -> Vec<Asked<'_>> {
        let numbered = (0..).zip(&self.article.paragraphs);
        let all = numbered.flat_map(|(number, paragraph)| paragraph.questions.iter().map(move |one| (number, one)));
        all.map(|(paragraph, Question { text, is_impossible })| Asked { text, paragraph, answerable: !is_impossible })
            .collect()
    }

    /// For each weights, the outcome by system.
    fn ask(&self, asked: &Asked<'_>, models: &QuestionModels<'_>, elsewhere: bool) -> Result<Vec<Vec<Answered>>> {
        let question = DocumentQuestion::new(asked.text, self.document, models.clone());
        let mut by_weights = Vec::new();
        for weights in self.weights {
            let mut by_system = Vec::new();
            for system in question.systems() {
                let ranked = question.ranked(system, weights)?;
                let rank = first_right(ranked.iter().map(|it| it.passage == asked.paragraph));
                let bucket = bucket(self.article.paragraphs.len());
                let probability = probability(&ranked, models);
                let elsewhere = match probability.filter(|_| elsewhere && asked.answerable) {
                    Some(_) => self.elsewhere(asked, models, system, weights)?,
                    None => None,
                };
                let outcome = Outcome { rank, answerable: asked.answerable, bucket, probability, elsewhere };
                by_system.push(Answered { system: system.name, outcome });
            }
            by_weights.push(by_system);
        }
        Ok(by_weights)
    }

    /// The probability that the other document answers the question.
    fn elsewhere(
        &self,
        asked: &Asked<'_>,
        models: &QuestionModels<'_>,
        system: System,
        weights: &Weights,
    ) -> Result<Option<f32>> {
        let Some(other) = self.other else { return Ok(None) };
        let ranked = DocumentQuestion::new(asked.text, other, models.clone()).ranked(system, weights)?;
        Ok(probability(&ranked, models))
    }
}

/// The outcome of a question with one system.
struct Answered {
    system: &'static str,
    outcome: Outcome,
}

/// The probability of the best passage that the cross-encoder read.
fn probability(ranked: &[RankedPassage], models: &QuestionModels<'_>) -> Option<f32> {
    let reader = models.reader?;
    ranked.iter().filter_map(|one| one.score.cross).map(|score| reader.probability(score)).reduce(f32::max)
}

/// The article as a document.
pub fn source(article: &Article) -> Source {
    let passages: Vec<String> = article.paragraphs.iter().map(|paragraph| paragraph.context.clone()).collect();
    let language = language_of(&passages.join("\n"));
    let lines = passages.iter().map(|text| terms_of(text, &sentences(text, language), language)).collect();
    let headings = vec![None; passages.len()];
    Source { name: article.title.clone(), passages, headings, language, lines, questions: Vec::new() }
}

fn sentences(text: &str, language: Language) -> Vec<(u32, u32)> {
    pincite_passage::sentences_in(text, language)
        .into_iter()
        .map(|range| (range.start as u32, range.end as u32))
        .collect()
}

/// "20-24" for 20 to 24 passages; zero-padded to sort.
fn bucket(passages: usize) -> String {
    let first = passages / 5 * 5;
    format!("{first:02}-{:02}", first + 4)
}

/// How well probabilities tell answerable questions from others, if a cross-encoder read the passages.
fn probabilities(outcomes: &[Outcome]) -> Option<Probabilities> {
    let of = |answerable| {
        let some = outcomes.iter().filter(move |outcome| outcome.answerable == answerable);
        some.filter_map(|outcome| outcome.probability).collect::<Vec<f32>>()
    };
    let (answerable, unanswerable) = (of(true), of(false));
    let elsewhere: Vec<f32> = outcomes.iter().filter_map(|outcome| outcome.elsewhere).collect();
    (!answerable.is_empty()).then(|| Probabilities {
        auroc: auroc(&answerable, &unanswerable),
        ece: calibration_error(&answerable, &unanswerable),
        auroc_other_document: auroc(&answerable, &elsewhere),
        ece_other_document: calibration_error(&same_number(&answerable, elsewhere.len()), &elsewhere),
    })
}

/// So many of the values, spread evenly.
fn same_number(values: &[f32], number: usize) -> Vec<f32> {
    values.iter().step_by((values.len() / number.max(1)).max(1)).copied().collect()
}

fn report(articles: &[Article], outcomes: &Outcomes<Outcome>) -> Report {
    let buckets: BTreeSet<String> = articles.iter().map(|article| bucket(article.paragraphs.len())).collect();
    let within = |name: &String| {
        outcomes.reduce(|all| metrics_of(all, |outcome| (outcome.bucket == *name).then_some(outcome.rank)))
    };
    Report {
        systems: outcomes.reduce(|all| metrics_of(all, |outcome| Some(outcome.rank))),
        answerable: Answerable {
            systems: outcomes.reduce(|all| metrics_of(all, |outcome| outcome.answerable.then_some(outcome.rank))),
            probabilities: outcomes.reduce(probabilities).into_values().flatten().next(),
        },
        by_passages: buckets.iter().map(|name| (name.clone(), within(name))).collect::<BTreeMap<_, _>>(),
        documents: articles.len(),
        passages: articles.iter().map(|article| article.paragraphs.len()).sum(),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(&["questions", "system", "n", "Top-1", "Top-3", "Top-5", "MRR@10"]);
        add(&mut table, "all", &self.systems);
        add(&mut table, "answerable", &self.answerable.systems);
        for (bucket, systems) in &self.by_passages {
            add(&mut table, &format!("{bucket} passages"), systems);
        }
        write!(formatter, "{} documents, {} passages\n{table}", self.documents, self.passages)?;
        let Some(Probabilities { auroc, ece, auroc_other_document, ece_other_document }) =
            self.answerable.probabilities
        else {
            return Ok(());
        };
        writeln!(
            formatter,
            "answerable or not: AUROC {auroc:.3}, calibration error {ece:.3}; of another document: \
             {auroc_other_document:.3}, {ece_other_document:.3}"
        )
    }
}

fn add(table: &mut Table, questions: &str, systems: &BTreeMap<String, Metrics>) {
    for (system, m) in systems {
        table.row([questions.to_owned(), system.clone(), m.n.to_string()].into_iter().chain(m.cells()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::squad::Paragraph;
    use pincite_models::Embeddings;

    /// Counts of a few letters: a poor encoder, but a real one.
    struct Letters;

    impl Embed for Letters {
        fn embed(&mut self, texts: &[&str], _: Side) -> Result<Embeddings> {
            let count = |text: &str, letter| text.chars().filter(|c| c.eq_ignore_ascii_case(&letter)).count() as f32;
            let values = texts.iter().flat_map(|text| ('a'..='z').map(move |letter| count(text, letter))).collect();
            Ok(Embeddings { width: 26, values })
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
            run(&articles(), Models { encoder: Some(&mut Letters), reader: None }, &Weights::default(), &mut |_, _| {
                ControlFlow::Continue(())
            })
            .unwrap();
        let lexical = report.systems["lexical"];
        assert_eq!(
            (lexical.top1, lexical.top3, lexical.n),
            (50.0, 50.0, 2),
            "the second question's words stand elsewhere"
        );
        assert_eq!(report.answerable.systems["lexical"].top1, 100.0, "the question that can be answered is answered");
        assert_eq!(report.systems["dense"].n, 2, "every system ranks every question");
        assert_eq!(report.by_passages.keys().collect::<Vec<_>>(), ["00-04"], "two passages fall in the first bucket");
        let json = serde_json::to_value(&report).unwrap();
        assert!(json["systems"]["hybrid"]["mrr10"].is_number(), "the form scripts rely on: {json}");
    }

    #[test]
    fn without_an_encoder_there_is_only_the_lexical_system() {
        let report =
            run(&articles(), Models::default(), &Weights::default(), &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert_eq!(report.systems.keys().collect::<Vec<_>>(), ["lexical"], "nothing is made up");
    }

    #[test]
    fn can_be_stopped() {
        let stopped =
            run(&articles(), Models::default(), &Weights::default(), &mut |_, _| ControlFlow::Break(())).unwrap_err();
        assert_eq!(stopped.code(), "eval.stopped", "no figures of half a run");
    }
}
