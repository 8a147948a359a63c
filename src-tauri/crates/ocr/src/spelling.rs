//! Decides between signs that look alike by the letters beside them: "sha11" is "shall". Not for a dictionary.

use crate::letters::Letter;

/// Ends of ordinal numbers: their digits stay.
const ORDINALS: [&str; 5] = ["st", "nd", "rd", "th", "s"];

/// The text of a word. A digit among letters becomes the letter that the network saw there, too.
pub(crate) fn spelt(word: &[Letter]) -> String {
    word.chunk_by(|a, b| is_sign(a) == is_sign(b)).map(run).collect()
}

/// Whether it may be part of a word or a number.
fn is_sign(letter: &Letter) -> bool {
    letter.text.chars().all(char::is_alphanumeric) || !letter.rivals.is_empty()
}

/// Letters and digits without a mark between them.
fn run(letters: &[Letter]) -> String {
    let plain: String = letters.iter().map(|letter| letter.text.as_str()).collect();
    let surely = |letter: &&Letter| letter.text.chars().all(char::is_alphabetic);
    let known: String = letters.iter().filter(surely).map(|letter| letter.text.as_str()).collect();
    let numbers = letters.iter().any(|letter| letter.text.chars().all(char::is_numeric) && letter.rivals.is_empty());
    if known.is_empty() || numbers || is_ordinal(&plain) {
        return plain;
    }
    let small = known.chars().filter(|letter| letter.is_lowercase()).count() * 2 > known.chars().count();
    letters.iter().enumerate().map(|(at, letter)| chosen(letter, small, at == 0)).collect()
}

/// The sign itself if it is a letter, else its likeliest rival of the right case.
fn chosen(letter: &Letter, small: bool, first: bool) -> String {
    if letter.text.chars().all(char::is_alphabetic) {
        return letter.text.clone();
    }
    let fits = |rival: &&char| rival.is_lowercase() == small || first && small;
    letter.rivals.iter().find(fits).map_or_else(|| letter.text.clone(), char::to_string)
}

fn is_ordinal(text: &str) -> bool {
    let end = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    end.len() < text.len() && ORDINALS.contains(&end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word whose digits have these rivals.
    fn spelt_with(text: &str, rivals: &str) -> String {
        let letter = |text: char| Letter {
            text: text.to_string(),
            column: 0.0,
            confidence: 0.9,
            rivals: if text.is_numeric() { rivals.chars().collect() } else { Vec::new() },
        };
        spelt(&text.chars().map(letter).collect::<Vec<_>>())
    }

    #[test]
    fn digits_among_letters_are_the_letters_seen_there_too() {
        assert_eq!(spelt_with("sha11,", "lI"), "shall,");
        assert_eq!(spelt_with("L1AB1LITY", "lI"), "LIABILITY");
        assert_eq!(spelt_with("sha11", ""), "sha11", "the network saw no letter");
    }

    #[test]
    fn numbers_and_ordinals_stay() {
        for text in ["1998", "10-K", "1st", "11th", "$1,577"] {
            assert_eq!(spelt_with(text, "lIoO"), text);
        }
    }
}
