//! The verdict on a claim: what the places found for it say together. Not for finding places (`check`).

use crate::candidate::Candidate;
use crate::claim::Claim;
use crate::said::Said;
use crate::score::Agreement;

/// A place that scores less speaks of something else.
const SPEAKS: f32 = 3.0;
/// An agreeing place may score so much less than the best one that says otherwise.
const MARGIN: f32 = 0.3;
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
        Said::Number(_) | Said::Date(_) | Said::Duration(_) => Some(of_value(agreeing, other)),
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

fn of_value(agreeing: &[Candidate], other: &[Candidate]) -> Finding {
    let otherwise = other.first().filter(|first| first.score >= SPEAKS);
    let Some(same) = agreeing.first() else {
        let support = if otherwise.is_some() { Support::Doubtful(Doubt::OtherValue) } else { Support::NotFound };
        return Finding { support, places: otherwise.cloned().into_iter().collect() };
    };
    let is_better = |otherwise: &&Candidate| otherwise.score > same.score + MARGIN;
    if let Some(otherwise) = otherwise.filter(is_better) {
        let doubt = if same.is_of_other_year() { Doubt::OtherYear } else { Doubt::OtherValue };
        let places = vec![otherwise.clone(), same.clone()];
        return Finding { support: Support::Doubtful(doubt), places };
    }
    let support = match same.agreement {
        _ if same.is_of_other_year() => Support::Doubtful(Doubt::OtherYear),
        _ if same.score < SPEAKS => Support::Doubtful(Doubt::OtherThing),
        Agreement::Exact => Support::Exact,
        Agreement::Near | Agreement::Other => Support::Near,
    };
    Finding { support, places: vec![same.clone()] }
}
