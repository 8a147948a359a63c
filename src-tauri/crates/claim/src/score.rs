//! How far what is printed at a place is what a claim speaks of, and whether it says the same. Not for the verdict (`check`).

use crate::claim::Claim;
use crate::printed::{At, Label, Printed, PrintedValue};
use crate::said::Said;
use crate::vocabulary::{Known, Vocabulary};
use pincite_value::{NumberInText, NumberUnit};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// What is known of a claim before a document is read.
pub(crate) struct Wanted {
    own: Known,
    sentence: Known,
    headings: Known,
    /// Those of the sentence and of the headings.
    said: Known,
    /// The documents that it is about; empty: any.
    pub(crate) documents: BTreeSet<usize>,
}

impl Wanted {
    /// `names`: the words of the documents' names. They say which document is meant, and not what of it.
    pub(crate) fn of(
        claim: &Claim,
        memo: &str,
        vocabulary: &Vocabulary,
        names: &Known,
        documents: BTreeSet<usize>,
    ) -> Self {
        let context = &claim.context;
        let part = |range| vocabulary.part(memo, range).without(names);
        let last_heading = context.headings.last().map(part).unwrap_or_default();
        let headings = context.headings.iter().map(part).fold(Known::default(), |all, heading| all.with(&heading));
        let or_heading = |words: Known| if words.is_empty() { last_heading.clone() } else { words };
        let sentence = or_heading(part(&context.sentence));
        let own = part(&context.own);
        let said = sentence.with(&headings);
        Self { own: if own.is_empty() { sentence.clone() } else { own }, sentence, headings, said, documents }
    }

    /// Whether a place has any word of its sentence or of the headings.
    pub(crate) fn shares_words_with(&self, there: &Known) -> bool {
        self.said.common(there) > 0
    }
}

/// What speaks for a place, in the order of [`WEIGHTS`].
pub type Features = [f32; 15];

/// Numbers of features.
pub(crate) const LABEL: usize = 3;
pub(crate) const OTHER_YEAR: usize = 9;
pub(crate) const OF_DOCUMENT: usize = 10;
pub(crate) const OF_OTHER_DOCUMENT: usize = 11;
pub(crate) const READING: usize = 14;

/// Names of the features: shares of words covered, then yes (1) or no (0).
pub const FEATURES: [&str; 15] = [
    "own words", "sentence", "headings", "label", "path", "head", "item", "other item", "year", "other year",
    "document", "other document", "row", "exact", "reading",
];

/// Weights of the features.
const WEIGHTS: Features = [4.2, 3.4, 0.0, 2.2, 1.1, -0.2, 0.4, -1.2, 1.0, -2.3, 1.0, -1.5, -2.2, 0.0, 0.7];

/// Whether a printed value says what is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The same value.
    Exact,
    /// The same after rounding, or in another scale.
    Near,
    /// Another value.
    Other,
}

/// How far a printed value is what a claim speaks of.
pub(crate) fn features(
    claim: &Claim,
    wanted: &Wanted,
    printed: &Printed,
    value: &PrintedValue,
    there: &Known,
    document: usize,
    vocabulary: &Vocabulary,
) -> Features {
    let covered = |wanted: &Known| vocabulary.coverage(wanted, there);
    let said = &wanted.said;
    let share = |label: &Option<Label>| label.as_ref().map_or(0.0, |label| label.share(said));
    let items = &claim.context.items;
    let item =
        printed.items.iter().filter(|share| items.contains(&share.item)).map(|share| share.share).fold(0.0, f32::max);
    let other_item = !items.is_empty() && item == 0.0 && !printed.items.is_empty();
    let years = &claim.context.years;
    let is_of_year = !years.is_disjoint(&value.years);
    let of_other_year = !years.is_empty() && !value.years.is_empty() && !is_of_year;
    let is_of_document = wanted.documents.contains(&document);
    let of_other_document = !wanted.documents.is_empty() && !is_of_document;
    [
        covered(&wanted.own),
        covered(&wanted.sentence),
        covered(&wanted.headings),
        share(&printed.label),
        share(&printed.path),
        vocabulary.coverage(&value.head, said),
        item,
        flag(other_item),
        flag(is_of_year),
        flag(of_other_year),
        flag(is_of_document),
        flag(of_other_document),
        flag(printed.label.is_some()),
        flag(agreement(claim, value) == Some(Agreement::Exact)),
        0.0,
    ]
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

/// The score of features.
pub(crate) fn score(features: &Features) -> f32 {
    features.iter().zip(WEIGHTS).map(|(feature, weight)| feature * weight).sum()
}

/// Whether a printed value says what is claimed. `None`: it is of another kind.
pub(crate) fn agreement(claim: &Claim, printed: &PrintedValue) -> Option<Agreement> {
    match (&claim.said, &printed.said) {
        (Said::Number(claimed), Said::Number(number)) => {
            let agreement = numbers_agree(claimed, claim.is_about, number, printed.is_scaled_elsewhere);
            let is_of_kind = match claimed.unit {
                NumberUnit::Plain => !claim.counts || number.unit == NumberUnit::Plain,
                // A table may leave out the sign of its currency, but a sentence has it.
                NumberUnit::Money => number.unit == NumberUnit::Money || matches!(printed.at, At::Cell(_)),
                NumberUnit::Percent => true,
            };
            agreement.filter(|agreement| is_of_kind || *agreement != Agreement::Other)
        }
        (Said::Date(claimed), Said::Date(day)) => Some(same(claimed == day)),
        (Said::Duration(claimed), Said::Duration(duration)) => Some(same(claimed == duration)),
        _ => None,
    }
}

fn same(is: bool) -> Agreement {
    if is { Agreement::Exact } else { Agreement::Other }
}

fn numbers_agree(
    claimed: &NumberInText,
    is_about: bool,
    printed: &NumberInText,
    is_scaled_elsewhere: bool,
) -> Option<Agreement> {
    let is_share = [claimed.unit, printed.unit].map(|unit| unit == NumberUnit::Percent);
    if is_share[0] != is_share[1] {
        // A column of per cents may have its sign far away.
        let is_same =
            is_share[0] && is_scaled_elsewhere && claimed.number == printed.number && claimed.number.scale() > 0;
        return is_same.then_some(Agreement::Exact);
    }
    let as_printed = is_scaled_elsewhere && claimed.scale == Decimal::ONE && claimed.number == printed.number;
    if as_printed || claimed.value() == printed.value() {
        return Some(Agreement::Exact);
    }
    let tolerance = tolerance(claimed, is_about);
    let is_near = |value: Decimal| (value - claimed.value()).abs() <= tolerance;
    // No table says the scale of a number that stands alone.
    let scales = [1_000_u32, 1_000_000].map(Decimal::from);
    let is_bare = is_scaled_elsewhere && printed.scale == Decimal::ONE && claimed.scale > Decimal::ONE;
    let in_scale = || scales.into_iter().any(|scale| printed.number.checked_mul(scale).is_some_and(is_near));
    let is_near = is_near(printed.value()) || (is_bare && in_scale());
    // The whole is in every table of shares, and contradicts nothing.
    let is_whole = is_share[1] && printed.number == Decimal::ONE_HUNDRED;
    if is_near { Some(Agreement::Near) } else { (!is_whole).then_some(Agreement::Other) }
}

/// How far a printed number may be from the claimed one: half a unit of its last digit. Zeros at the end of a number that is only
/// meant about are no digits.
fn tolerance(claimed: &NumberInText, is_about: bool) -> Decimal {
    let half = Decimal::new(5, 1);
    let step = Decimal::new(1, claimed.number.scale()) * claimed.scale;
    let exact = step * half;
    if !is_about {
        return exact;
    }
    let five_percent = claimed.value().abs() * Decimal::new(5, 2);
    let digits = claimed.number.normalize();
    let zeros = claimed.number.trunc().to_string();
    let zeros = zeros.len() - zeros.trim_end_matches('0').len();
    let rounded =
        if digits.scale() > 0 { exact } else { Decimal::from(10_u64.saturating_pow(zeros as u32)) * claimed.scale };
    exact.max((rounded * half).min(five_percent))
}
