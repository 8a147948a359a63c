//! Runs several searches together, step by step, until each has its texts. Not for one search (`searches`).

use std::ops::ControlFlow;

use rand_pcg::Pcg64;
use sha2::{Digest, Sha256};

use super::decoding::{Decoding, Search};
use super::networks::Networks;
use super::rows::Rows;
use super::searches::{Beams, FoundText, Limits, Next, Pick, Samples, Searching};
use super::settings::Settings;
use crate::{Error, Result, Stop};

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
    ) -> Result<Vec<Vec<FoundText>>> {
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
