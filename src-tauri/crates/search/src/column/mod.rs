//! A column of a review table learns from what people mark in it: which passages answer its question, and which documents do
//! not. Marked passages are clauses of the same kind, so others like them are found wherever the search put them. Experiment 050
//! has the figures. Not for storing marks.

mod logistic;

use crate::index::Vectors;
use logistic::{Example, fit, probability};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::cmp::Ordering;

/// Cells with a mark from which a column learns: fewer make it worse.
const FEWEST: usize = 3;
/// Rows of a marked document that are nearest to the answers: the others are easy to tell apart.
const NEAREST: usize = 40;
/// Parts of the marks. What a part looks like is judged by the other ones.
const PARTS: usize = 5;
/// How far the weights of a passage's vector may be from 0.
const VECTOR_SPREAD: f64 = 2.0;
/// Most passages answer nothing.
const FEW_ANSWER: f64 = -2.0;
/// Prior of the logit of the search, of the offset, and of likeness to what was marked.
const PRIOR: [f64; 3] = [1.0, 0.0, 0.5];
/// How far these may be from their prior.
const SPREAD: [f64; 3] = [0.3, 1.5, 1.0];
/// Likenesses that differ less differ by chance.
const LEAST_DEVIATION: f64 = 0.3;
/// Weight of likeness, beside the score of what was read. That of passages that were not read is [`UNREAD`].
const LIKENESS: f64 = 1.5;
const UNREAD: f64 = -0.5;
/// Probabilities nearer to 0 or 1 than this differ in nothing that matters.
const LEAST: f64 = 1e-4;

/// A cell with a mark.
#[derive(Clone, Copy, Debug)]
pub struct MarkedCell<'m> {
    /// Passage vectors of its document.
    pub vectors: &'m Vectors,
    /// The probability that its document answers, as the search judged it, 0 to 1.
    pub presence: f32,
    /// Whether its document answers, if the mark says so.
    pub is_answered: Option<bool>,
    /// The passages that answer.
    pub answers: &'m [u32],
    /// The passages that do not.
    pub rejected: &'m [u32],
    /// The passage that the search shows first.
    pub shown: Option<u32>,
    /// What was read of its document, with its scores.
    pub read: &'m [(u32, f32)],
    /// Passages of its document.
    pub passages: usize,
}

/// What the marks of a column say of its other cells.
#[derive(Clone, Debug)]
pub struct ColumnModel {
    passages: Option<PassageModel>,
    /// Whether likeness is to change the order of the search.
    reorders: bool,
    /// Weights of the logit of the search, of 1, and of likeness.
    presence: Vec<f64>,
    likeness: Likeness,
}

impl ColumnModel {
    /// Learns from the marked cells of a column. `None` if they are too few.
    pub fn of(marked: &[MarkedCell<'_>]) -> Option<Self> {
        if marked.iter().filter(|cell| cell.is_answered.is_some()).count() < FEWEST {
            return None;
        }
        let others = models_of_others(marked);
        let mut found = Vec::with_capacity(marked.len());
        for (cell, model) in marked.iter().zip(models_by_cell(&others)) {
            found.push(model.and_then(|model| model.most(cell.vectors)));
        }
        let likeness = Likeness::of(found.iter().flatten().copied());
        let mut examples = Vec::with_capacity(marked.len());
        for (cell, found) in marked.iter().zip(&found) {
            let Some(is_positive) = cell.is_answered else { continue };
            let numbers = vec![logit(cell.presence) as f32, 1.0, likeness.standardised(*found) as f32];
            examples.push(Example { numbers, is_positive });
        }
        let presence = fit(&examples, 0.0, &PRIOR, &SPREAD);
        let reorders = is_mended(marked, &others);
        Some(Self { passages: PassageModel::of(marked.iter()), reorders, presence, likeness })
    }

    /// The probability that a document answers, 0 to 1. The search judged it with the other one.
    pub fn presence(&self, by_search: f32, vectors: &Vectors) -> f32 {
        let found = self.passages.as_ref().and_then(|model| model.most(vectors));
        let numbers = [logit(by_search), 1.0, self.likeness.standardised(found)];
        probability(numbers.iter().zip(&self.presence).map(|(number, weight)| number * weight).sum()) as f32
    }

    /// The passages of a document that may answer, best first. Those that were read have their scores.
    pub fn order(&self, read: &[(u32, f32)], vectors: &Vectors, passages: usize) -> Vec<u32> {
        match &self.passages {
            Some(model) if self.reorders => model.order(read, vectors, passages),
            _ => read.iter().map(|(passage, _)| *passage).collect(),
        }
    }
}

fn by_total(totals: &[f64], one: u32, other: u32) -> Ordering {
    totals[other as usize].total_cmp(&totals[one as usize])
}

/// Models of passages, each without one part of the marks.
fn models_of_others(marked: &[MarkedCell<'_>]) -> Vec<Option<PassageModel>> {
    let without =
        |part: usize| marked.iter().enumerate().filter(move |(at, _)| at % PARTS != part).map(|(_, cell)| cell);
    (0..PARTS).into_par_iter().map(|part| PassageModel::of(without(part))).collect()
}

/// For each cell the model that did not see it.
fn models_by_cell(others: &[Option<PassageModel>]) -> impl Iterator<Item = Option<&PassageModel>> {
    others.iter().map(Option::as_ref).cycle()
}

/// Whether the search missed a marked answer, and models that did not see a cell find its answer at least as often.
fn is_mended(marked: &[MarkedCell<'_>], others: &[Option<PassageModel>]) -> bool {
    let answered = marked.iter().filter(|cell| !cell.answers.is_empty()).count();
    let mut by_search = 0;
    let mut by_likeness = 0;
    for (cell, model) in marked.iter().zip(models_by_cell(others)) {
        let likeliest = match model {
            Some(model) => model.order(cell.read, cell.vectors, cell.passages).first().copied(),
            None => cell.shown,
        };
        by_search += usize::from(cell.shown.is_some_and(|shown| cell.answers.contains(&shown)));
        by_likeness += usize::from(likeliest.is_some_and(|passage| cell.answers.contains(&passage)));
    }
    by_search < answered && by_likeness >= by_search
}

fn logit(probability: f32) -> f64 {
    let probability = f64::from(probability).clamp(LEAST, 1.0 - LEAST);
    (probability / (1.0 - probability)).ln()
}

/// Mean and deviation of likenesses.
#[derive(Clone, Copy, Debug)]
struct Likeness {
    mean: f64,
    deviation: f64,
}

impl Likeness {
    fn of(found: impl Iterator<Item = f64>) -> Self {
        let found: Vec<f64> = found.collect();
        let count = found.len().max(1) as f64;
        let mean = found.iter().sum::<f64>() / count;
        let variance = found.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
        Self { mean, deviation: variance.sqrt() + LEAST_DEVIATION }
    }

    /// What has no likeness has the mean one.
    fn standardised(&self, found: Option<f64>) -> f64 {
        found.map_or(0.0, |found| (found - self.mean) / self.deviation)
    }
}

/// Tells passages that answer from others, by their vectors.
#[derive(Clone, Debug)]
struct PassageModel {
    weights: Vec<f32>,
    bias: f64,
}

impl PassageModel {
    /// `None` without any answer.
    fn of<'m>(marked: impl Iterator<Item = &'m MarkedCell<'m>> + Clone) -> Option<Self> {
        let centre = centre(marked.clone())?;
        let mut examples = Vec::new();
        for cell in marked {
            examples.extend(examples_of(cell, &centre));
        }
        let mut mean = vec![0.0f32; centre.len()];
        for example in &examples {
            mean.iter_mut().zip(&example.numbers).for_each(|(mean, number)| *mean += number / examples.len() as f32);
        }
        for example in &mut examples {
            example.numbers.iter_mut().zip(&mean).for_each(|(number, mean)| *number -= mean);
        }
        let weights = fit(&examples, FEW_ANSWER, &vec![0.0; mean.len()], &vec![VECTOR_SPREAD; mean.len()]);
        let bias = -mean.iter().zip(&weights).map(|(mean, weight)| f64::from(*mean) * weight).sum::<f64>();
        Some(Self { weights: weights.into_iter().map(|weight| weight as f32).collect(), bias })
    }

    /// The passages of a document, best first, by likeness and by the scores of those that were read.
    fn order(&self, read: &[(u32, f32)], vectors: &Vectors, passages: usize) -> Vec<u32> {
        let found = self.each(vectors, passages);
        let likeness = Likeness::of(found.iter().flatten().copied());
        let mut totals = vec![UNREAD; passages];
        for (passage, score) in read {
            if let Some(total) = totals.get_mut(*passage as usize) {
                *total = f64::from(*score);
            }
        }
        for (total, found) in totals.iter_mut().zip(found) {
            *total += LIKENESS * likeness.standardised(found);
        }
        let mut order: Vec<u32> = (0..passages as u32).collect();
        order.sort_by(|one, other| by_total(&totals, *one, *other));
        order
    }

    /// How much each passage looks like an answer. `None` for those without a vector.
    fn each(&self, vectors: &Vectors, passages: usize) -> Vec<Option<f64>> {
        let sums = vectors.cosines(&self.weights, passages);
        sums.into_iter().map(|sum| sum.map(|sum| f64::from(sum) + self.bias)).collect()
    }

    /// How much the passage that looks most like an answer does.
    fn most(&self, vectors: &Vectors) -> Option<f64> {
        let passages = vectors.rows().map(|row| row.passage + 1).max()?;
        self.each(vectors, passages as usize).into_iter().flatten().max_by(f64::total_cmp)
    }
}

/// The mean vector of the answers.
fn centre<'m>(marked: impl Iterator<Item = &'m MarkedCell<'m>>) -> Option<Vec<f32>> {
    let mut sum: Option<Vec<f32>> = None;
    for cell in marked {
        for row in cell.vectors.rows().filter(|row| cell.answers.contains(&row.passage)) {
            let sum = sum.get_or_insert_with(|| vec![0.0; row.numbers.len()]);
            sum.iter_mut().zip(row.numbers).for_each(|(sum, number)| *sum += number);
        }
    }
    sum
}

/// The rows of a document of which it is known whether they answer: the answers, what was rejected, and the nearest other ones,
/// if all answers are known.
fn examples_of(cell: &MarkedCell<'_>, centre: &[f32]) -> Vec<Example> {
    let likeness = |numbers: &[f32]| numbers.iter().zip(centre).map(|(one, other)| one * other).sum::<f32>();
    let mut others = Vec::new();
    let mut examples = Vec::new();
    for row in cell.vectors.rows() {
        let is_positive = cell.answers.contains(&row.passage);
        if is_positive || cell.rejected.contains(&row.passage) {
            examples.push(Example { numbers: row.numbers.to_vec(), is_positive });
        } else {
            others.push((likeness(row.numbers), row.numbers));
        }
    }
    let all_known = cell.is_answered == Some(false) || !cell.answers.is_empty();
    others.sort_by(|one, other| other.0.total_cmp(&one.0));
    others.truncate(if all_known { NEAREST } else { 0 });
    examples.extend(others.into_iter().map(|(_, numbers)| Example { numbers: numbers.to_vec(), is_positive: false }));
    examples
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A document of passages about the first thing, the second one, and others.
    fn document(kinds: &[usize]) -> Vectors {
        let mut values = Vec::new();
        for (at, kind) in kinds.iter().enumerate() {
            let mut row = [0.1f32; 6];
            row[*kind] = 1.0;
            row[5] = at as f32 * 0.01;
            values.extend(row);
        }
        Vectors::new(6, (0..kinds.len() as u32).collect(), values)
    }

    fn marked<'m>(vectors: &'m Vectors, answers: &'m [u32]) -> MarkedCell<'m> {
        let passages = vectors.rows().count();
        let is_answered = Some(!answers.is_empty());
        MarkedCell { vectors, presence: 0.5, is_answered, answers, rejected: &[], shown: Some(0), read: &[], passages }
    }

    #[test]
    fn what_is_like_the_marked_passages_is_found_and_what_is_not_there_is_not() {
        let there = document(&[2, 0, 3, 1]);
        let other = document(&[3, 1, 2, 2]);
        let cells = [
            marked(&there, &[1]),
            marked(&there, &[1]),
            marked(&there, &[1]),
            marked(&other, &[]),
            marked(&other, &[]),
        ];
        let model = ColumnModel::of(&cells).unwrap();
        let unseen = document(&[4, 1, 3, 2, 0]);
        assert_eq!(
            model.order(&[(1, 1.0), (2, 0.5)], &unseen, 5)[0],
            4,
            "it was not read, and is like what was marked"
        );
        let without = document(&[4, 1, 3, 2]);
        assert!(model.presence(0.5, &unseen) > 0.6, "{}", model.presence(0.5, &unseen));
        assert!(model.presence(0.5, &without) < 0.4, "{}", model.presence(0.5, &without));
    }

    /// Likeness does not know the clause that a heading or a preamble gives away.
    #[test]
    fn a_search_that_finds_more_of_what_was_marked_keeps_its_order() {
        let there = document(&[2, 0, 3, 1]);
        let mut kept = [marked(&there, &[1]); 5];
        for cell in &mut kept {
            cell.shown = Some(1);
        }
        kept[0] = MarkedCell { answers: &[3], shown: Some(3), ..kept[0] };
        let model = ColumnModel::of(&kept).unwrap();
        assert_eq!(model.order(&[(2, 1.0), (0, 0.5)], &there, 4), [2, 0]);
    }

    #[test]
    fn two_marks_change_nothing() {
        let there = document(&[0, 1]);
        assert!(ColumnModel::of(&[marked(&there, &[0]), marked(&there, &[0])]).is_none());
    }

    #[test]
    fn without_vectors_only_the_probability_learns() {
        let none = Vectors::default();
        let absent = MarkedCell { is_answered: Some(false), ..marked(&none, &[]) };
        let model = ColumnModel::of(&[absent; 6]).unwrap();
        assert!(model.presence(0.5, &none) < 0.3, "{}", model.presence(0.5, &none));
        assert_eq!(model.order(&[(3, 1.0), (0, 0.2)], &none, 4), [3, 0], "the order of the search");
    }
}
