//! Generates texts independently of each other: greedy or by random sampling. Not for beam search (`beams`).

use rand::RngExt;
use rand_pcg::Pcg64;

use super::logits::{TokenWeight, best, log_total, penalise, sampling_weights};
use super::search::{FoundText, Limits, Next, Searching};

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
                let token = best(row);
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
