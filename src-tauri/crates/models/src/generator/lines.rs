//! Texts that are followed each on its own: the likeliest token at each step, or one by chance.

use rand::RngExt;
use rand_pcg::Pcg64;

use super::logits::{best, chances, log_total, penalise};
use super::search::{Found, Limits, Next, Searching};

/// How one token is taken.
#[derive(Clone, Copy)]
pub(super) enum Pick {
    /// The likeliest.
    Best,
    /// By chance among the likeliest.
    Chance { top_k: usize, top_p: f32, temperature: f32 },
}

/// One text that is followed.
struct Line {
    /// The start token and what came after.
    tokens: Vec<u32>,
    /// Sum of the log-probabilities.
    score: f32,
    random: Pcg64,
}

/// The search for one input's texts.
pub(super) struct Lines {
    limits: Limits,
    pick: Pick,
    lines: Vec<Line>,
    /// Lines that are not whole, and at which row of the logits each stands.
    open: Vec<(usize, usize)>,
}

impl Lines {
    /// One text for each source of chance.
    pub(super) fn new(limits: Limits, pick: Pick, sources: Vec<Pcg64>) -> Self {
        let line = |random| Line { tokens: vec![limits.start], score: 0.0, random };
        let lines: Vec<Line> = sources.into_iter().map(line).collect();
        // All begin at the same row: nothing tells them apart yet.
        let open = (0..lines.len()).map(|line| (line, 0)).collect();
        Self { limits, pick, lines, open }
    }
}

impl Line {
    /// Takes the next token.
    fn grow(&mut self, row: &mut [f32], penalty: f32, pick: Pick) -> u32 {
        penalise(row, &self.tokens, penalty);
        let total = log_total(row);
        let (token, logit) = match pick {
            Pick::Best => {
                let token = best(row);
                (token, row[token as usize])
            }
            Pick::Chance { top_k, top_p, temperature } => {
                let before = row.to_vec();
                let token = draw(&chances(row, top_k, top_p, temperature), &mut self.random);
                (token, before[token as usize])
            }
        };
        self.score += logit - total;
        self.tokens.push(token);
        token
    }
}

fn draw(chances: &[(u32, f64)], random: &mut Pcg64) -> u32 {
    let mut left = random.random::<f64>() * chances.iter().map(|(_, chance)| chance).sum::<f64>();
    let reached = |(_, chance): &&(u32, f64)| {
        left -= chance;
        left < 0.0
    };
    chances.iter().find(reached).or(chances.last()).map_or(0, |(token, _)| *token)
}

impl Searching for Lines {
    fn advance(&mut self, logits: &mut [f32], words: usize) -> Vec<Next> {
        let mut next = Vec::with_capacity(self.open.len());
        let mut still_open = Vec::with_capacity(self.open.len());
        for (line, parent) in std::mem::take(&mut self.open) {
            let mut row = logits[parent * words..][..words].to_vec();
            let token = self.lines[line].grow(&mut row, self.limits.penalty, self.pick);
            let length = self.lines[line].tokens.len() - 1;
            if length < self.limits.max_new && !self.limits.ends.contains(&token) {
                still_open.push((line, next.len()));
                next.push(Next { parent, token });
            }
        }
        self.open = still_open;
        next
    }

    fn found(self: Box<Self>) -> Vec<Found> {
        let found = |line: Line| {
            let tokens = line.tokens[1..].to_vec();
            Found { score: line.score / tokens.len().max(1) as f32, tokens }
        };
        let mut found: Vec<Found> = self.lines.into_iter().map(found).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found
    }
}
