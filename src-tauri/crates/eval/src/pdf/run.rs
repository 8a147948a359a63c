//! Ranks each document's passages for each of its questions, and reports the metrics as JSON and as a table. Not for reading
//! files or ingesting.

use super::judge::Judge;
use super::{Document, Question};
use crate::metrics::{coverage, first_right, mrecall};
use crate::ranking::{DocumentQuestion, Outcomes, QuestionModels, mean_of, metrics_of};
use crate::{Embed, Error, Metrics, Models, Result, Searched, Table};
use pincite_models::Side;
use pincite_search::Weights;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;

/// Depth of the coverage metrics.
const DEPTH: usize = 5;

/// Metrics of one system, in percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Pages that the hits cite: that of each passage's best sentence.
    pub page: Metrics,
    /// Passages that share a run of text with the evidence.
    pub span: Metrics,
    /// Mean share of a question's evidence that the first five passages cover.
    pub coverage5: f64,
    /// Share of questions whose evidence is all in the first five passages, or at least five pieces of it.
    pub mrecall5: f64,
}

/// Metrics by system ("lexical", "dense", "hybrid").
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Over all questions.
    pub systems: BTreeMap<String, Figures>,
    /// Over the questions with several relevant items.
    pub several: BTreeMap<String, Figures>,
    /// Over all questions, by passages per document ("0-49", "50-99", …, "400 and more").
    pub by_passages: BTreeMap<String, BTreeMap<String, Figures>>,
    /// Number of documents.
    pub documents: usize,
    /// The ranks of each question. They are no figures, so the report leaves them out.
    #[serde(skip)]
    pub ranks: Vec<QuestionRanks>,
}

/// The ranks of one question by system.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct QuestionRanks {
    /// Its id.
    pub id: String,
    /// Ranks by system ("lexical", "dense", "hybrid").
    pub systems: BTreeMap<String, Ranks>,
}

/// The ranks of the first right answer, counted from 1. Nothing stands for an answer that is not found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Ranks {
    /// By page.
    pub page: Option<usize>,
    /// By span.
    pub span: Option<usize>,
    /// The page that the first hit cites, counted from 1. It is no rank.
    pub cited_page: Option<u32>,
}

/// The result of one question with one system.
struct Outcome {
    ranks: Ranks,
    coverage: f64,
    mrecall: bool,
    several: bool,
    bucket: &'static str,
}

/// Evaluates every question on its own document. `documents` are by the names in the questions. `on_progress` gets the
/// number of finished questions and may stop the run.
///
/// # Errors
/// [`Error::NoDocument`], [`Error::Embedding`], [`Error::Stopped`].
pub fn run(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    models: Models<'_>,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Report> {
    let searched = documents.iter().map(|(name, document)| (name.as_str(), &document.searched)).collect();
    rank_all(questions, documents, &searched, models, &Weights::default(), on_progress)
}

/// The same with several weights.
///
/// # Errors
/// As [`run`].
pub fn run_each(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    mut models: Models<'_>,
    weights: &[Weights],
) -> Result<Vec<Report>> {
    let mut again = Vec::new();
    for document in documents.values() {
        let encoder = models.encoder.as_mut().map(|encoder| &mut **encoder as &mut dyn Embed);
        again.push(Searched {
            read: document.searched.read.clone(),
            tables: document.searched.tables.clone(),
            ..document.source.searched(encoder)?
        });
    }
    let searched = documents.keys().map(String::as_str).zip(&again).collect();
    let unwatched = &mut |_, _| ControlFlow::Continue(());
    let run = |weights| {
        let encoder = models.encoder.as_mut().map(|encoder| &mut **encoder as &mut dyn Embed);
        rank_all(questions, documents, &searched, Models { encoder, reader: models.reader }, weights, unwatched)
    };
    weights.iter().map(run).collect()
}

/// The same with the index and vectors in `searched`, by the names in the questions.
///
/// # Errors
/// As [`run`].
pub fn rank_all(
    questions: &[Question],
    documents: &BTreeMap<String, Document>,
    searched: &BTreeMap<&str, &Searched>,
    mut models: Models<'_>,
    weights: &Weights,
    on_progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Report> {
    let mut outcomes = Outcomes::new();
    // All documents are looked up first, so that a missing one is reported before hours of work.
    let found = questions.iter().map(|question| {
        let both = documents.get(&question.pdf).zip(searched.get(question.pdf.as_str()));
        both.map(|(document, searched)| (question, document, searched)).ok_or_else(|| missing(question))
    });
    for (at, (question, document, searched)) in found.collect::<Result<Vec<_>>>()?.into_iter().enumerate() {
        let encode = |encoder: &mut &mut dyn Embed| encoder.embed(&[&question.text], Side::Question);
        let vector = models.encoder.as_mut().map(encode).transpose()?.map(|encoded| encoded.values);
        let known = QuestionModels { vector, reader: models.reader };
        let prepared = DocumentQuestion::new(&question.text, searched, known);
        let judge = QuestionJudge { judge: Judge::new(question), document };
        judge.rank(&prepared, weights, &mut outcomes)?;
        if on_progress(at + 1, questions.len()).is_break() {
            return Err(Error::Stopped);
        }
    }
    Ok(report(questions, &outcomes))
}

fn missing(question: &Question) -> Error {
    Error::NoDocument { question: question.id.clone(), document: question.pdf.clone() }
}

/// A question's judge with its document.
struct QuestionJudge<'d> {
    judge: Judge,
    document: &'d Document,
}

impl QuestionJudge<'_> {
    /// Ranks the question with all systems, and judges the rankings.
    fn rank(&self, question: &DocumentQuestion<'_>, weights: &Weights, outcomes: &mut Outcomes<Outcome>) -> Result<()> {
        let covered = self.judge.covered(self.document);
        for system in question.systems() {
            let ranked = question.ranked(system, weights)?;
            let cited = question.cited(system, &self.document.passages, &ranked)?;
            let answers = ranked.iter().map(|ranked| covered[ranked.passage as usize].clone()).collect::<Vec<_>>();
            outcomes.push(system.name, outcome(&self.judge, &cited, &answers, covered.len()));
        }
        Ok(())
    }
}

/// Judges a ranking by the pages that its passages cite and the relevant items that they cover.
fn outcome(judge: &Judge, cited: &[u32], answers: &[BTreeSet<usize>], passages: usize) -> Outcome {
    let ranks = Ranks {
        page: first_right(judge.right_pages(cited).into_iter()),
        span: first_right(answers.iter().map(|things| !things.is_empty())),
        cited_page: cited.first().map(|page| page + 1),
    };
    Outcome {
        ranks,
        coverage: coverage(answers, judge.total(), DEPTH),
        mrecall: judge.total() > 0 && mrecall(answers, judge.total(), DEPTH),
        several: judge.total() > 1,
        bucket: bucket(passages),
    }
}

fn bucket(passages: usize) -> &'static str {
    match passages {
        0..50 => "0-49",
        50..100 => "50-99",
        100..200 => "100-199",
        200..400 => "200-399",
        _ => "400 and more",
    }
}

fn report(questions: &[Question], outcomes: &Outcomes<Outcome>) -> Report {
    let by_bucket = |name: &str| outcomes.reduce(|all| figures(all, &|outcome| outcome.bucket == name));
    let names = ["0-49", "50-99", "100-199", "200-399", "400 and more"];
    let filled = names.into_iter().map(|name| (name.to_owned(), by_bucket(name)));
    Report {
        systems: outcomes.reduce(|all| figures(all, &|_| true)),
        several: outcomes.reduce(|all| figures(all, &|outcome| outcome.several)),
        by_passages: filled.filter(|(_, systems)| systems.values().any(|figures| figures.page.n > 0)).collect(),
        ranks: ranks(questions, outcomes),
        documents: questions.iter().map(|question| &question.pdf).collect::<BTreeSet<_>>().len(),
    }
}

/// The ranks of each question with each system, in the order of the questions.
fn ranks(questions: &[Question], outcomes: &Outcomes<Outcome>) -> Vec<QuestionRanks> {
    let by_system = outcomes.reduce(|all| all.iter().map(|outcome| outcome.ranks).collect::<Vec<_>>());
    let of = |at: usize| by_system.iter().filter_map(|(system, all)| Some((system.clone(), *all.get(at)?))).collect();
    questions
        .iter()
        .enumerate()
        .map(|(at, question)| QuestionRanks { id: question.id.clone(), systems: of(at) })
        .collect()
}

fn figures(all: &[Outcome], keep: &dyn Fn(&Outcome) -> bool) -> Figures {
    let kept: Vec<&Outcome> = all.iter().filter(|outcome| keep(outcome)).collect();
    Figures {
        page: metrics_of(&kept, |outcome| Some(outcome.ranks.page)),
        span: metrics_of(&kept, |outcome| Some(outcome.ranks.span)),
        coverage5: mean_of(&kept, |outcome| outcome.coverage),
        mrecall5: mean_of(&kept, |outcome| f64::from(outcome.mrecall)),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["questions", "system", "unit", "n", "Top-1", "Top-3", "Top-5", "MRR@10", "cover@5", "MRECALL@5"];
        let mut table = Table::new(&head);
        add(&mut table, "all", &self.systems);
        add(&mut table, "several", &self.several);
        for (bucket, systems) in &self.by_passages {
            add(&mut table, &format!("{bucket} passages"), systems);
        }
        write!(formatter, "{} documents\n{table}", self.documents)
    }
}

fn add(table: &mut Table, questions: &str, systems: &BTreeMap<String, Figures>) {
    for (system, figures) in systems.iter().filter(|(_, figures)| figures.page.n > 0) {
        let cover = [figures.coverage5, figures.mrecall5].map(|figure| format!("{figure:.1}"));
        let rows = [("page", figures.page, [const { String::new() }; 2]), ("span", figures.span, cover)];
        for (unit, m, cover) in rows {
            let names = [questions, system, unit].map(str::to_owned);
            table.row(names.into_iter().chain([m.n.to_string()]).chain(m.cells()).chain(cover));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdf::{Clause, Evidence};
    use pincite_language::Language;
    use pincite_passage::{Passage, Span};
    use pincite_search::{DocumentIndex, Vectors, terms_of};

    fn passage(text: &str, page: u32) -> Passage {
        let span = Span { start: 0, end: text.len() as u32, page, rect: pincite_pdf::Rect::default() };
        let sentences = vec![(0, text.len() as u32)];
        let headings = Vec::new();
        let clause = None;
        Passage { ordinal: 0, text: text.into(), headings, clause, sentences, spans: vec![span], ..Passage::default() }
    }

    fn lease() -> Document {
        let texts = [("The rent is 500 a month.", 4), ("Rent is due on the first day of the month.", 7), ("Boats.", 9)];
        let passages = texts.map(|(text, page)| passage(text, page));
        let terms: Vec<String> =
            passages.iter().map(|passage| terms_of(&passage.text, &passage.sentences, Language::English)).collect();
        Document::new(&passages, DocumentIndex::new(terms, Vectors::default()), Vec::new())
    }

    fn question(evidence: &[(&str, u32, i64)]) -> Question {
        let evidence = evidence.iter().map(|(text, page, clause)| Evidence {
            pages: vec![*page],
            text: (*text).into(),
            clause: Some(Clause::Number(*clause)),
        });
        Question {
            id: "1".into(),
            pdf: "lease.pdf".into(),
            text: "When is rent due?".into(),
            evidence: evidence.collect(),
        }
    }

    fn figures_of(question: Question) -> Figures {
        let documents = BTreeMap::from([("lease.pdf".to_owned(), lease())]);
        run(&[question], &documents, Models::default(), &mut |_, _| ControlFlow::Continue(())).unwrap().systems["lexical"]
    }

    #[test]
    fn pages_and_passages_are_judged_by_their_evidence() {
        let figures = figures_of(question(&[("rent is 500", 4, 0), ("first day", 7, 1), ("is not there", 7, 1)]));
        assert_eq!((figures.page.top1, figures.span.top1), (100.0, 100.0), "page 7 says when it is due");
        assert_eq!(
            (figures.coverage5, figures.mrecall5),
            (100.0, 100.0),
            "both clauses are found among the first five"
        );
    }

    #[test]
    fn what_is_not_found_counts_as_not_found() {
        let figures = figures_of(question(&[("sublease", 11, 0), ("first day", 11, 1)]));
        assert_eq!((figures.page.mrr10, figures.span.top1), (0.0, 100.0), "the page is wrong, the passage is right");
        assert_eq!((figures.coverage5, figures.mrecall5), (50.0, 0.0), "one of two is found");
    }

    #[test]
    fn a_missing_document_is_named_before_any_question_is_asked() {
        let documents = BTreeMap::from([("lease.pdf".to_owned(), lease())]);
        let other = Question { pdf: "other.pdf".into(), ..question(&[]) };
        let mut asked = 0;
        let mut count = |_, _| {
            asked += 1;
            ControlFlow::Continue(())
        };
        let error = run(&[question(&[]), other], &documents, Models::default(), &mut count).err().unwrap();
        assert!(error.to_string().contains("other.pdf"), "{error} must name the file");
        assert_eq!(asked, 0);
    }
}
