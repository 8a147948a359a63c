//! Decides what a hyphen at the end of a line is. It belongs to its word ("non-compete"), or it only broke the word
//! ("agree-ment"). `layout` marks such line ends.

use crate::{Page, Word};
use std::collections::HashSet;

/// First halves of compounds that are usually written with a hyphen.
const PREFIXES: [&str; 22] = [
    "non", "self", "co", "ex", "cross", "well", "long", "short", "third", "mid", "high", "low", "full", "part", "year",
    "so", "quasi", "anti", "all", "half", "two", "three",
];

/// Drops the hyphens that only broke a word.
pub(super) fn resolve(pages: &mut [Page]) {
    let known = vocabulary(pages);
    for page in pages {
        for i in 1..page.words.len() {
            if is_broken(&page.words[i - 1]) && !keeps_hyphen(&page.words[i - 1].text, &page.words[i].text, &known) {
                page.words[i - 1].text.pop();
            }
        }
    }
}

/// A word that joins the next one without a hyphen is of a script without spaces.
fn is_broken(word: &Word) -> bool {
    word.joins_next && word.text.ends_with('-')
}

/// Resolves the hyphens of a single page.
pub(crate) fn with_hyphens_resolved(page: Page) -> Page {
    let mut pages = [page];
    resolve(&mut pages);
    let [page] = pages;
    page
}

/// The words of the document that can decide a case: whole words, in lower case, without punctuation around them.
fn vocabulary(pages: &[Page]) -> HashSet<String> {
    let mut wanted = HashSet::new();
    for pair in pages.iter().flat_map(|p| p.words.windows(2)).filter(|pair| is_broken(&pair[0])) {
        let first = fold(&pair[0].text);
        let second = fold(&pair[1].text);
        wanted.insert(format!("{first}-{second}"));
        wanted.insert(first + &second);
    }
    // Folding every word of a long document is slow. The length rules most words out.
    let lengths: HashSet<usize> = wanted.iter().map(String::len).collect();
    let whole = pages.iter().flat_map(|p| &p.words).filter(|w| !w.joins_next && may_fold_to(&w.text, &lengths));
    whole.map(|w| fold(&w.text)).filter(|w| wanted.contains(w)).collect()
}

/// Whether the folded word can have one of these lengths. Outside ASCII, lower-casing can change the length.
fn may_fold_to(text: &str, lengths: &HashSet<usize>) -> bool {
    !text.is_ascii() || lengths.contains(&text.trim_matches(|c: char| !c.is_ascii_alphanumeric()).len())
}

fn fold(text: &str) -> String {
    text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn keeps_hyphen(first: &str, second: &str, known: &HashSet<String>) -> bool {
    let first = fold(first);
    let rest = fold(second);
    if known.contains(&format!("{first}-{rest}")) {
        return true;
    }
    if known.contains(&(first.clone() + &rest)) {
        return false;
    }
    let plain = first.chars().all(char::is_alphabetic) && second.starts_with(char::is_lowercase);
    !plain || PREFIXES.contains(&first.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(words: &[&str]) -> Page {
        let word = |text: &&str| Word {
            text: text.trim_end_matches('>').to_owned(),
            rect: crate::Rect::default(),
            size: 10.0,
            bold: false,
            joins_next: text.ends_with('>'),
        };
        Page { words: words.iter().map(word).collect(), ..Page::default() }
    }

    fn resolved(words: &[&str]) -> Vec<String> {
        with_hyphens_resolved(page(words)).words.into_iter().map(|w| w.text).collect()
    }

    #[test]
    fn a_hyphen_that_only_broke_the_word_goes() {
        assert_eq!(resolved(&["agree->", "ment."])[0], "agree");
        assert_eq!(resolved(&["Form", "10->", "K"])[1], "10-", "figures are never hyphenated by a typesetter");
    }

    #[test]
    fn the_document_itself_knows_best() {
        assert_eq!(resolved(&["on->", "line", "see", "(on-line)"])[0], "on-", "written with a hyphen elsewhere");
        assert_eq!(resolved(&["co->", "operate", "Cooperate"])[0], "co", "written without one elsewhere");
        assert_eq!(resolved(&["non->", "compete"])[0], "non-", "unknown, but such words keep theirs");
    }
}
