//! Why a passage was found: the words of the question in it, and its best sentence. These byte ranges become boxes on pages and
//! pieces of text. Not for ranking passages.

use super::hit::{Highlight, HighlightKind, Piece};
use crate::index::DocumentIndex;
use crate::score::{Weights, term_weights};
use crate::text::{Query, Token};
use pincite_passage::{Kind, Passage, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// Byte ranges of a passage's text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reason {
    /// Words of the question, in order, without overlap.
    pub(crate) matched: Vec<Range<usize>>,
    /// The best sentence, with the title at the start of its paragraph. A title alone answers nothing.
    pub(crate) sentence: Range<usize>,
    /// Its number in the passage, counted from 0.
    pub(crate) sentence_number: usize,
    /// The header of the table whose row is the best sentence; empty where there is none.
    pub(crate) header: Range<usize>,
}

/// The terms of a question with their weights.
pub(crate) struct WeightedTerms<'q> {
    query: &'q Query,
    /// Of each term in each language.
    weights: BTreeMap<&'q str, f32>,
}

impl<'q> WeightedTerms<'q> {
    /// Their weights in a scope (IDF).
    pub(crate) fn in_scope(query: &'q Query, scope: &[&DocumentIndex]) -> Self {
        Self::new(query, term_weights(scope, &query.terms))
    }

    /// All have the same weight, where there is no scope.
    fn equal(query: &'q Query) -> Self {
        Self::new(query, vec![1.0; query.terms.len()])
    }

    fn new(query: &'q Query, weights: Vec<f32>) -> Self {
        let forms = query.terms.iter().zip(weights);
        Self { query, weights: forms.flat_map(|(term, weight)| term.forms().map(move |form| (form, weight))).collect() }
    }

    /// The words of a text that are in the question, in order.
    fn in_text(&self, text: &str) -> Vec<Token> {
        let mut found = self.query.tokens(text);
        found.retain(|token| self.weights.contains_key(token.term.as_str()));
        found.dedup_by_key(|token| (token.start, token.end));
        found
    }
}

/// Most rows of a header that are shown with a row of the table.
const MOST_HEADER_ROWS: usize = 3;

/// Occurrences of each term in a sentence.
type Counts = BTreeMap<String, f32>;

impl Reason {
    /// Finds the question's terms in a passage. `read` is the best sentence by the
    /// cross-encoder. Where it has not read, BM25 finds the best one; if no sentence holds a word of the question, that is
    /// the first one that is no title.
    pub(crate) fn find(passage: &Passage, terms: &WeightedTerms<'_>, read: Option<usize>) -> Self {
        let ranges = ranges(passage);
        let mut matched: Vec<Range<usize>> = Vec::new();
        let mut held = vec![Counts::new(); ranges.len()];
        for token in terms.in_text(&passage.text) {
            let at = ranges.partition_point(|range| range.start <= token.start).saturating_sub(1);
            *held[at].entry(token.term).or_default() += 1.0;
            match matched.last_mut() {
                Some(last) if token.start < last.end => last.end = last.end.max(token.end),
                _ => matched.push(token.start..token.end),
            }
        }
        let best = read.filter(|number| *number < ranges.len()).unwrap_or_else(|| {
            count_titles_below(passage, &mut held);
            best(passage, &ranges, &held, terms)
        });
        let header = header_above(passage, &ranges, best);
        Self { matched, sentence: with_title(passage, &ranges, best), sentence_number: best, header }
    }
}

/// Byte ranges of the sentences, or of the whole text if it has none.
fn ranges(passage: &Passage) -> Vec<Range<usize>> {
    let range = |sentence: &(u32, u32)| sentence.0 as usize..sentence.1 as usize;
    let ranges: Vec<Range<usize>> = passage.sentences.iter().map(range).collect();
    let are_valid = ranges.iter().all(|range| passage.text.get(range.clone()).is_some());
    if ranges.is_empty() || !are_valid { vec![0..passage.text.len(); 1] } else { ranges }
}

/// The words of a title count for the first sentence below it. In a table that is the first row with a figure.
fn count_titles_below(passage: &Passage, held: &mut [Counts]) {
    let is_text = |at: &usize| !passage.is_title(*at);
    let has_figure = |at: &usize| {
        let row = passage.sentence(*at);
        row.contains(char::is_alphabetic) && row.contains(|c: char| c.is_ascii_digit())
    };
    for at in (0..held.len()).filter(|at| passage.is_title(*at)) {
        let below = || (at + 1..held.len()).filter(is_text);
        let row = below().find(has_figure).filter(|_| passage.kind == Kind::Table);
        let Some(below) = row.or(below().next()) else { continue };
        for (term, count) in std::mem::take(&mut held[at]) {
            *held[below].entry(term).or_default() += count;
        }
    }
}

/// A sentence with the title at the start of its paragraph: "7.2 Notice. Either party …". Headings have their own lines.
fn with_title(passage: &Passage, ranges: &[Range<usize>], at: usize) -> Range<usize> {
    let Some(range) = ranges.get(at).cloned() else { return 0..0 };
    let title = at.checked_sub(1).filter(|before| passage.is_title(*before)).and_then(|before| ranges.get(before));
    let same_line = |title: &&Range<usize>| !passage.text[title.end..range.start].contains('\n');
    title.filter(same_line).map_or(range.clone(), |title| title.start..range.end)
}

/// The header above a row of a table: the titles nearest above it, down to the one with years or dates. What follows that
/// one names the first rows only ("Assets").
fn header_above(passage: &Passage, ranges: &[Range<usize>], row: usize) -> Range<usize> {
    let is_title = |at: &usize| passage.is_title(*at);
    let is_row = passage.kind == Kind::Table && row < ranges.len() && !is_title(&row);
    let above = (0..row).rev().skip_while(|at| !is_title(at)).take_while(is_title);
    let titles: Vec<usize> = above.filter(|_| is_row).collect();
    let has_year = |at: &usize| passage.sentence(*at).contains(|c: char| c.is_ascii_digit());
    let last = titles.iter().position(has_year).unwrap_or(0);
    let rows: Vec<usize> = titles.into_iter().skip(last).take(MOST_HEADER_ROWS).collect();
    match (rows.last(), rows.first()) {
        (Some(first), Some(last)) => ranges[*first].start..ranges[*last].end,
        _ => 0..0,
    }
}

/// The sentence with the greatest BM25, or the first of equals. Lengths are relative to the passage's mean.
fn best(passage: &Passage, ranges: &[Range<usize>], held: &[Counts], terms: &WeightedTerms<'_>) -> usize {
    let weights = Weights::default();
    let mean = ranges.iter().map(ExactSizeIterator::len).sum::<usize>().max(1) as f32 / ranges.len() as f32;
    let score = |at: usize| -> f32 {
        let length = ranges[at].len() as f32 / mean;
        held[at].iter().map(|(term, count)| terms.weights[term.as_str()] * weights.saturate(*count, length)).sum()
    };
    let mut texts = (0..ranges.len()).filter(|at| !passage.is_title(*at)).map(|at| (at, score(at)));
    let Some(first) = texts.next() else { return 0 };
    texts.fold(first, |best, one| if one.1 > best.1 { one } else { best }).0
}

/// Boxes of a passage outside a search: its lines and, for a question, its best sentence and the question's words. All
/// terms have the same weight, because there is no scope.
pub fn highlights_of(passage: &Passage, query: Option<&Query>) -> Vec<Highlight> {
    let Some(query) = query else {
        return lines(&passage.spans, &(0..passage.text.len()), HighlightKind::Passage);
    };
    highlights(passage, &Reason::find(passage, &WeightedTerms::equal(query), None))
}

/// Lines of the passage, then lines of its best sentence, then words of the question.
pub(crate) fn highlights(passage: &Passage, reason: &Reason) -> Vec<Highlight> {
    let all = 0..passage.text.len();
    let mut boxes = lines(&passage.spans, &all, HighlightKind::Passage);
    boxes.extend(lines(&passage.spans, &reason.sentence, HighlightKind::Sentence));
    for word in &reason.matched {
        boxes.extend(lines(&passage.spans, word, HighlightKind::Word));
    }
    boxes
}

/// One box per line, for the words that overlap a range of the text.
fn lines(spans: &[Span], range: &Range<usize>, kind: HighlightKind) -> Vec<Highlight> {
    let mut lines: Vec<Highlight> = Vec::new();
    for span in spans.iter().filter(|span| (span.start as usize) < range.end && range.start < span.end as usize) {
        match lines.last_mut() {
            Some(line) if line.page == span.page && line.rect.is_continued_by(span.rect) => {
                line.rect = line.rect.union(span.rect)
            }
            _ => lines.push(Highlight { page: span.page, rect: span.rect, kind }),
        }
    }
    lines
}

/// The text, split where a highlight starts or ends. The pieces together are the text.
pub(crate) fn pieces(text: &str, reason: &Reason) -> Vec<Piece> {
    let Range { start, end } = reason.header;
    let mut cuts: Vec<usize> = vec![0, text.len(), reason.sentence.start, reason.sentence.end, start, end];
    cuts.extend(reason.matched.iter().flat_map(|range| [range.start, range.end]));
    cuts.sort_unstable();
    cuts.dedup();
    let piece = |cut: &[usize]| Piece {
        text: text[cut[0]..cut[1]].to_owned(),
        sentence: reason.sentence.contains(&cut[0]),
        matched: reason.matched.iter().any(|range| range.contains(&cut[0])),
        header: reason.header.contains(&cut[0]),
    };
    cuts.windows(2).map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_pdf::Rect;
    use proptest::prelude::*;

    /// A passage of these sentences. Lines start with "\n", titles with "#".
    fn passage(sentences: &[&str]) -> Passage {
        let mut passage = Passage::default();
        for (number, sentence) in (0..).zip(sentences) {
            let line = sentence.starts_with('\n');
            let sentence = sentence.trim_start();
            passage.titles.extend(sentence.starts_with('#').then_some(number));
            passage.text += if number == 0 {
                ""
            } else if line {
                "\n"
            } else {
                " "
            };
            let start = passage.text.len() as u32;
            passage.text += sentence.trim_start_matches('#');
            passage.sentences.push((start, passage.text.len() as u32));
        }
        passage
    }

    fn weighted<'q>(query: &'q Query, terms: &[(&'static str, f32)]) -> WeightedTerms<'q> {
        WeightedTerms { query, weights: terms.iter().copied().collect() }
    }

    fn best_of<'p>(passage: &'p Passage, terms: &[(&'static str, f32)]) -> &'p str {
        let reason = Reason::find(passage, &weighted(&Query::default(), terms), None);
        &passage.text[reason.sentence]
    }

    #[test]
    fn the_best_sentence_holds_the_weightiest_words() {
        let passage = passage(&[
            "Rent is due monthly.",
            "Either party may give notice of termination.",
            "Notices are in writing.",
        ]);
        let reason = Reason::find(&passage, &weighted(&Query::default(), &[("notic", 1.0), ("termin", 3.0)]), None);
        assert_eq!(&passage.text[reason.sentence.clone()], "Either party may give notice of termination.");
        let words: Vec<&str> = reason.matched.iter().map(|range| &passage.text[range.clone()]).collect();
        assert_eq!(words, ["notice", "termination", "Notices"], "every form of the words asked is marked");
    }

    #[test]
    fn without_a_word_of_the_question_the_first_sentence_is_best() {
        assert_eq!(best_of(&passage(&["#Rent", "\nRent is due.", "It is paid."]), &[]), "Rent is due.");
        assert_eq!(best_of(&Passage::default(), &[]), "", "an empty passage has an empty sentence");
    }

    #[test]
    fn a_title_is_quoted_with_its_sentence_and_a_heading_never() {
        let run_in = ["#17.1 Termination for convenience.", "The Customer may terminate.", "It shall pay."];
        let terms = [("termin", 1.0), ("conveni", 3.0)];
        let expected = "17.1 Termination for convenience. The Customer may terminate.";
        assert_eq!(best_of(&passage(&run_in), &terms), expected, "a title alone answers nothing");
        let heading = ["#17. Termination for convenience", "\nThe Customer may terminate.", "It shall pay."];
        assert_eq!(best_of(&passage(&heading), &terms), "The Customer may terminate.");
        assert_eq!(best_of(&passage(&["Rent is due.", "\n#Termination"]), &terms), "Rent is due.");
    }

    #[test]
    fn the_words_of_a_heading_count_for_the_text_below_it() {
        let text =
            ["2.1 They were signed.", "\n#3. Reserve for credits", "\n3.1 Claims are due.", "\n3.2 The reserve is £5."];
        let passage = passage(&text);
        let expected = "3.2 The reserve is £5.";
        assert_eq!(best_of(&passage, &[("reserv", 3.0), ("credit", 1.0), ("5", 2.0)]), expected);
        assert_eq!(best_of(&passage, &[("credit", 1.0)]), "3.1 Claims are due.", "never the clause before it");
    }

    #[test]
    fn below_the_title_of_a_table_the_first_row_with_figures_is_best() {
        let rows = passage(&["#Capital Expenditures", "\n2018 2017", "\nThe Americas 5 4", "\nAsia 3 2"]);
        let table = Passage { kind: Kind::Table, ..rows };
        assert_eq!(best_of(&table, &[("capit", 1.0)]), "The Americas 5 4");
    }

    #[test]
    fn a_row_of_a_table_is_shown_with_the_header_nearest_above_it() {
        let rows = passage(&["#Sales", "\n#2018 2017", "\nAsia 3 2", "\n#2016 2015", "\nAsia 9 8", "\nAfrica 7 6"]);
        let table = Passage { kind: Kind::Table, ..rows };
        let header = |passage: &Passage, row| {
            let reason = Reason::find(passage, &weighted(&Query::default(), &[]), Some(row));
            let shown = pieces(&passage.text, &reason).into_iter().filter(|piece| piece.header);
            shown.map(|piece| piece.text).collect::<String>()
        };
        assert_eq!(header(&table, 2), "Sales\n2018 2017");
        assert_eq!(header(&table, 5), "2016 2015");
        assert_eq!(header(&table, 1), "", "a title has no header");
        let sheet = passage(&["#2018 2017", "\n#Assets", "\nCash 3 2", "\nLiabilities 9 8"]);
        assert_eq!(header(&Passage { kind: Kind::Table, ..sheet }, 3), "2018 2017", "no name of other rows");
        assert_eq!(header(&Passage { kind: Kind::Prose, ..table }, 2), "", "nor has a sentence");
    }

    #[test]
    fn a_compound_is_marked_once_and_whole() {
        let query = Query::default();
        let terms = weighted(&query, &[("noncompet", 1.0), ("non", 1.0), ("compet", 1.0)]);
        assert_eq!(
            Reason::find(&passage(&["A non-compete clause."]), &terms, None).matched,
            [2..13; 1],
            "its parts lie inside it"
        );
    }

    /// Words of five points a letter, `per_line` a line, ten lines a page.
    fn laid_out(words: &[String], per_line: usize) -> Passage {
        let mut text = String::new();
        let mut spans = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let line = at / per_line;
            let column = at % per_line;
            let start = text.len() as u32 + u32::from(at > 0);
            text += &format!("{}{word}", if at > 0 { " " } else { "" });
            let x0 = 60.0 * column as f32;
            let y0 = 12.0 * (line % 10) as f32;
            let rect = Rect { x0, y0, x1: x0 + 50.0, y1: y0 + 10.0 };
            spans.push(Span { start, end: text.len() as u32, page: (line / 10) as u32, rect });
        }
        let headings = Vec::new();
        let clause = None;
        let sentences = Vec::new();
        Passage { ordinal: 0, text, headings, clause, sentences, spans, ..Passage::default() }
    }

    #[test]
    fn words_of_a_line_share_one_box() {
        let words: Vec<String> = ["either", "party", "may", "terminate"].map(str::to_owned).to_vec();
        let reason = Reason { matched: Vec::from([17..26; 1]), sentence: 7..26, ..Reason::default() };
        let boxes = highlights(&laid_out(&words, 3), &reason);
        let kinds: Vec<HighlightKind> = boxes.iter().map(|one| one.kind).collect();
        use HighlightKind::{Passage, Sentence, Word};
        assert_eq!(kinds, [Passage, Passage, Sentence, Sentence, Word], "two lines, two lines, one word");
        assert_eq!(boxes[0].rect, Rect { x0: 0.0, y0: 0.0, x1: 170.0, y1: 10.0 }, "a line from first to last word");
        assert_eq!(boxes[2].rect.x0, 60.0, "the sentence starts at its own first word");
        assert_eq!(boxes[4].rect, Rect { x0: 0.0, y0: 12.0, x1: 50.0, y1: 22.0 }, "the word at its own place");
    }

    #[test]
    fn a_passage_by_itself_shows_its_lines_and_a_question_its_words() {
        let words: Vec<String> = ["either", "party", "may", "terminate"].map(str::to_owned).to_vec();
        let passage = laid_out(&words, 4);
        let kinds = |question: Option<&str>| {
            let boxes = highlights_of(&passage, question.map(Query::new).as_ref());
            boxes.iter().map(|one| one.kind).collect::<Vec<_>>()
        };
        use HighlightKind::{Passage, Sentence, Word};
        assert_eq!(kinds(None), [Passage], "nothing asked, nothing but the passage is marked");
        assert_eq!(kinds(Some("termination?")), [Passage, Sentence, Word], "every form of the word asked is marked");
    }

    proptest! {
        #[test]
        fn boxes_cover_the_words_asked_and_no_others(
            words in proptest::collection::vec("[a-z]{1,8}", 1..60), per_line in 1usize..9, from in 0usize..60, many in 0usize..60,
        ) {
            let passage = laid_out(&words, per_line);
            let (from, to) = (from.min(words.len() - 1), (from + many).min(words.len() - 1));
            let range = passage.spans[from.min(to)].start as usize..passage.spans[to].end as usize;
            let boxes = lines(&passage.spans, &range, HighlightKind::Sentence);
            for (at, span) in passage.spans.iter().enumerate() {
                let middle = (span.rect.x0 + 25.0, span.rect.y0 + 5.0);
                let covered = boxes.iter().any(|one| one.page == span.page
                    && one.rect.x0 <= middle.0 && middle.0 <= one.rect.x1 && one.rect.y0 <= middle.1 && middle.1 <= one.rect.y1);
                prop_assert_eq!(covered, (from.min(to)..=to).contains(&at), "word {}", at);
            }
        }

        #[test]
        fn pieces_are_the_text(text in "[a-zé .]{0,40}", question in "[a-zé ]{0,10}") {
            let query = Query::new(&question);
            let passage = Passage { text: text.clone(), ..Passage::default() };
            let reason = Reason::find(&passage, &WeightedTerms::equal(&query), None);
            let joined: String = pieces(&text, &reason).into_iter().map(|piece| piece.text).collect();
            prop_assert_eq!(joined, text);
        }
    }
}
