//! Runs several searches together, step by step, until each has its texts. Not for one search (`beams`, `sampling`).

use std::ops::ControlFlow;

use rand_pcg::Pcg64;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::beams::Beams;
use super::decoding::{Decoding, Search};
use super::networks::Networks;
use super::rows::Rows;
use super::sampling::{Pick, Samples};
use super::settings::Settings;
use crate::error::Error;
use crate::stop::Stop;

/// A found text as tokens, see [`Generated`](super::Generated).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FoundText {
    pub(super) tokens: Vec<u32>,
    pub(super) score: f32,
}

/// Limits and special tokens of each text.
#[derive(Clone)]
pub(super) struct Limits {
    pub(super) start: u32,
    pub(super) ends: Vec<u32>,
    pub(super) max_new: usize,
    pub(super) penalty: f32,
}

/// How a row continues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Next {
    /// Its parent, among the rows of its input.
    pub(super) parent: usize,
    /// The next token.
    pub(super) token: u32,
}

/// The search for one input's texts. It starts with one row and then has as many as it requested.
pub(super) trait Searching: Send {
    /// Takes the logits of its rows, `words` values each, and returns the next rows. None means it is finished.
    fn advance(&mut self, logits: &mut [f32], words: usize) -> Vec<Next>;

    /// The texts found, best first.
    fn found(self: Box<Self>) -> Vec<FoundText>;
}

/// A batch of inputs.
pub(super) struct SearchBatch<'r> {
    pub(super) inputs: &'r [&'r [u32]],
    pub(super) settings: &'r Settings,
    pub(super) decoding: &'r Decoding,
    pub(super) stop: &'r Stop,
}

impl SearchBatch<'_> {
    /// Searches. `on_progress` gets the number of finished inputs after every step.
    pub(super) fn run(
        &self,
        networks: &Networks,
        on_progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<FoundText>>, Error> {
        let mut searches: Vec<Box<dyn Searching>> = self.inputs.iter().map(|input| self.searching(input)).collect();
        let mut rows = Rows::encode(networks, self.inputs, self.stop)?;
        let mut counts = vec![1; self.inputs.len()];
        let mut tokens = vec![self.settings.start; self.inputs.len()];
        while !tokens.is_empty() {
            let mut logits = rows.step(&tokens, self.stop)?;
            let next = logits.advance(&mut searches, &counts)?;
            drop(logits);
            rows.replace(&parents(&next, &counts))?;
            tokens = next.iter().flatten().map(|next| next.token).collect();
            counts = next.iter().map(Vec::len).collect();
            if on_progress(counts.iter().filter(|count| **count == 0).count()).is_break() {
                return Err(Error::Cancelled);
            }
        }
        let returned = |search: Box<dyn Searching>| search.found().into_iter().take(self.decoding.returned).collect();
        Ok(searches.into_iter().map(returned).collect())
    }

    fn searching(&self, input: &[u32]) -> Box<dyn Searching> {
        let Decoding { search, repetition_penalty: penalty, max_new_tokens: max_new, returned, seed } = *self.decoding;
        let limits = Limits { start: self.settings.start, ends: self.settings.ends.clone(), max_new, penalty };
        let samples = |pick| {
            let sources = (0..returned).map(|number| random_generator(seed, input, number as u64)).collect();
            Box::new(Samples::new(limits.clone(), pick, sources))
        };
        match search {
            Search::Greedy | Search::Beam { beams: 1, .. } => samples(Pick::Best),
            Search::Sample { top_k, top_p, temperature } => samples(Pick::Random { top_k, top_p, temperature }),
            Search::Beam { beams, length_penalty, early_stopping } => {
                Box::new(Beams::new(limits, beams, length_penalty, early_stopping))
            }
        }
    }
}

/// The random generator of one text. It depends on the seed and the input, but not on other inputs or their order.
fn random_generator(seed: u64, input: &[u32], number: u64) -> Pcg64 {
    let mut hasher = Sha256::new();
    hasher.update(seed.to_le_bytes());
    input.iter().for_each(|token| hasher.update(token.to_le_bytes()));
    let digest = hasher.finalize();
    let state = digest.iter().take(16).fold(0, |state: u128, byte| state << 8 | u128::from(*byte));
    Pcg64::new(state, u128::from(number))
}

/// The parent of each new row, among all rows.
fn parents(next: &[Vec<Next>], counts: &[usize]) -> Vec<usize> {
    let firsts = counts.iter().scan(0, |first, count| Some(std::mem::replace(first, *first + count)));
    next.iter().zip(firsts).flat_map(|(next, first)| next.iter().map(move |next| first + next.parent)).collect()
}

/// Advances each search with the logits of its rows.
pub(super) fn advance(
    searches: &mut [Box<dyn Searching>],
    counts: &[usize],
    mut logits: &mut [f32],
    words: usize,
) -> Vec<Vec<Next>> {
    let mut parts = Vec::with_capacity(counts.len());
    for count in counts {
        let (part, rest) = logits.split_at_mut(count * words);
        parts.push(part);
        logits = rest;
    }
    let advance = |(search, part): (&mut Box<dyn Searching>, &mut [f32])| match part.is_empty() {
        true => Vec::new(),
        false => search.advance(part, words),
    };
    searches.par_iter_mut().zip(parts).map(advance).collect()
}
