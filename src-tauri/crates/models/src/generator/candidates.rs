//! Finds the best continuations of several beams. Not for choosing which beams end.

/// A beam extended by one token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    /// Sum of the log-probabilities so far.
    pub(super) score: f32,
    pub(super) beam: usize,
    pub(super) token: u32,
}

/// Number of values that are compared at once.
const CHUNK: usize = 64;

/// The `count` best continuations, best first. `rows` are the log-probabilities of each beam's next token, `scores`
/// those of the beams.
pub(super) fn best<'r>(rows: impl Iterator<Item = &'r [f32]>, scores: &[f32], count: usize) -> Vec<Candidate> {
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
            let found = best(rows.iter().map(Vec::as_slice), &before, count);
            let scores = |list: &[Candidate]| list.iter().map(|one| one.score).collect::<Vec<_>>();
            prop_assert_eq!(scores(&found), scores(&all[..count.min(all.len())]), "no better one may be passed over");
        }
    }
}
