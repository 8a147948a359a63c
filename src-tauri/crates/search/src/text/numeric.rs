//! Whether a question asks for a number, and whether a term has one. The form of an answer is known before the answer
//! (Prager et al. 2000, "Question-answering by predictive annotation"). Not for finding the number.

use super::fold::fold;
use super::word::words;

/// Words that ask for a number, folded, in alphabetic order. Words that also ask for a name ("number", "rate", "value")
/// are not in the list.
const QUANTITY_WORDS: [&str; 24] = [
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

/// Signs that ask for a number.
const SIGNS: [char; 4] = ['%', '$', '€', '£'];

/// Whether a question asks for a number: "how much", a quantity word, or a sign. A word or sign beside a number in the
/// question does not count ("the 50 million note").
pub(super) fn asks_for_number(question: &str) -> bool {
    let folded: Vec<String> = words(question).iter().map(|word| fold(&question[word.start..word.end])).collect();
    let how = |pair: &[String]| pair[0] == "how" && matches!(pair[1].as_str(), "many" | "much");
    let after_number = |at: usize| at > 0 && has_digit(&folded[at - 1]);
    let quantity =
        |(at, word): (usize, &String)| QUANTITY_WORDS.binary_search(&word.as_str()).is_ok() && !after_number(at);
    sign_without_number(question) || folded.iter().enumerate().any(quantity) || folded.windows(2).any(how)
}

/// Whether a sign is beside no digit.
fn sign_without_number(question: &str) -> bool {
    let ends_in = |text: &str| text.ends_with(|c: char| c.is_ascii_digit());
    let begins_with = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let around = |(at, sign): (usize, &str)| (question[..at].trim_end(), question[at + sign.len()..].trim_start());
    question.match_indices(SIGNS).map(around).any(|(before, after)| !ends_in(before) && !begins_with(after))
}

/// Whether a term contains a digit.
pub(crate) fn has_digit(term: &str) -> bool {
    term.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_for_binary_search() {
        assert!(QUANTITY_WORDS.is_sorted(), "binary search needs order");
    }

    #[test]
    fn a_question_for_a_number_is_known_by_its_words() {
        let asking =
            ["How much is the fee?", "how MANY days' notice", "the Total", "What % of sales?", "Net sales in USD"];
        asking.iter().for_each(|text| assert!(asks_for_number(text), "{text}"));
        let others =
            ["Who pays the fee?", "How is it terminated?", "Much ado", "What is the governing law?", "", "how"];
        let given =
            ["Who holds 5 % of the shares?", "What is the $50 note?", "Who owes the 50 million?", "the 5% rule"];
        others.iter().chain(&given).for_each(|text| assert!(!asks_for_number(text), "{text}"));
        assert!(asks_for_number("What % of sales was 5 % or more?"), "one is in the question, another is asked for");
    }

    #[test]
    fn terms_with_digits_are_numeric() {
        assert!(has_digit("1577") && has_digit("fy2018") && !has_digit("fee"), "whatever else they contain");
    }
}
