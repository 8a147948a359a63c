//! Groups texts of similar length into batches, so that little is padded. Not for running them.

/// Tokens of a batch, padding included. Larger batches are no faster (measured: 1,024 to 8,192 on two cores). They need
/// more memory, and delay questions asked meanwhile.
pub(crate) const BUDGET: usize = 2048;

/// Splits texts of the given lengths into batches of indices. A batch has at most `budget` tokens when padded to its
/// longest text. A text longer than the budget has its own batch.
///
/// The longest texts come first. So memory is allocated at the start, and the remaining time is not underestimated.
pub(crate) fn plan(lengths: &[usize], budget: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(lengths[*index]));
    let mut batches = Vec::new();
    while let Some(longest) = order.first().map(|index| lengths[*index].max(1)) {
        let size = (budget / longest).clamp(1, order.len());
        batches.push(order.drain(..size).collect());
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_is_run_once_and_within_the_budget(lengths in proptest::collection::vec(0usize..300, 0..80), budget in 1usize..2000) {
            let batches = plan(&lengths, budget);
            let mut seen: Vec<usize> = batches.iter().flatten().copied().collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..lengths.len()).collect::<Vec<_>>(), "no text may be lost or run twice");
            for batch in batches {
                let longest = batch.iter().map(|index| lengths[*index]).max().unwrap_or(0);
                prop_assert!(batch.len() == 1 || batch.len() * longest <= budget, "memory is bounded by the budget");
            }
        }
    }
}
