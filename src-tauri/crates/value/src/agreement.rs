//! What an agreement says of itself: who makes it and when, in its first sentence (the preamble), when it takes effect, and
//! when it ends. English only.

use crate::duration::Unit;
use crate::pattern::{Pattern, compiled, has, last};
use crate::{Value, ValueInText, ValueKind, values};
use jiff::{Span, civil::Date};
use std::sync::LazyLock;

/// The sentence that names the parties of an agreement, and its date. Places are bytes of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preamble {
    /// Who makes it.
    pub parties: Option<ValueInText>,
    /// When it is made.
    pub made: Option<ValueInText>,
    /// When it takes effect, if the sentence says so.
    pub effective: Option<ValueInText>,
}

/// "This Supply Agreement is made", "made and entered into between".
static BEGIN: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:this|the)\b[^.;]{0,120}?\b(?:agreement|contract|lease|deed|addendum|amendment|memorandum|licen[cs]e|indenture)\b|\b(?:made|entered\s+into|dated)\b[^.;]{0,80}?\b(?:between|among|as\s+of)\b",
    )
});
/// Words before the day of signature.
static MADE: Pattern =
    LazyLock::new(|| compiled(r"(?i)\b(?:dated|date|made|entered|executed|signed|concluded|agreement)\b"));
/// "Date: ", right before a date.
static LABEL: Pattern = LazyLock::new(|| compiled(r"(?i)\bdated?(?:\s+as\s+of)?\s*:?\s*$"));
/// Words before the day on which an agreement takes effect.
static BEGINS: Pattern =
    LazyLock::new(|| compiled(r"(?i)\b(?:effective|effect|force|commenc\w+|begin\w*|start\w*|from|since)\b"));
/// Words before the day on which it ends.
static ENDS: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:end|ends|ending|expir\w+|terminat\w+|until|till|through|thru|conclud\w+|to|of\s+\(i\))\b|[-–]\s*$",
    )
});
/// What agreements call the day on which they take effect.
static EFFECTIVE_DATE: Pattern =
    LazyLock::new(|| compiled(r#"(?i)["“'‘]\s*(?:Effective|Commencement)\s+Date\s*["”'’]"#));

/// Words for that day, or for the day of signature.
static THEN: Pattern = LazyLock::new(|| {
    compiled(
        r"(?i)\b(?:effective|commencement|execution|signing)\s+date\b|\bdate\s+(?:hereof|first|of\s+(?:this|the|its)\s+(?:agreement|contract|lease|execution|signature)|set\s+forth\s+above|of\s+(?:execution|signature|signing))\b",
    )
});

/// Words after the length of a notice.
static NOTICE: Pattern =
    LazyLock::new(|| compiled(r"(?i)\b(?:notice|notif\w+|prior|before|advance|preceding|in\s+writing)\b"));
/// Words before the length of a renewal.
static RENEWAL: Pattern = LazyLock::new(|| {
    compiled(r"(?i)\b(?:renew\w*|exten[ds]\w*|successive|additional|further|subsequent|consecutive|another)\b")
});

/// A preamble has at most so many bytes.
const LONGEST: usize = 2500;
/// A preamble without parties has its date within so many bytes. A preamble has its date so near to the parties.
const NEAR: usize = 160;
/// A date and the word that says what it is are at most so many bytes apart.
const NEXT: usize = 60;

/// Which day of an agreement is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgreementDay {
    /// When it was made.
    Made,
    /// When it takes effect.
    Effective,
    /// When it ends.
    End,
}

/// Which length of time of an agreement is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgreementTerm {
    /// For how long it is renewed.
    Renewal,
    /// How long before something happens notice must be given.
    Notice,
}

/// The preamble of an agreement, if this text has it: it names the parties or the date.
pub fn preamble(text: &str) -> Option<Preamble> {
    let begin = BEGIN.as_ref()?.find(text)?.start();
    let sentence = &text[begin..text.floor_char_boundary(begin + LONGEST)];
    let parties = values(sentence, ValueKind::Parties).pop();
    let until = parties.as_ref().map_or(0, |parties| parties.range.end) + NEAR;
    let mut made = None;
    let mut effective = effective_date(sentence);
    let mut from = 0;
    for date in values(&sentence[..sentence.floor_char_boundary(until)], ValueKind::Date) {
        let before = &sentence[from..date.range.start];
        from = date.range.end;
        let is_effective = has(&BEGINS, before);
        if made.is_none() && (has(&MADE, before) || !is_effective) {
            made = Some(date.clone());
        }
        if effective.is_none() && is_effective {
            effective = Some(date);
        }
    }
    let found = Preamble { parties, made: made.or_else(|| effective.clone()), effective };
    (found.parties.is_some() || found.made.is_some()).then(|| found.moved(begin))
}

/// The day that a text calls the effective date: "“Effective Date” means May 1, 2020", "as of May 1, 2020 (the “Effective
/// Date”)".
pub fn effective_date(text: &str) -> Option<ValueInText> {
    let dates = values(text, ValueKind::Date);
    for name in EFFECTIVE_DATE.as_ref()?.find_iter(text) {
        // A name in brackets follows what it means.
        let found = match text[..name.start()].rfind(['(', ')', '.']).is_some_and(|at| text[at..].starts_with('(')) {
            true => dates.iter().rfind(|date| (date.range.end..date.range.end + NEXT).contains(&name.start())),
            false => dates.iter().find(|date| (name.end()..name.end() + NEXT).contains(&date.range.start)),
        };
        if let Some(found) = found {
            return Some(found.clone());
        }
    }
    None
}

/// Whether a sentence says that something happens on the effective date, or on the day of the agreement, without saying when.
pub fn is_effective_then(sentence: &str) -> bool {
    has(&THEN, sentence)
}

/// The first date of a text that stands behind "Date:" or "dated".
pub fn labelled_date(text: &str) -> Option<ValueInText> {
    values(text, ValueKind::Date).into_iter().find(|date| has(&LABEL, &text[..date.range.start]))
}

/// The dates of a sentence that its words call the day on which an agreement is made, takes effect or ends: "begins on May 1, 2020".
pub fn dates_of(sentence: &str, day: AgreementDay) -> Vec<ValueInText> {
    let mut found = Vec::new();
    let mut from = 0;
    for date in values(sentence, ValueKind::Date) {
        let near = sentence.ceil_char_boundary(date.range.start.saturating_sub(NEXT)).max(from);
        let before = &sentence[near..date.range.start];
        from = date.range.end;
        let begins = last(&BEGINS, before).map(|word| word.start());
        let ends = last(&ENDS, before).map(|word| word.start());
        let is_it = match day {
            AgreementDay::Made => has(&MADE, before),
            AgreementDay::Effective => begins > ends,
            AgreementDay::End => ends > begins,
        };
        if is_it {
            found.push(date);
        }
    }
    found
}

/// The lengths of time in a sentence that its words call that of a renewal, or of a notice: "at least 30 days' prior notice".
/// Where they do not say so, those that may be it.
pub fn durations_of(sentence: &str, term: AgreementTerm) -> Vec<ValueInText> {
    let mut called = Vec::new();
    let mut possible = Vec::new();
    for duration in values(sentence, ValueKind::Duration) {
        let is_notice = is_notice(sentence, &duration);
        let is_renewal = !is_notice && is_renewal(sentence, &duration);
        if (term == AgreementTerm::Notice && is_notice) || (term == AgreementTerm::Renewal && is_renewal) {
            called.push(duration);
        } else if term == AgreementTerm::Notice || !is_notice {
            possible.push(duration);
        }
    }
    if called.is_empty() { possible } else { called }
}

/// Whether the words after a length of time call it one before something.
fn is_notice(sentence: &str, ValueInText { range, .. }: &ValueInText) -> bool {
    has(&NOTICE, &sentence[range.end..sentence.floor_char_boundary(range.end + NEXT / 2)])
}

/// Whether the words before a length of time call it one of renewal.
fn is_renewal(sentence: &str, ValueInText { range, .. }: &ValueInText) -> bool {
    has(&RENEWAL, &sentence[sentence.ceil_char_boundary(range.start.saturating_sub(NEXT))..range.start])
}

/// The day on which a term ends that began on `start`, by a sentence as "for two years" or "until its second anniversary". The
/// place is that of the length of time.
pub fn end_date(sentence: &str, start: Date) -> Option<ValueInText> {
    let mut terms = values(sentence, ValueKind::Duration).into_iter();
    let found = terms.find(|term| !is_notice(sentence, term) && !is_renewal(sentence, term))?;
    let Value::Duration(term) = found.value else { return None };
    let count = i64::from(term.count);
    let span = match term.unit {
        Unit::Day => Span::new().try_days(count),
        Unit::Week => Span::new().try_weeks(count),
        Unit::Month => Span::new().try_months(count),
        Unit::Year => Span::new().try_years(count),
    };
    let end = start.checked_add(span.ok()?).ok()?;
    Some(ValueInText { value: Value::Date(end), range: found.range })
}

impl Preamble {
    /// The same in a text that has so many bytes in front.
    fn moved(mut self, by: usize) -> Self {
        for one in [&mut self.parties, &mut self.made, &mut self.effective].into_iter().flatten() {
            one.range = one.range.start + by..one.range.end + by;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(found: Option<&ValueInText>) -> String {
        found.map(|found| found.value.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_preamble_names_the_parties_and_the_days() {
        let text = "Exhibit 1. THIS SUPPLY AGREEMENT is made as of March 14, 2012 but effective as of March 1, 2012, by and \
            between Acme Widgets, Inc., a Delaware corporation (“Buyer”), and Bolt Ltd (“Seller”). It was filed on May 2, 2013.";
        let found = preamble(text).unwrap();
        assert_eq!(said(found.parties.as_ref()), "Acme Widgets, Inc. (Buyer); Bolt Ltd (Seller)");
        assert_eq!(said(found.made.as_ref()), "2012-03-14");
        assert_eq!(said(found.effective.as_ref()), "2012-03-01");
        let made = found.made.unwrap();
        assert_eq!(&text[made.range], "March 14, 2012", "the place is that in the whole text");
        let one_day = preamble("This Lease is dated May 1, 2020 (the “Effective Date”).").unwrap();
        assert_eq!(said(one_day.made.as_ref()), "2020-05-01");
        assert_eq!(said(one_day.effective.as_ref()), "2020-05-01");
        assert_eq!(preamble("The agreement shall be kept secret."), None);
        assert_eq!(preamble("Revenue rose on May 1, 2020."), None);
    }

    #[test]
    fn the_effective_date_is_defined_beside_its_name() {
        for text in [
            "as of May 1, 2020 (the “Effective Date”), and until June 2, 2021",
            "\"Effective Date\" means May 1, 2020.",
            "filed on April 1, 2019. 'Commencement Date' shall be 1 May 2020",
        ] {
            assert_eq!(said(effective_date(text).as_ref()), "2020-05-01", "{text}");
        }
        assert_eq!(effective_date("on the Effective Date or on May 1, 2020"), None, "this is no definition");
    }

    #[test]
    fn words_before_a_date_say_which_day_it_is() {
        let text =
            "It will commence on November 1st, 2017, and expire on November 2nd, 2020. See the notice of May 5, 2015.";
        let begins = dates_of(text, AgreementDay::Effective);
        assert_eq!((begins.len(), said(begins.first())), (1, "2017-11-01".to_owned()));
        let ends = dates_of(text, AgreementDay::End);
        assert_eq!((ends.len(), said(ends.first())), (1, "2020-11-02".to_owned()));
        assert_eq!(said(labelled_date("On May 2, 2019. Date: May 3, 2019").as_ref()), "2019-05-03");
        assert!(is_effective_then("It begins on the date hereof.") && !is_effective_then("It begins on May 1, 2020."));
    }

    #[test]
    fn words_around_a_length_of_time_say_what_it_is() {
        let text =
            "For two years, renewed for successive one (1) year periods unless a party gives 90 days' prior notice.";
        assert_eq!(said(durations_of(text, AgreementTerm::Renewal).first()), "P1Y");
        let notice = durations_of(text, AgreementTerm::Notice);
        assert_eq!((notice.len(), said(notice.first())), (1, "P90D".to_owned()));
        assert_eq!(said(durations_of("It may go on for a year or two years.", AgreementTerm::Renewal).first()), "P2Y");
    }

    #[test]
    fn a_term_ends_so_long_after_it_began() {
        let start = Date::constant(2020, 1, 31);
        for (sentence, end) in [
            ("for a period of two (2) years", "2022-01-31"),
            ("unless 30 days' notice is given, for one month", "2020-02-29"),
            ("renewed for successive terms of one year", ""),
            ("until the fifth anniversary of the Effective Date", "2025-01-31"),
            ("it goes on for ever", ""),
            ("for 9999 years", ""),
        ] {
            assert_eq!(said(end_date(sentence, start).as_ref()), end, "{sentence}");
        }
    }
}
