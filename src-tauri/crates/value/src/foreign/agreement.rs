//! What the words around a date or a length of time say of it in German, Spanish and French, and which of them a question asks for.

use super::values;
use crate::{AgreementDay, AgreementTerm, ValueInText, ValueKind};
use pincite_language::Language;
use regex::Regex;
use std::sync::OnceLock;

/// A pattern that is compiled at its first use.
pub(super) struct LazyRegex {
    pattern: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl LazyRegex {
    pub(super) const fn new(pattern: &'static str) -> Self {
        Self { pattern, compiled: OnceLock::new() }
    }

    fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| Regex::new(self.pattern).ok()).as_ref()
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.regex().is_some_and(|regex| regex.is_match(text))
    }

    /// The last byte at which it begins to match.
    fn last(&self, text: &str) -> Option<usize> {
        self.regex().and_then(|regex| regex.find_iter(text).last()).map(|found| found.start())
    }

    #[cfg(test)]
    pub(super) fn is_pattern(&self) -> bool {
        self.regex().is_some()
    }
}

/// Words of agreements in a language.
struct Words {
    language: Language,
    /// What a question must speak of to ask for a day of an agreement.
    agreement: LazyRegex,
    /// Words in a question for its end, its beginning and its signature.
    asks_end: LazyRegex,
    asks_effective: LazyRegex,
    asks_made: LazyRegex,
    asks_notice: LazyRegex,
    asks_renewal: LazyRegex,
    /// Words before such a day.
    ends: LazyRegex,
    begins: LazyRegex,
    made: LazyRegex,
    /// Words around the length of a notice, and before that of a renewal.
    notice: LazyRegex,
    renewal: LazyRegex,
}

static WORDS: [Words; 3] = [
    Words {
        language: Language::German,
        agreement: LazyRegex::new(r"(?i)vertrag|mietverhältnis|vereinbarung|laufzeit|\b(?:er|es)\b"),
        asks_end: LazyRegex::new(
            r"(?i)\bend(?:et|e|en)\b|\bbeendet|\bläuft (?:\S+ )*(?:aus|ab)\b|\bbis wann|\b(?:aus|ab)l[aä]uf\w*|vertragsende",
        ),
        asks_effective: LazyRegex::new(r"(?i)beginn\w*|\bin kraft|\bwirksam|\bab wann|\bstartet|\banfang"),
        asks_made: LazyRegex::new(r"(?i)geschlossen|unterzeichn|unterschr[ie]|vertragsdatum|\bdatum des"),
        asks_notice: LazyRegex::new(r"(?i)kündig"),
        asks_renewal: LazyRegex::new(r"(?i)verlänger"),
        ends: LazyRegex::new(r"(?i)\bbis\b|\bend\w+|\bab(?:lauf|läuft)\b|\bläuft\b|\bbefristet"),
        begins: LazyRegex::new(r"(?i)beginn\w*|\bab\b|\bvom\b|\bseit\b|\bwirkung\b|\bkraft\b|\bwirksam"),
        made: LazyRegex::new(r"(?i)geschlossen|unterzeichn\w+|\bdatum\b|,\s*(?:den|am)\s*$|\bvertrag\w*\s+vom\b"),
        notice: LazyRegex::new(r"(?i)\bfrist\b|kündig\w+|\bvorher\b|\bim\s+voraus|\bvor\s+(?:ablauf|ende)"),
        renewal: LazyRegex::new(r"(?i)verlänger\w+|\bjeweils\b"),
    },
    Words {
        language: Language::Spanish,
        agreement: LazyRegex::new(r"(?i)contrato|acuerdo|convenio|arrendamiento|plazo|vigencia"),
        asks_end: LazyRegex::new(r"(?i)\btermina|\bfinaliza|\bvenc|\bexpira|\bacaba|\bfin\b|\bhasta cuándo"),
        asks_effective: LazyRegex::new(
            r"(?i)\bcom[ie]+n[zc]|\bemp[ie]+[zc]|\binici|\bvigor\b|\bdesde cuándo|\ba partir de|\befectos?\b",
        ),
        asks_made: LazyRegex::new(r"(?i)\bfirm|\bsuscri|\bcelebr|\botorg|\bfecha del (?:contrato|acuerdo)"),
        asks_notice: LazyRegex::new(r"(?i)preaviso|antelación|aviso previo"),
        asks_renewal: LazyRegex::new(r"(?i)pr[oó]rrog|renov"),
        ends: LazyRegex::new(r"(?i)\bhasta\b|\btermin\w+|\bfinaliz\w+|\bvenc\w+|\bexpir\w+"),
        begins: LazyRegex::new(
            r"(?i)\bdesde\b|\ba\s+partir\b|\bcom[ie]+n[zc]\w+|\binici\w+|\bcontad[oa]s?\b|\bvigor\b|\befectos?\b",
        ),
        made: LazyRegex::new(r"(?i)\bfecha\b|\bfirm\w+|\bsuscri\w+|\bcelebr\w+|,\s*a\s*$"),
        notice: LazyRegex::new(r"(?i)preaviso|antelación|\baviso\b|\bantes\b"),
        renewal: LazyRegex::new(r"(?i)pr[oó]rrog\w*|\brenov\w*|\bsucesiv\w*"),
    },
    Words {
        language: Language::French,
        agreement: LazyRegex::new(r"(?i)contrat|accord|\bbail\b|convention|durée"),
        asks_end: LazyRegex::new(r"(?i)\bfin\b|\btermine|\bexpire|\bjusqu|\béchéance|\bcesse"),
        asks_effective: LazyRegex::new(r"(?i)\bcommence|\bdébut|\beffet\b|\bvigueur\b|\bà partir de|\bà compter"),
        asks_made: LazyRegex::new(r"(?i)\bsign[eé]|\bconclu|\bdate du contrat"),
        asks_notice: LazyRegex::new(r"(?i)préavis"),
        asks_renewal: LazyRegex::new(r"(?i)renouvel|reconduc|prorog"),
        ends: LazyRegex::new(r"(?i)\bjusqu\w*|\btermin\w+|\bexpir\w+|\bfin\b|\béchéance|\bau\b"),
        begins: LazyRegex::new(
            r"(?i)\bcompter\b|\bpartir\b|\bcommenc\w+|\bdébut\w*|\bvigueur\b|\beffet\b|\bdepuis\b|\bdès\b|\bdu\b",
        ),
        made: LazyRegex::new(r"(?i)\bfait\b|\bsign\w+|\bconclu\w*|\bdaté?\b|\bdate\b"),
        notice: LazyRegex::new(r"(?i)préavis|\bavance\b|\bavant\b"),
        renewal: LazyRegex::new(r"(?i)renouvel\w*|reconduc\w*|prorog\w*|\bsuccessiv\w*"),
    },
];

/// So many bytes before a value, and half of them after it, can say what it is.
const NEAR: usize = 80;

fn words_of(language: Language) -> Option<&'static Words> {
    WORDS.iter().find(|words| words.language == language)
}

/// The day of an agreement that a question for a date asks for.
pub(crate) fn asked_day(question: &str, language: Language) -> Option<AgreementDay> {
    let words = words_of(language).filter(|words| words.agreement.is_match(question))?;
    let asked = [
        (AgreementDay::End, &words.asks_end),
        (AgreementDay::Effective, &words.asks_effective),
        (AgreementDay::Made, &words.asks_made),
    ];
    asked.into_iter().find(|(_, asks)| asks.is_match(question)).map(|(day, _)| day)
}

/// The length of time of an agreement that a question for a duration asks for.
pub(crate) fn asked_term(question: &str, language: Language) -> Option<AgreementTerm> {
    let words = words_of(language)?;
    let asked = [(AgreementTerm::Notice, &words.asks_notice), (AgreementTerm::Renewal, &words.asks_renewal)];
    asked.into_iter().find(|(_, asks)| asks.is_match(question)).map(|(term, _)| term)
}

/// The dates of a sentence that its words call this day. None without words for the language.
pub(crate) fn dates_of(sentence: &str, day: AgreementDay, language: Language) -> Option<Vec<ValueInText>> {
    let words = words_of(language)?;
    let mut found = Vec::new();
    let mut from = 0;
    for date in values(sentence, ValueKind::Date, language)? {
        let before = &sentence[start_near(sentence, date.range.start).max(from)..date.range.start];
        from = date.range.end;
        let begins = words.begins.last(before);
        let ends = words.ends.last(before);
        let is_it = match day {
            AgreementDay::Made => words.made.is_match(before) || words.made.is_match(after(sentence, date.range.end)),
            AgreementDay::Effective => begins > ends,
            AgreementDay::End => ends > begins,
        };
        if is_it {
            found.push(date);
        }
    }
    Some(found)
}

/// The lengths of time in a sentence that its words call such a term. Where they do not say so, those that may be it.
pub(crate) fn durations_of(sentence: &str, term: AgreementTerm, language: Language) -> Option<Vec<ValueInText>> {
    let words = words_of(language)?;
    let mut called = Vec::new();
    let mut possible = Vec::new();
    let mut from = 0;
    for duration in values(sentence, ValueKind::Duration, language)? {
        let before = &sentence[start_near(sentence, duration.range.start).max(from)..duration.range.start];
        from = duration.range.end;
        let is_renewal = words.renewal.is_match(before) && words.renewal.last(before) > words.notice.last(before);
        let is_notice = !is_renewal && (words.notice.is_match(before) || words.notice.is_match(after(sentence, from)));
        if term == AgreementTerm::Notice && is_notice || term == AgreementTerm::Renewal && is_renewal {
            called.push(duration);
        } else if term == AgreementTerm::Notice || !is_notice {
            possible.push(duration);
        }
    }
    Some(if called.is_empty() { possible } else { called })
}

fn start_near(sentence: &str, end: usize) -> usize {
    sentence.ceil_char_boundary(end.saturating_sub(NEAR))
}

fn after(sentence: &str, start: usize) -> &str {
    &sentence[start..sentence.floor_char_boundary(start + NEAR / 2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{asked_day_in, asked_term_in, dates_of_in, durations_of_in};
    use pincite_language::Language::{French, German, Spanish};

    fn said(found: &[ValueInText]) -> Vec<String> {
        found.iter().map(|one| one.value.to_string()).collect()
    }

    #[test]
    fn a_question_asks_for_a_day_or_a_term_of_an_agreement() {
        for (language, question, day) in [
            (German, "Wann endet der Mietvertrag?", Some(AgreementDay::End)),
            (German, "Wann beginnt die Laufzeit?", Some(AgreementDay::Effective)),
            (German, "Wann wurde der Vertrag geschlossen?", Some(AgreementDay::Made)),
            (German, "Wann wurde das Haus gebaut?", None),
            (Spanish, "¿Cuándo termina el contrato?", Some(AgreementDay::End)),
            (Spanish, "¿Cuándo entra en vigor el contrato?", Some(AgreementDay::Effective)),
            (French, "Quand le contrat prend-il fin ?", Some(AgreementDay::End)),
            (French, "Quand le contrat a-t-il été signé ?", Some(AgreementDay::Made)),
        ] {
            assert_eq!(asked_day_in(question, &[language]), day, "{question}");
        }
        assert_eq!(asked_term_in("Welche Kündigungsfrist gilt?", &[German]), Some(AgreementTerm::Notice));
        assert_eq!(asked_term_in("¿Se prorroga el contrato?", &[Spanish]), Some(AgreementTerm::Renewal));
        assert_eq!(asked_term_in("Combien de temps dure-t-il ?", &[French]), None);
    }

    #[test]
    fn words_around_a_value_say_what_it_is() {
        let lease = "Das Mietverhältnis beginnt am 1. März 2026 und läuft bis zum 28. Februar 2031.";
        assert_eq!(said(&dates_of_in(lease, AgreementDay::Effective, German)), ["2026-03-01"]);
        assert_eq!(said(&dates_of_in(lease, AgreementDay::End, German)), ["2031-02-28"]);
        assert_eq!(said(&dates_of_in("Hamburg, den 12. Februar 2026", AgreementDay::Made, German)), ["2026-02-12"]);
        let renewed =
            "Der Vertrag verlängert sich um ein Jahr, wenn er nicht mit einer Frist von sechs Monaten gekündigt wird.";
        assert_eq!(said(&durations_of_in(renewed, AgreementTerm::Renewal, German)), ["P1Y"]);
        assert_eq!(said(&durations_of_in(renewed, AgreementTerm::Notice, German)), ["P6M"]);
        let prorroga = "Se prorrogará por períodos anuales, salvo que se comunique con cuatro meses de antelación.";
        assert_eq!(said(&durations_of_in(prorroga, AgreementTerm::Renewal, Spanish)), ["P1Y"]);
        assert_eq!(said(&durations_of_in(prorroga, AgreementTerm::Notice, Spanish)), ["P4M"]);
        let preavis = "conclu pour trois ans à compter du 1er mars 2026, moyennant un préavis de deux mois";
        assert_eq!(said(&durations_of_in(preavis, AgreementTerm::Notice, French)), ["P2M"]);
        assert_eq!(said(&dates_of_in(preavis, AgreementDay::Effective, French)), ["2026-03-01"]);
    }

    #[test]
    fn each_pattern_is_one() {
        for words in &WORDS {
            let patterns = [
                &words.agreement,
                &words.asks_end,
                &words.asks_effective,
                &words.asks_made,
                &words.asks_notice,
                &words.asks_renewal,
                &words.ends,
                &words.begins,
                &words.made,
                &words.notice,
                &words.renewal,
            ];
            assert!(patterns.iter().all(|pattern| pattern.is_pattern()), "{}", words.language.code());
        }
    }
}
