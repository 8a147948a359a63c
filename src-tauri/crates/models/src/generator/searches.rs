//! The two searches for an input's texts: beam search, and one token after another, greedy or by random sampling. Not for
//! running several searches (`search`).
//!
//! Beam search extends several texts at once and keeps the best finished ones. There are many variants; ours follows
//! transformers' `generate()` and must find the same texts.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::logits::{TokenWeight, log_softmax, log_total, most_likely, penalise, sampling_weights};

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
        best_candidates(logits.chunks_exact(words), &scores, count)
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

/// A beam extended by one token.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    /// Sum of the log-probabilities so far.
    score: f32,
    beam: usize,
    token: u32,
}

/// Number of values that are compared at once.
const CHUNK: usize = 64;

/// The `count` best continuations, best first. `rows` are the log-probabilities of each beam's next token, `scores`
/// those of the beams.
fn best_candidates<'r>(rows: impl Iterator<Item = &'r [f32]>, scores: &[f32], count: usize) -> Vec<Candidate> {
    let mut found = Vec::with_capacity(4 * count);
    let mut enough = f32::NEG_INFINITY;
    for (beam, (row, before)) in rows.zip(scores).enumerate() {
        for (at, chunk) in row.chunks(CHUNK).enumerate() {
            // A sum instead of a search: the compiler vectorizes it.
            if chunk.iter().map(|value| u32::from(*value + before > enough)).sum::<u32>() == 0 {
                continue;
            }
            let candidate = |(inner, value): (usize, &f32)| Candidate {
                score: value + before,
                beam,
                token: (at * CHUNK + inner) as u32,
            };
            found.extend(chunk.iter().enumerate().map(candidate).filter(|one| one.score > enough));
            if found.len() > 4 * count {
                enough = cut(&mut found, count);
            }
        }
    }
    cut(&mut found, count);
    found
}

/// Keeps the `count` best, sorted, and returns the score of the last.
fn cut(found: &mut Vec<Candidate>, count: usize) -> f32 {
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then((a.beam, a.token).cmp(&(b.beam, b.token))));
    found.truncate(count);
    found.last().filter(|_| found.len() == count).map_or(f32::NEG_INFINITY, |last| last.score)
}

/// How one token is chosen.
#[derive(Clone, Copy)]
pub(super) enum Pick {
    /// The most likely token.
    Best,
    /// A random one of the most likely tokens.
    Random { top_k: usize, top_p: f32, temperature: f32 },
}

/// One text that is being generated.
struct Sample {
    /// The start token and all tokens after it.
    tokens: Vec<u32>,
    /// Sum of the log-probabilities.
    score: f32,
    random: Pcg64,
}

/// An unfinished text.
struct OpenSample {
    /// Its index among all texts.
    index: usize,
    /// Its row of the logits.
    row: usize,
}

/// The search for one input's texts.
pub(super) struct Samples {
    limits: Limits,
    pick: Pick,
    samples: Vec<Sample>,
    /// The unfinished texts.
    open: Vec<OpenSample>,
}

impl Samples {
    /// One text for each random generator.
    pub(super) fn new(limits: Limits, pick: Pick, sources: Vec<Pcg64>) -> Self {
        let sample = |random| Sample { tokens: vec![limits.start], score: 0.0, random };
        let samples: Vec<Sample> = sources.into_iter().map(sample).collect();
        // All start with the same row.
        let open = (0..samples.len()).map(|index| OpenSample { index, row: 0 }).collect();
        Self { limits, pick, samples, open }
    }
}

impl Sample {
    /// Adds the next token.
    fn grow(&mut self, row: &mut [f32], penalty: f32, pick: Pick) -> u32 {
        penalise(row, &self.tokens, penalty);
        let total = log_total(row);
        let (token, logit) = match pick {
            Pick::Best => {
                let token = most_likely(row);
                (token, row[token as usize])
            }
            Pick::Random { top_k, top_p, temperature } => {
                let before = row.to_vec();
                let token = draw(&sampling_weights(row, top_k, top_p, temperature), &mut self.random);
                (token, before[token as usize])
            }
        };
        self.score += logit - total;
        self.tokens.push(token);
        token
    }
}

fn draw(weights: &[TokenWeight], random: &mut Pcg64) -> u32 {
    let mut left = random.random::<f64>() * weights.iter().map(|one| one.weight).sum::<f64>();
    let reached = |one: &&TokenWeight| {
        left -= one.weight;
        left < 0.0
    };
    weights.iter().find(reached).or(weights.last()).map_or(0, |one| one.token)
}

impl Searching for Samples {
    fn advance(&mut self, logits: &mut [f32], words: usize) -> Vec<Next> {
        let mut next = Vec::with_capacity(self.open.len());
        let mut still_open = Vec::with_capacity(self.open.len());
        for OpenSample { index, row: parent } in std::mem::take(&mut self.open) {
            let mut row = logits[parent * words..][..words].to_vec();
            let token = self.samples[index].grow(&mut row, self.limits.penalty, self.pick);
            let length = self.samples[index].tokens.len() - 1;
            if length < self.limits.max_new && !self.limits.ends.contains(&token) {
                still_open.push(OpenSample { index, row: next.len() });
                next.push(Next { parent, token });
            }
        }
        self.open = still_open;
        next
    }

    fn found(self: Box<Self>) -> Vec<FoundText> {
        let found = |sample: Sample| {
            let tokens = sample.tokens[1..].to_vec();
            FoundText { score: sample.score / tokens.len().max(1) as f32, tokens }
        };
        let mut found: Vec<FoundText> = self.samples.into_iter().map(found).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_are_those_of_a_full_sort(
            rows in proptest::collection::vec(proptest::collection::vec(-20f32..0.0, 150), 1..5),
            before in proptest::collection::vec(-9f32..0.0, 5),
            count in 1usize..40,
        ) {
            let mut all: Vec<Candidate> = rows.iter().enumerate().flat_map(|(beam, row)| {
                let before = before[beam];
                row.iter().enumerate().map(move |(token, value)| Candidate { score: value + before, beam, token: token as u32 })
            }).collect();
            all.sort_by(|a, b| b.score.total_cmp(&a.score));
            let found = best_candidates(rows.iter().map(Vec::as_slice), &before, count);
            let scores = |list: &[Candidate]| list.iter().map(|one| one.score).collect::<Vec<_>>();
            prop_assert_eq!(scores(&found), scores(&all[..count.min(all.len())]), "no better one may be passed over");
        }
    }
}
