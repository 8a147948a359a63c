//! Values and questions in any language. English and languages without tables are read as English; the others as their tables say
//! (`foreign`).

use crate::foreign;
use crate::{
    AgreementDay, AgreementTerm, NumberInText, ValueInText, ValueKind, asked_day, asked_kind, asked_term, dates_of,
    durations_of, numbers, values,
};
use pincite_language::Language;

/// The values of a kind in a text of this language, in its order.
pub fn values_in(text: &str, kind: ValueKind, language: Language) -> Vec<ValueInText> {
    foreign::values(text, kind, language).unwrap_or_else(|| values(text, kind))
}

/// The numbers of a text in this language, in its order.
pub fn numbers_in(text: &str, language: Language) -> Vec<NumberInText> {
    foreign::numbers(text, language).unwrap_or_else(|| numbers(text))
}

/// The kind of value that a question asks for. It is in English or in one of these languages.
pub fn asked_kind_in(question: &str, languages: &[Language]) -> Option<ValueKind> {
    asked_kind(question).or_else(|| languages.iter().find_map(|language| foreign::asked_kind(question, *language)))
}

/// The day of an agreement that a question for a date asks for. It is in English or in one of these languages.
pub fn asked_day_in(question: &str, languages: &[Language]) -> Option<AgreementDay> {
    asked_day(question).or_else(|| languages.iter().find_map(|language| foreign::asked_day(question, *language)))
}

/// The length of time of an agreement that a question for a duration asks for. It is in English or in one of these languages.
pub fn asked_term_in(question: &str, languages: &[Language]) -> Option<AgreementTerm> {
    asked_term(question).or_else(|| languages.iter().find_map(|language| foreign::asked_term(question, *language)))
}

/// The dates of a sentence in this language that its words call such a day.
pub fn dates_of_in(sentence: &str, day: AgreementDay, language: Language) -> Vec<ValueInText> {
    foreign::dates_of(sentence, day, language).unwrap_or_else(|| match language.is_english() {
        true => dates_of(sentence, day),
        false => Vec::new(),
    })
}

/// The lengths of time in a sentence of this language that its words call such a term. Where they do not say so, those that may
/// be it.
pub fn durations_of_in(sentence: &str, term: AgreementTerm, language: Language) -> Vec<ValueInText> {
    foreign::durations_of(sentence, term, language).unwrap_or_else(|| match language.is_english() {
        true => durations_of(sentence, term),
        false => values_in(sentence, ValueKind::Duration, language),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KINDS;
    use proptest::prelude::*;

    #[test]
    fn english_and_unknown_languages_are_read_as_english() {
        let text = "It ends on July 1, 2027 after two (2) years, for $1,577.50 or ten per cent.";
        for language in [Language::English, Language::Undetermined, Language::Polish] {
            for kind in KINDS {
                assert_eq!(values_in(text, kind, language), values(text, kind));
            }
            assert_eq!(numbers_in(text, language), numbers(text));
        }
        assert_eq!(asked_kind_in("How long is it?", &[Language::German]), Some(ValueKind::Duration));
        assert_eq!(values("am 1. Januar 2024 für drei Monate und 1.500,00 Euro", ValueKind::Duration), []);
    }

    fn check(text: &str, language: Language) -> Result<(), TestCaseError> {
        let dates = [AgreementDay::Made, AgreementDay::Effective, AgreementDay::End];
        let of_agreement = dates.into_iter().flat_map(|day| dates_of_in(text, day, language));
        let terms = [AgreementTerm::Notice, AgreementTerm::Renewal].into_iter();
        let of_terms = terms.flat_map(|term| durations_of_in(text, term, language));
        let all = KINDS.into_iter().flat_map(|kind| values_in(text, kind, language));
        for ValueInText { range, value } in all.chain(of_agreement).chain(of_terms) {
            prop_assert!(text.get(range.clone()).is_some_and(|part| !part.is_empty()), "{range:?}");
            prop_assert!(!value.to_string().is_empty());
        }
        for number in numbers_in(text, language) {
            prop_assert!(text.get(number.range.clone()).is_some_and(|part| !part.is_empty()), "{number:?}");
        }
        Ok(())
    }

    fn language() -> impl Strategy<Value = Language> {
        proptest::sample::select(Language::all().collect::<Vec<_>>())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn any_text_has_values_within_it_or_none(
            text in "\\PC{0,80}|[0-9.,'’ %€$()年月日万元一二三十]{0,40}",
            language in language(),
        ) {
            check(&text, language)?;
            asked_kind_in(&text, &[language]);
            asked_day_in(&text, &[language]);
            asked_term_in(&text, &[language]);
        }

        #[test]
        fn words_of_contracts_in_any_order_are_no_trouble(
            words in proptest::collection::vec(
                proptest::sample::select(vec![
                    "1.", "31", "Februar", "2024", "de", "enero", "1er", "janvier", "drei", "dreißig", "(30)", "(", ")", "Monate",
                    "dreimonatig", "tägig", "treinta", "y", "un", "días", "mois", "Jahrestag", "1.500,-", "€", "EUR", "Mio.",
                    "Millionen", "%", "Prozent", "por ciento", "99999999999999999999999999999999", "bis", "vom", "Frist", "三个月",
                    "2024年1月1日", "100万元", "令和", "元年", "개월", "원", "٩٠", "يومًا", "₹", "लाख", "руб.", "é", "’", "十十十十十百百", "-",
                ]),
                0..20,
            ),
            language in language(),
        ) {
            check(&words.join(" "), language)?;
            check(&words.concat(), language)?;
        }
    }
}
