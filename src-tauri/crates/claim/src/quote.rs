//! Quotes of a memo, and where documents have their words. Also for whole sentences that were taken over without quotation marks.

use pincite_passage::{Passage, PrintedSpan, Span, spans_once};
use pincite_search::fold_letters;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// A quote of fewer words is a term, and stands everywhere.
const LEAST_WORDS: usize = 4;
/// Words that follow each other and are looked up together.
const RUN: usize = 3;
/// How far parts of a quote with an omission may stand apart, in words.
const OMITTED: usize = 250;
/// A place may begin so many words before or after the most likely one: words were added or dropped.
const SHIFT: usize = 4;

/// Quotation marks that open a quote, with those that close it: English, German, French and Spanish ones.
const MARKS: [(char, &[char]); 5] =
    [('“', &['”', '"']), ('"', &['”', '"']), ('„', &['“', '”', '"']), ('«', &['»']), ('»', &['«'])];

/// The quotes in a paragraph: the bytes between their quotation marks.
pub(crate) fn quotes(text: &str, paragraph: &Range<usize>) -> Vec<Range<usize>> {
    let mut quotes = Vec::new();
    let mut start = 0;
    let mut closing: Option<&[char]> = None;
    for (at, letter) in text[paragraph.clone()].char_indices() {
        let at = paragraph.start + at;
        match closing {
            None => {
                closing = MARKS.iter().find(|(opens, _)| *opens == letter).map(|(_, closing)| *closing);
                start = at + letter.len_utf8();
            }
            Some(marks) if marks.contains(&letter) => {
                closing = None;
                if words_of(&text[start..at]).len() >= LEAST_WORDS {
                    quotes.push(start..at);
                }
            }
            Some(_) => {}
        }
    }
    quotes
}

/// The words of a text as they are compared: small letters without signs. An omission is a word "…".
pub(crate) fn words_of(text: &str) -> Vec<String> {
    let omitted = text.replace("[...]", " … ").replace("[…]", " … ").replace(". . .", " … ").replace("...", " … ");
    omitted.replace('…', " … ").split_whitespace().flat_map(parts).collect()
}

/// A word as it is compared. One with a dash or a slash inside becomes several.
fn parts(word: &str) -> Vec<String> {
    if word == "…" {
        return vec![word.to_owned()];
    }
    let parts = word.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '.' | ','));
    let folded = parts.map(|part| fold_letters(part).filter(|c| c.is_alphanumeric()).collect::<String>());
    folded.filter(|part| !part.is_empty()).collect()
}

/// A part of a quote without omission.
struct Part {
    claim: usize,
    words: Vec<String>,
}

/// The quotes of a memo, ready to be found.
#[derive(Default)]
pub(crate) struct Quotes {
    parts: Vec<Part>,
    /// The part and its word where a run begins, by the run.
    runs: HashMap<u64, Vec<(usize, usize)>>,
}

/// Where a document has the words of a quote.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Taken {
    /// Number of the claim.
    pub(crate) claim: usize,
    /// The share of its words that stand there in their order, 0 to 1.
    pub(crate) share: f32,
    /// The words, as numbers of the document's words. One range for each part.
    pub(crate) words: Vec<Range<usize>>,
}

impl Quotes {
    /// Takes the words of a claim.
    pub(crate) fn add(&mut self, claim: usize, words: &[String]) {
        for words in words.split(|word| word == "…").filter(|words| words.len() >= RUN) {
            let part = self.parts.len();
            for (at, run) in words.windows(RUN).enumerate() {
                self.runs.entry(hash(run)).or_default().push((part, at));
            }
            self.parts.push(Part { claim, words: words.to_vec() });
        }
    }

    /// The claims whose words stand in a document, at least half of them, each at its best place.
    pub(crate) fn find(&self, document: &Words<'_>) -> Vec<Taken> {
        let mut starts: Vec<HashMap<isize, usize>> = self.parts.iter().map(|_| HashMap::new()).collect();
        for (at, run) in document.words.windows(RUN).enumerate() {
            for (part, within) in self.runs.get(&hash(run)).into_iter().flatten() {
                *starts[*part].entry(at as isize - *within as isize).or_default() += 1;
            }
        }
        let mut found: Vec<Taken> = Vec::new();
        for (part, starts) in self.parts.iter().zip(starts) {
            let Some(place) = part.best(document, &starts) else { continue };
            match found.last_mut().filter(|last| last.claim == part.claim) {
                Some(last) => last.words.push(place),
                None => found.push(Taken { claim: part.claim, share: 0.0, words: vec![place] }),
            }
        }
        found.iter_mut().for_each(|taken| taken.share = self.share(taken, document));
        found.retain(|taken| taken.share >= 0.5);
        found
    }

    /// The share of a claim's words that stand at its places. Parts far apart are no quote.
    fn share(&self, taken: &Taken, document: &Words<'_>) -> f32 {
        let parts: Vec<&Part> = self.parts.iter().filter(|part| part.claim == taken.claim).collect();
        let is_together =
            taken.words.windows(2).all(|pair| (pair[0].end..pair[0].end + OMITTED).contains(&pair[1].start));
        if parts.len() != taken.words.len() || !is_together {
            return 0.0;
        }
        let mut shared = 0;
        let mut all = 0;
        for (part, place) in parts.iter().zip(&taken.words) {
            shared += common(&part.words, &document.words[place.clone()]).0;
            // Words that the document has beside those of the quote count against it: "shall not relieve".
            all += part.words.len().max(place.len());
        }
        shared as f32 / all as f32
    }
}

impl Part {
    /// The words of the document that are most like this part.
    fn best(&self, document: &Words<'_>, starts: &HashMap<isize, usize>) -> Option<Range<usize>> {
        let start = starts.iter().max_by_key(|(start, count)| (**count, std::cmp::Reverse(**start)))?.0;
        let exact = usize::try_from(*start).ok().map(|start| start..start + self.words.len());
        if let Some(exact) = exact.filter(|range| document.words.get(range.clone()) == Some(&self.words[..])) {
            return Some(exact);
        }
        let from = start.saturating_sub_unsigned(SHIFT).max(0) as usize;
        let to = (start + (self.words.len() + SHIFT) as isize).clamp(0, document.words.len() as isize) as usize;
        let (_, within) = common(&self.words, document.words.get(from..to)?);
        Some(from + within.start..from + within.end)
    }
}

/// How many words two texts have in common in the same order, and where these stand in the second one.
fn common(one: &[String], other: &[String]) -> (usize, Range<usize>) {
    // Longest common subsequence: lengths for the rests of both texts.
    let mut lengths = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for (at, word) in one.iter().enumerate().rev() {
        for (there, against) in other.iter().enumerate().rev() {
            let longer = lengths[at + 1][there].max(lengths[at][there + 1]);
            lengths[at][there] = if word == against { lengths[at + 1][there + 1] + 1 } else { longer };
        }
    }
    let mut matched: Vec<usize> = Vec::new();
    let mut at = 0;
    let mut there = 0;
    while at < one.len() && there < other.len() {
        if one[at] == other[there] {
            matched.push(there);
            at += 1;
            there += 1;
        } else if lengths[at + 1][there] >= lengths[at][there + 1] {
            at += 1;
        } else {
            there += 1;
        }
    }
    let range = matched.first().zip(matched.last()).map_or(0..0, |(first, last)| *first..last + 1);
    (matched.len(), range)
}

fn hash(run: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    run.hash(&mut hasher);
    hasher.finish()
}

/// The words of a document in the order of its passages.
#[derive(Default)]
pub(crate) struct Words<'d> {
    pub(crate) words: Vec<String>,
    /// The passage and the span of each word.
    pub(crate) places: Vec<(usize, &'d Span)>,
}

impl<'d> Words<'d> {
    /// Puts passages together. The two halves of a hyphenated word are one.
    pub(crate) fn of(passages: &'d [Passage]) -> Self {
        let mut whole: Vec<(String, usize, &Span)> = Vec::new();
        for PrintedSpan { passage, span, text, joins } in spans_once(passages) {
            match whole.last_mut().filter(|_| joins) {
                Some(first_half) => first_half.0.push_str(text),
                None => whole.push((text.to_owned(), passage, span)),
            }
        }
        let mut all = Self::default();
        for (word, passage, span) in whole {
            for part in parts(&word) {
                all.words.push(part);
                all.places.push((passage, span));
            }
        }
        all
    }

    /// Words as printed. What was left out between parts is an ellipsis.
    pub(crate) fn text(&self, parts: &[Range<usize>], passages: &[Passage]) -> String {
        let texts = parts.iter().map(|part| {
            let mut text = String::new();
            let mut last = None;
            for (number, span) in &self.places[part.clone()] {
                let word = passages[*number].text.get(span.start as usize..span.end as usize).unwrap_or_default();
                if last != Some((*number, span.start)) {
                    text.push_str(if text.is_empty() { "" } else { " " });
                    text.push_str(word);
                }
                last = Some((*number, span.start));
            }
            text
        });
        texts.collect::<Vec<String>>().join(" … ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Passage {
        let mut spans = Vec::new();
        for (at, word) in text.split(' ').scan(0, |start, word| {
            let here = *start;
            *start += word.len() + 1;
            Some((here, word))
        }) {
            let rect = pincite_pdf::Rect { x0: at as f32, ..Default::default() };
            spans.push(Span { start: at as u32, end: (at + word.len()) as u32, page: 0, rect });
        }
        Passage { text: text.to_owned(), spans, ..Passage::default() }
    }

    fn share(quote: &str, text: &str) -> f32 {
        let mut quotes = Quotes::default();
        quotes.add(0, &words_of(quote));
        let passages = [document(text)];
        quotes.find(&Words::of(&passages)).first().map_or(0.0, |taken| taken.share)
    }

    #[test]
    fn quotes_have_the_marks_of_their_language() {
        for text in [
            "It says “not more than ten days”.",
            "It says \"not more than ten days\".",
            "Dort steht „nicht mehr als zehn Tage“.",
            "Se lee «no más de diez días» allí.",
            "On lit « pas plus de dix jours » ici.",
        ] {
            let found = quotes(text, &(0..text.len()));
            assert_eq!(found.len(), 1, "{text}");
            assert!(!text[found[0].clone()].contains(['“', '”', '"', '„', '«', '»']), "{text}");
        }
        assert!(quotes("„Kein Ende und kein Schluss", &(0..28)).is_empty());
    }

    const TEXT: &str =
        "Either party may terminate this Agreement upon thirty (30) days’ prior written notice to the other party.";

    #[test]
    fn a_quote_is_exact_whatever_signs_it_has() {
        assert_eq!(share("may terminate this agreement upon thirty (30) days' prior written notice", TEXT), 1.0);
        assert_eq!(share("Either party may terminate … prior written notice", TEXT), 1.0);
    }

    #[test]
    fn a_changed_word_shows() {
        let changed =
            share("Either party shall terminate this Agreement upon thirty (30) days’ prior written notice", TEXT);
        assert!((0.8..1.0).contains(&changed), "{changed}");
        let left_out = share("Either party may terminate this Agreement upon thirty days’ prior written notice", TEXT);
        assert!((0.8..1.0).contains(&left_out), "{left_out}");
        assert_eq!(share("The fee is payable in advance on the first day", TEXT), 0.0);
    }

    #[test]
    fn only_quotes_of_some_words_are_looked_up() {
        let text = "The “Term” ends when “either party gives notice in writing” or \"the fee is not paid\".";
        let found = quotes(text, &(0..text.len()));
        let texts: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
        assert_eq!(texts, ["either party gives notice in writing", "the fee is not paid"]);
    }
}
