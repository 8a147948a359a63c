//! The closer reading of the best places of each claim: the cross-encoder reads the sentence of the memo, with a question word in
//! place of its value, together with the place. A wrong value draws nothing to itself then.

use crate::candidate::Candidate;
use crate::claim::Claim;
use pincite_models::{Error, TextPair};
use pincite_search::PairScorer;
use std::ops::ControlFlow;

/// Places that are read of those that agree, and of those that do not.
const READ: [usize; 2] = [4, 8];
/// In place of the value.
const BLANK: &str = "what";

/// Reads the best places of all claims in one batch, and drops the others. Places in a language that the model does not know
/// stay as they are.
pub(crate) fn read(
    memo: &str,
    claims: &[Claim],
    candidates: &mut [[Vec<Candidate>; 2]],
    model: &dyn PairScorer,
) -> Result<(), Error> {
    let questions: Vec<String> = claims.iter().map(|claim| question(memo, claim)).collect();
    let mut pairs = Vec::new();
    for ((claim, question), places) in claims.iter().zip(&questions).zip(candidates.iter_mut()) {
        for (places, most) in places.iter_mut().zip(READ).filter(|_| claim.said.is_value()) {
            places.truncate(most);
            let known = places.iter().filter(|place| model.knows(place.language));
            pairs.extend(known.map(|place| TextPair { question, passage: &place.read }));
        }
    }
    let scores = model.score(&pairs, &mut |_| ControlFlow::Continue(()))?;
    drop(pairs);
    let mut scores = scores.into_iter();
    for (_, places) in claims.iter().zip(candidates).filter(|(claim, _)| claim.said.is_value()) {
        for places in places {
            let known = places.iter_mut().filter(|place| model.knows(place.language));
            known.zip(scores.by_ref()).for_each(|(place, score)| place.was_read(score.rank));
            places.sort_by(|one, other| other.score.total_cmp(&one.score));
        }
    }
    Ok(())
}

/// The sentence of a claim with a blank for its value, below its heading.
fn question(memo: &str, claim: &Claim) -> String {
    let sentence = &claim.context.sentence;
    let part = |range: std::ops::Range<usize>| memo.get(range).unwrap_or_default();
    let heading = claim.context.headings.last().map(|heading| part(heading.clone())).unwrap_or_default();
    let before = part(sentence.start..claim.range.start);
    let after = part(claim.range.end..sentence.end);
    format!("{heading}: {before}{BLANK}{after}")
}
