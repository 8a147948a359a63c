//! Which document a section of a memo is about, by the places that agree with its claims. For claims whose sentences name none.

use crate::candidate::Candidate;
use crate::claim::Claim;
use crate::said::Said;
use std::collections::HashMap;
use std::ops::Range;

/// A quote tells the document as surely as so many values.
const QUOTE: f32 = 3.0;
/// A section is about one document if so large a share of its claims speaks for it.
const MOST: f32 = 0.6;
/// Fewer claims tell nothing.
const LEAST: f32 = 2.0;

/// The document of each section that is about one, by the heading of the section.
pub(crate) fn documents_of_sections(
    claims: &[Claim],
    candidates: &[[Vec<Candidate>; 2]],
) -> HashMap<Range<usize>, usize> {
    let mut votes: HashMap<Range<usize>, HashMap<usize, f32>> = HashMap::new();
    for (claim, [agreeing, _]) in claims.iter().zip(candidates) {
        let Some(best) = agreeing.first() else { continue };
        let weight = if matches!(claim.said, Said::Quote(_)) { QUOTE } else { 1.0 };
        *votes.entry(section_of(claim)).or_default().entry(best.document).or_default() += weight;
    }
    let mut documents = HashMap::new();
    for (section, votes) in votes {
        let all: f32 = votes.values().sum();
        let first = votes.into_iter().max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
        if let Some((document, _)) = first.filter(|(_, votes)| *votes >= LEAST && *votes >= MOST * all) {
            documents.insert(section, document);
        }
    }
    documents
}

/// The heading that a claim stands below; without one the whole memo is one section.
pub(crate) fn section_of(claim: &Claim) -> Range<usize> {
    claim.context.headings.last().cloned().unwrap_or_default()
}
