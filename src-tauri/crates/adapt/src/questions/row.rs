//! Rows of tables, as they stand in the text of a passage: some words, then figures. Not for asking about them
//! (`rows`).

use crate::questions::words::{content_words, folded, has_letters};
use std::ops::RangeInclusive;

/// Fewer different rows are no table: prose has a line with two numbers at its end now and then.
const FEWEST: usize = 3;

/// Fewer figures are no row: a heading or a sentence ends in one number too.
const FIGURES: usize = 2;

/// Words a row may begin with. A longer label is a sentence, and nobody would type it.
const LABEL: RangeInclusive<usize> = 1..=10;

/// Labels of these words alone tell one row of a table from another, and one table from another not at all.
const ANYWHERE: [&str; 3] = ["other", "subtotal", "total"];

/// A table, by what its rows are about and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table<'a> {
    /// What the rows begin with, each once, in order, without the figures.
    pub(crate) labels: Vec<&'a str>,
    /// The years that stand in the passage, each once, in order: mostly those above the columns.
    pub(crate) years: Vec<&'a str>,
}

/// The table that a passage is, if most of its lines are rows. Lines without a label that says something count as rows,
/// and are not asked about.
pub(crate) fn table(passage: &str) -> Option<Table<'_>> {
    let lines = passage.lines().filter(|line| !line.trim().is_empty()).count();
    let rows: Vec<&str> = passage.lines().filter_map(label).collect();
    let labels = each_once(rows.iter().copied().filter(|label| says_something(label)));
    (labels.len() >= FEWEST && rows.len() * 2 >= lines).then(|| Table { labels, years: years(passage) })
}

/// What stands before the figures at the end of a line; none if there are too few figures, or years only.
fn label(line: &str) -> Option<&str> {
    let mut rest = line.trim_end();
    let mut figures = 0;
    let mut amounts = 0;
    while let Some((before, last)) = last_word(rest).filter(|(_, last)| is_cell(last)) {
        figures += usize::from(!is_mark(last));
        amounts += usize::from(is_amount(last));
        rest = before;
    }
    (figures >= FIGURES && amounts > 0).then(|| bare(rest))
}

/// A text without its last word, and that word.
fn last_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.rsplit_once(char::is_whitespace).unwrap_or(("", text)))
}

/// A number with the marks that amounts have, or what stands where there is none.
fn is_cell(word: &str) -> bool {
    let marks =
        |c: char| matches!(c, ',' | '.' | '(' | ')' | '%' | '$' | '€' | '£' | '¥' | '-' | '–' | '—' | '−' | '*');
    word.chars().all(|c| c.is_ascii_digit() || marks(c)) && !word.ends_with(',')
}

/// A currency or a bracket that stands apart from its number.
fn is_mark(word: &str) -> bool {
    !word.contains(|c: char| c.is_ascii_digit() || matches!(c, '-' | '–' | '—' | '−'))
}

fn is_amount(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) && !is_year(word)
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20")) && word.bytes().all(|b| b.is_ascii_digit())
}

/// Without leader dots, colons and spaces at its end.
fn bare(label: &str) -> &str {
    label.trim().trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | '%'))
}

fn says_something(label: &str) -> bool {
    label.starts_with(char::is_alphabetic)
        && LABEL.contains(&folded(label).len())
        && content_words(label).any(|word| has_letters(word) && !ANYWHERE.contains(&word.to_lowercase().as_str()))
}

fn years(passage: &str) -> Vec<&str> {
    let words = passage.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
    each_once(words.filter(|word| is_year(word)))
}

/// What is there, in order, without what was there before.
fn each_once<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    texts.fold(Vec::new(), |mut known, text| {
        if !known.contains(&text) {
            known.push(text);
        }
        known
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TABLE: &str = "The provision for income taxes is as follows (in millions):\nYear ended December 31,\n2017 2018 2019\n\
                         Current tax expense $ 2,209 $ 1,788 $ 1,190\nDeferred tax benefit (13.5)% — (12)\n\
                         401(k) match . . . . 12 13 14\nTotal 2,310 2,414 2,511\nBalance at December 31, 2019 $5 (6)\n\
                         Research and development: 3 4\n";

    #[test]
    fn a_row_is_words_then_figures() {
        let table = table(TABLE).unwrap();
        let expected =
            ["Current tax expense", "Deferred tax benefit", "Balance at December 31", "Research and development"];
        assert_eq!(
            table.labels, expected,
            "amounts in any dress; by a number, or as a total, no row can be asked about"
        );
        assert_eq!(table.years, ["2017", "2018", "2019"], "each once");
        assert_eq!(label("Net income (loss) . . . . $ (5) $ 7"), Some("Net income (loss)"), "leaders are no label");
        for line in ["Year ended December 31, 2019 2018", "Net sales 12", "It was 5 or 7 of them", "", "—", "5 6"] {
            assert!(label(line).is_none_or(str::is_empty), "{line:?} is no row to ask about");
        }
    }

    #[test]
    fn rows_that_are_called_the_same_are_one() {
        let sales = "Net sales 12 13\nCosts 5 6\nUnited States:\nNet sales 7 8\n";
        assert_eq!(table(sales), None, "two labels are too few to compare");
        let margin = format!("{sales}Margin 5% 6%\n");
        assert_eq!(
            table(&margin).unwrap().labels,
            ["Net sales", "Costs", "Margin"],
            "no ratio of net sales to net sales"
        );
    }

    #[test]
    fn prose_is_no_table() {
        let rows = ["Net sales were 12 13\n", "Costs were 5 6\n", "Margins were 7 8\n"];
        assert!(table(&rows.concat()).is_some(), "three rows are one");
        assert_eq!(table(&rows[..2].concat()), None, "too few rows");
        let mixed = rows.concat() + &"And this is what the company says of it.\n".repeat(4);
        assert_eq!(table(&mixed), None, "rows are the lesser part of it");
        let long = rows.map(|row| format!("{}{row}", "word ".repeat(9))).concat();
        assert_eq!(table(&long), None, "nobody types labels so long");
        assert_eq!(table("The of 12 13\nTotal other 5 6\nAnd by 7 8\n"), None, "nor any that say nothing");
    }

    proptest! {
        #[test]
        fn labels_are_pieces_in_order(text in "(([A-Za-z\\PC]{0,5}|[0-9$,.()%—]{1,5}|2019)[ \n]{0,2}){0,40}") {
            if let Some(table) = table(&text) {
                let mut rest = text.as_str();
                for label in &table.labels {
                    let at = rest.find(label);
                    prop_assert!(at.is_some(), "{:?} stands in the rest of the text", label);
                    rest = &rest[at.unwrap_or_default() + label.len()..];
                }
                prop_assert!(table.labels.len() >= FEWEST);
                prop_assert!(table.years.iter().all(|year| year.len() == 4 && text.contains(year)));
            }
        }
    }
}
