//! Whether a question asks for a figure: the form of an answer is known before the answer is (Prager et al. 2000,
//! "Question-answering by predictive annotation"). Not for finding the figure or for how many a passage has.

use crate::fold::fold;
use crate::word::words;

/// Words that are said of figures, folded, in alphabetic order. Those that ask which one as well ("number", "rate",
/// "value") are not among them.
const SAID_OF_FIGURES: [&str; 24] = [
    "amount",
    "amounts",
    "average",
    "billion",
    "billions",
    "cents",
    "dollars",
    "eur",
    "euros",
    "gbp",
    "margin",
    "million",
    "millions",
    "percent",
    "percentage",
    "proportion",
    "quantity",
    "ratio",
    "ratios",
    "sum",
    "thousands",
    "total",
    "totals",
    "usd",
];

/// Signs that are.
const SIGNS: [char; 4] = ['%', '$', '€', '£'];

/// Whether a question, by its words, asks for a figure: "how much", a word said of figures, or a sign of them, unless it
/// belongs to a figure that the question gives ("the 50 million note").
pub(crate) fn asks_for_figure(question: &str) -> bool {
    let folded: Vec<String> = words(question).iter().map(|word| fold(&question[word.start..word.end])).collect();
    let how = |pair: &[String]| pair[0] == "how" && matches!(pair[1].as_str(), "many" | "much");
    let given = |at: usize| at > 0 && is_figure(&folded[at - 1]);
    let said = |(at, word): (usize, &String)| SAID_OF_FIGURES.binary_search(&word.as_str()).is_ok() && !given(at);
    sign_alone(question) || folded.iter().enumerate().any(said) || folded.windows(2).any(how)
}

/// Whether a sign of figures stands beside none.
fn sign_alone(question: &str) -> bool {
    let ends_in = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let begins_with = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let around = |(at, sign): (usize, &str)| (question[..at].trim_end(), question[at + sign.len()..].trim_start());
    question.match_indices(SIGNS).map(around).any(|(before, after)| !ends_in(before) && !begins_with(after))
}

/// Whether a term is a figure, or has one in it.
pub(crate) fn is_figure(term: &str) -> bool {
    term.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(SAID_OF_FIGURES.is_sorted(), "binary search needs order");
    }

    #[test]
    fn a_question_for_a_figure_is_known_by_its_words() {
        let asking =
            ["How much is the fee?", "how MANY days' notice", "the Total", "What % of sales?", "Net sales in USD"];
        asking.iter().for_each(|text| assert!(asks_for_figure(text), "{text}"));
        let others =
            ["Who pays the fee?", "How is it terminated?", "Much ado", "What is the governing law?", "", "how"];
        let given =
            ["Who holds 5 % of the shares?", "What is the $50 note?", "Who owes the 50 million?", "the 5% rule"];
        others.iter().chain(&given).for_each(|text| assert!(!asks_for_figure(text), "{text}"));
        assert!(asks_for_figure("What % of sales was 5 % or more?"), "one is given, another asked for");
    }

    #[test]
    fn terms_with_digits_are_figures() {
        assert!(is_figure("1577") && is_figure("fy2018") && !is_figure("fee"), "whatever else is in them");
    }
}
