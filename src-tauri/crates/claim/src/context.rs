//! What stands around a claim and says what it is of: words, years, line items. Several values of one sentence share its words, but
//! each has a year of its own.

use crate::memo::{Memo, Statement};
use crate::said::{Said, SaidInText};
use pincite_item::{Asked, Item, years_in};
use std::collections::BTreeSet;
use std::ops::Range;

/// What a claim is of.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Context {
    /// The bytes around it up to the values beside it.
    pub(crate) own: Range<usize>,
    /// The bytes of its sentence.
    pub(crate) sentence: Range<usize>,
    /// The headings above it.
    pub(crate) headings: Vec<Range<usize>>,
    /// Any of these years. Empty if none is said.
    pub(crate) years: BTreeSet<i16>,
    /// The line items that it may be of.
    pub(crate) items: BTreeSet<Item>,
}

/// Finds the contexts of claims, sentence after sentence.
pub(crate) struct Contexts<'m> {
    memo: &'m Memo,
    /// The paragraph of the sentence before, and the years said in it so far.
    paragraph: usize,
    years: BTreeSet<i16>,
}

impl<'m> Contexts<'m> {
    pub(crate) fn new(memo: &'m Memo) -> Self {
        Self { memo, paragraph: 0, years: BTreeSet::new() }
    }

    /// The context of each value of a sentence.
    pub(crate) fn of(&mut self, statement: &Statement, said: &[SaidInText]) -> Vec<Context> {
        if statement.paragraph != self.paragraph {
            self.paragraph = statement.paragraph;
            self.years.clear();
        }
        let years = self.years_of(statement, said);
        let around = (0..said.len()).map(|at| self.around(statement, said, at)).zip(years);
        around.map(|(context, years)| Context { years, ..context }).collect()
    }

    /// The context of a whole sentence.
    pub(crate) fn whole(&self, statement: &Statement) -> Context {
        let sentence = statement.range.clone();
        Context { own: sentence.clone(), sentence, headings: statement.headings.clone(), ..Context::default() }
    }

    fn around(&self, statement: &Statement, said: &[SaidInText], at: usize) -> Context {
        let start = at.checked_sub(1).map_or(statement.range.start, |before| said[before].range.end);
        let end = said.get(at + 1).map_or(statement.range.end, |next| next.range.start);
        let own = start..end;
        let last_heading = statement.headings.last().cloned().unwrap_or_default();
        let before = start..said[at].range.start;
        let places = [before, own.clone(), statement.range.clone(), last_heading];
        let items = places.into_iter().map(|place| self.items(place)).find(|items| !items.is_empty());
        Context { own, items: items.unwrap_or_default(), ..self.whole(statement) }
    }

    fn items(&self, place: Range<usize>) -> BTreeSet<Item> {
        let text = self.memo.text.get(place).unwrap_or_default();
        Asked::of(text).items.into_iter().map(|share| share.item).collect()
    }

    /// The years of each value of a sentence.
    fn years_of(&mut self, statement: &Statement, said: &[SaidInText]) -> Vec<BTreeSet<i16>> {
        let known = self.known_years(statement);
        let text = &self.memo.text[statement.range.clone()];
        self.years.extend(years_in(text).into_iter().map(|(_, year)| year));
        years_of_values(&self.memo.text, &statement.range, said, &known)
    }

    /// The years said before in the paragraph, or else in a heading.
    fn known_years(&self, statement: &Statement) -> BTreeSet<i16> {
        if !self.years.is_empty() {
            return self.years.clone();
        }
        let of = |heading: &Range<usize>| {
            let years = years_in(&self.memo.text[heading.clone()]).into_iter().map(|(_, year)| year);
            years.collect::<BTreeSet<i16>>()
        };
        statement.headings.iter().rev().map(of).find(|years| !years.is_empty()).unwrap_or_default()
    }
}

/// The years of each number in a sentence, which are these bytes of a text. `known`: those said before. A day is of no year.
pub(crate) fn years_of_values(
    text: &str,
    sentence: &Range<usize>,
    said: &[SaidInText],
    known: &BTreeSet<i16>,
) -> Vec<BTreeSet<i16>> {
    let here = &text[sentence.clone()];
    let years: Vec<(usize, i16)> =
        years_in(here).into_iter().map(|(range, year)| (sentence.start + range.start, year)).collect();
    let numbers: Vec<&SaidInText> = said.iter().filter(|one| matches!(one.said, Said::Number(_))).collect();
    let in_order = years.len() > 1 && (years.len() == numbers.len() || here.contains("respectively"));
    let mut of_numbers = Vec::with_capacity(numbers.len());
    for at in 0..numbers.len() {
        of_numbers.push(match in_order {
            true => BTreeSet::from([years[at % years.len()].1]),
            false => year_of(&numbers, at, &years, known),
        });
    }
    let mut of_numbers = of_numbers.into_iter();
    let mut of = |one: &SaidInText| match one.said {
        Said::Number(_) => of_numbers.next().unwrap_or_default(),
        _ => BTreeSet::new(),
    };
    said.iter().map(&mut of).collect()
}

/// The year after a value and before the next one, or else the last year before it. Without these any of those known from before,
/// or one that comes later for all: "capital expenditure of $3 and dividends of $2 in 2022".
fn year_of(said: &[&SaidInText], at: usize, years: &[(usize, i16)], known: &BTreeSet<i16>) -> BTreeSet<i16> {
    let here = &said[at].range;
    let next = said.get(at + 1).map_or(usize::MAX, |next| next.range.start);
    let after = years.iter().find(|(place, _)| (here.end..next).contains(place));
    let before = years.iter().rev().find(|(place, _)| *place < here.start);
    if let Some((_, year)) = after.or(before) {
        return BTreeSet::from([*year]);
    }
    let later = years.iter().find(|(place, _)| *place >= next).map(|(_, year)| *year);
    known.iter().copied().chain(later).collect()
}
