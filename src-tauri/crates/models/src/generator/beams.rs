//! Beam search: extends several texts at once and keeps the best finished ones. There are many variants; ours follows
//! transformers' `generate()` and must find the same texts. Not for sampling (`sampling`).

use super::candidates::{self, Candidate};
use super::logits::{log_softmax, penalise};
use super::search::{FoundText, Limits, Next, Searching};

/// An unfinished text.
struct Beam {
    /// The start token and all tokens after it.
    tokens: Vec<u32>,
    /// Sum of the log-probabilities.
    score: f32,
}

/// The search for one input's texts.
pub(super) struct Beams {
    limits: Limits,
    width: usize,
    length_penalty: f32,
    early_stopping: bool,
    running: Vec<Beam>,
    /// Finished texts, best first, at most as many as beams.
    finished: Vec<FoundText>,
}

impl Beams {
    pub(super) fn new(limits: Limits, width: usize, length_penalty: f32, early_stopping: bool) -> Self {
        let running = vec![Beam { tokens: vec![limits.start], score: 0.0 }];
        Self { limits, width, length_penalty, early_stopping, running, finished: Vec::new() }
    }

    /// The most likely continuations. There are enough even if each beam could end with every end token.
    fn candidates(&self, logits: &mut [f32], words: usize) -> Vec<Candidate> {
        for (row, beam) in logits.chunks_exact_mut(words).zip(&self.running) {
            log_softmax(row);
            penalise(row, &beam.tokens, self.limits.penalty);
        }
        let scores: Vec<f32> = self.running.iter().map(|beam| beam.score).collect();
        let count = self.width * (1 + self.limits.ends.len()).max(2);
        candidates::best(logits.chunks_exact(words), &scores, count)
    }

    /// Keeps texts that are finished now, if they are among the best.
    fn finish(&mut self, candidates: &[Candidate], is_last: bool) {
        let length = self.length() + 1;
        let ended = candidates.iter().take(self.width).filter(|one| is_last || self.limits.ends.contains(&one.token));
        let divisor = self.divisor(length);
        let whole = ended.map(|one| {
            let before = &self.running[one.beam].tokens[1..];
            FoundText { tokens: before.iter().copied().chain([one.token]).collect(), score: one.score / divisor }
        });
        let whole: Vec<FoundText> = whole.collect();
        self.finished.extend(whole);
        self.finished.sort_by(|a, b| b.score.total_cmp(&a.score));
        self.finished.truncate(self.width);
    }

    /// Whether a better text is possible. Heuristic: the best unfinished text keeps its present score.
    fn can_improve(&self) -> bool {
        let Some(worst) = self.finished.get(self.width - 1) else { return true };
        let hope = self.running.first().map_or(f32::NEG_INFINITY, |best| best.score / self.divisor(self.length()));
        !self.early_stopping && hope > worst.score
    }

    /// Number of tokens so far, without the start token.
    fn length(&self) -> usize {
        self.running.first().map_or(0, |beam| beam.tokens.len() - 1)
    }

    fn divisor(&self, length: usize) -> f32 {
        (length as f64).powf(f64::from(self.length_penalty)) as f32
    }
}

impl Searching for Beams {
    fn advance(&mut self, logits: &mut [f32], words: usize) -> Vec<Next> {
        let candidates = self.candidates(logits, words);
        let is_last = self.length() + 1 >= self.limits.max_new;
        self.finish(&candidates, is_last);
        if is_last {
            return Vec::new();
        }
        let open = candidates.iter().filter(|one| !self.limits.ends.contains(&one.token)).take(self.width);
        let next: Vec<Next> = open.clone().map(|one| Next { parent: one.beam, token: one.token }).collect();
        let grown = open.map(|one| {
            let before = &self.running[one.beam].tokens;
            Beam { tokens: before.iter().copied().chain([one.token]).collect(), score: one.score }
        });
        self.running = grown.collect();
        if self.can_improve() { next } else { Vec::new() }
    }

    fn found(self: Box<Self>) -> Vec<FoundText> {
        self.finished
    }
}
