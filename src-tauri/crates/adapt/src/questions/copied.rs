//! Whether a question is a piece of its passage. Not for single words in common: a good question has those.

use crate::questions::words::folded;

/// Whether a question's words stand in the passage as they are, behind one another, all of them or more than `longest`.
pub(crate) fn is_copied(question: &[String], passage: &str, longest: usize) -> bool {
    let run = longest_run(question, &folded(passage));
    run > longest || !question.is_empty() && run == question.len()
}

/// Length of the longest run of words that both have.
fn longest_run(one: &[String], other: &[String]) -> usize {
    let mut best = 0;
    let mut ending = vec![0; other.len() + 1];
    for word in one {
        // From the back, so that the place before still tells of the word before.
        for at in (0..other.len()).rev() {
            ending[at + 1] = if other[at] == *word { ending[at] + 1 } else { 0 };
            best = best.max(ending[at + 1]);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn runs_are_counted_in_words() {
        let words = |text: &str| folded(text);
        assert_eq!(longest_run(&words("a b x c d e"), &words("c d e a b")), 3, "the longest of two");
        assert_eq!(longest_run(&words(""), &words("a")), 0);
        assert!(is_copied(&words("the rent is due"), "So the Rent is due, always.", 10), "all of it");
        assert!(!is_copied(&words("when the rent is due"), "So the rent is due, always.", 10), "not all of it");
        assert!(is_copied(&words("when the rent is due"), "So the rent is due, always.", 3), "too much of it");
    }

    proptest! {
        #[test]
        fn a_piece_is_found(words in proptest::collection::vec("[a-c]", 1..20), from in 0usize..20, length in 1usize..9) {
            let from = from.min(words.len() - 1);
            let piece = &words[from..(from + length).min(words.len())];
            prop_assert_eq!(longest_run(piece, &words), piece.len());
        }
    }
}
