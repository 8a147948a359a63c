//! The verdict on a claim: what the places found for it say together. Not for finding places (`check`).

use crate::candidate::Candidate;
use crate::claim::Claim;
use crate::said::Said;
use crate::score::Agreement;

/// A place that scores less speaks of something else.
const SPEAKS: f32 = 3.0;
/// More digits than so many tell no more.
const MOST_DIGITS: usize = 4;
/// Weights of the logistic model: how much more the best other place scores than the best one that agrees, and digits. Fitted to
/// memos with planted errors (experiment 055).
const BIAS: f32 = 1.6;
const GAP: f32 = -1.2;
const DIGIT: f32 = 0.9;
/// A sentence without quotation marks is taken over if so many of its words stand there.
const TAKEN: f32 = 0.8;
/// A quote of which fewer words stand there is of something else.
const LIKE: f32 = 0.6;

/// How far documents support a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// They print the same.
    Exact,
    /// They print the same, but for rounding and scale.
    Near,
    /// They print something else, or the same of something else.
    Doubtful(Doubt),
    /// They do not print it.
    NotFound,
}

/// Why a claim is doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// What the claim speaks of has another value.
    OtherValue,
    /// It is the value of another year.
    OtherYear,
    /// It is the value of something else.
    OtherThing,
    /// Some words of a quote are others.
    OtherWords,
}

/// What was found for a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// How far it is supported.
    pub support: Support,
    /// Places to look at, the best one first.
    pub places: Vec<Candidate>,
}

/// The verdict on a claim by the places that agree, and by those that do not, each the best ones first. None on a sentence that no
/// document has.
pub(crate) fn verdict(claim: &Claim, agreeing: &[Candidate], other: &[Candidate]) -> Option<Finding> {
    match claim.said {
        Said::Quote(_) => Some(of_quote(agreeing, other)),
        Said::Sentence(_) => of_sentence(agreeing, other),
        Said::Number(_) | Said::Date(_) | Said::Duration(_) => Some(of_value(claim, agreeing, other)),
    }
}

fn of_quote(agreeing: &[Candidate], other: &[Candidate]) -> Finding {
    if !agreeing.is_empty() {
        return Finding { support: Support::Exact, places: agreeing.to_vec() };
    }
    match other.first().filter(|first| first.score >= LIKE) {
        Some(like) => Finding { support: Support::Doubtful(Doubt::OtherWords), places: vec![like.clone()] },
        None => Finding { support: Support::NotFound, places: Vec::new() },
    }
}

fn of_sentence(agreeing: &[Candidate], other: &[Candidate]) -> Option<Finding> {
    if !agreeing.is_empty() {
        return Some(Finding { support: Support::Exact, places: agreeing.to_vec() });
    }
    let like = other.first().filter(|first| first.score >= TAKEN)?;
    Some(Finding { support: Support::Near, places: vec![like.clone()] })
}

fn of_value(claim: &Claim, agreeing: &[Candidate], other: &[Candidate]) -> Finding {
    let otherwise = other.first().filter(|first| first.score >= SPEAKS);
    let Some(same) = agreeing.first() else {
        let support = if otherwise.is_some() { Support::Doubtful(Doubt::OtherValue) } else { Support::NotFound };
        return Finding { support, places: otherwise.cloned().into_iter().collect() };
    };
    let neighbour = other.iter().find(|place| place.is_better_neighbour(same) && !place.is_of_other_year());
    // Without a year the latest one is meant.
    let says_no_year = claim.context.years.is_empty() && !claim.is_earlier;
    let later = other.iter().find(|place| says_no_year && place.is_later_in_row(same));
    let is_of_other_year = same.is_of_other_year() || later.is_some();
    if trust(claim, same, other.first()) > 0.0 && !is_of_other_year && neighbour.is_none() {
        let support = if same.agreement == Agreement::Exact { Support::Exact } else { Support::Near };
        return Finding { support, places: vec![same.clone()] };
    }
    let better = neighbour.or(later).or(otherwise.filter(|otherwise| otherwise.score > same.score));
    let doubt = match better {
        _ if is_of_other_year => Doubt::OtherYear,
        Some(_) => Doubt::OtherValue,
        None => Doubt::OtherThing,
    };
    let places = better.cloned().into_iter().chain([same.clone()]).collect();
    Finding { support: Support::Doubtful(doubt), places }
}

/// How far a place that agrees supports a claim: the log-odds of a logistic model.
fn trust(claim: &Claim, same: &Candidate, other: Option<&Candidate>) -> f32 {
    let gap = other.map_or(0.0, |other| other.score).max(0.0) - same.score;
    let digits = significant_digits(claim).min(MOST_DIGITS) as f32;
    BIAS + GAP * gap + DIGIT * digits
}

/// How many digits of a claim tell something: many are hardly the same by chance.
fn significant_digits(claim: &Claim) -> usize {
    match &claim.said {
        Said::Number(number) => {
            let digits = number.number.normalize().mantissa().unsigned_abs().to_string();
            digits.trim_end_matches('0').len().max(1)
        }
        Said::Date(_) => MOST_DIGITS,
        _ => 1,
    }
}
