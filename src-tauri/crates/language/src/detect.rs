//! The language of a text, by its script and its letters in threes (the library whatlang).

use crate::Language;
use std::collections::BTreeMap;

/// A text is looked at in so many characters at a time.
const WINDOW: usize = 1_000;
/// Most windows that are looked at. They lie at even distances.
const MOST: usize = 40;
/// A window with fewer letters tells nothing.
const LEAST_LETTERS: usize = 60;

/// The language that most of a text is in. Each stretch of a thousand characters has one vote, so that a quote in another
/// language or a page of names decides nothing. Where no language has most of the votes, the stretches are looked at together:
/// related languages are told apart by more text. It is undetermined if that tells nothing either.
pub fn language_of(text: &str) -> Language {
    let windows = windows(text);
    let mut votes: BTreeMap<Language, usize> = BTreeMap::new();
    for window in &windows {
        *votes.entry(of_window(window)).or_default() += 1;
    }
    votes.remove(&Language::Undetermined);
    let most = votes.into_iter().max_by_key(|vote| vote.1);
    match most.filter(|vote| 2 * vote.1 > windows.len()) {
        Some((language, _)) => language,
        None => of_window(&windows.join("\n")),
    }
}

/// Stretches of a text at even distances, those with enough letters.
fn windows(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    let step = characters.len().div_ceil(WINDOW).div_ceil(MOST).max(1);
    let mut windows = Vec::new();
    for window in characters.chunks(WINDOW).step_by(step) {
        if window.iter().filter(|c| c.is_alphabetic()).count() >= LEAST_LETTERS {
            windows.push(window.iter().collect());
        }
    }
    windows
}

fn of_window(text: &str) -> Language {
    let found = whatlang::detect(text).filter(whatlang::Info::is_reliable);
    found.map_or(Language::Undetermined, |found| Language::detected(found.lang()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const GERMAN: &str = "Der Mieter zahlt die Miete monatlich im Voraus. Die Kündigungsfrist beträgt drei Monate, und die \
        Kündigung bedarf der Schriftform. ";
    const ENGLISH: &str = "The tenant pays the rent in advance every month. Either party may terminate the agreement with a \
        notice of three months in writing. ";

    #[test]
    fn contracts_are_recognised_in_their_languages() {
        let texts = [
            (Language::German, GERMAN),
            (Language::English, ENGLISH),
            (
                Language::Spanish,
                "El arrendatario pagará la renta por adelantado cada mes. El plazo de preaviso será de tres meses y la notificación se hará por escrito.",
            ),
            (
                Language::French,
                "Le locataire paie le loyer d'avance chaque mois. Le préavis est de trois mois et la résiliation doit être notifiée par écrit.",
            ),
            (
                Language::Russian,
                "Арендатор вносит арендную плату ежемесячно авансом. Срок уведомления о расторжении договора составляет три месяца.",
            ),
            (
                Language::Arabic,
                "يدفع المستأجر الإيجار مقدما كل شهر. مدة الإشعار بإنهاء العقد ثلاثة أشهر ويجب أن يكون الإشعار كتابيا.",
            ),
            (
                Language::Hindi,
                "किरायेदार हर महीने अग्रिम किराया देगा। अनुबंध समाप्त करने की सूचना तीन महीने पहले लिखित रूप में दी जाएगी।",
            ),
            (
                Language::Chinese,
                "承租人应当每月提前支付租金。任何一方解除合同应当提前三个月书面通知对方。本合同自双方签字之日起生效。租赁期限为五年，自二〇二四年一月一日起计算。",
            ),
            (
                Language::Korean,
                "임차인은 매월 임대료를 미리 지급한다. 계약을 해지하려면 석 달 전에 서면으로 통지하여야 한다. 이 계약은 양 당사자가 서명한 날부터 효력이 발생한다. 임대차 기간은 오 년으로 한다.",
            ),
        ];
        for (language, text) in texts {
            assert_eq!(language_of(text), language);
        }
    }

    #[test]
    fn what_most_of_a_text_is_in_decides() {
        let quoted = format!("{}{GERMAN}", ENGLISH.repeat(40));
        assert_eq!(language_of(&quoted), Language::English, "a quote is a small part");
        let translated = format!("{}{}", ENGLISH.repeat(30), GERMAN.repeat(30));
        assert!([Language::English, Language::German, Language::Undetermined].contains(&language_of(&translated)));
        assert_eq!(
            language_of("12 345 678 ".repeat(400).as_str()),
            Language::Undetermined,
            "numbers are of no language"
        );
        assert_eq!(language_of(""), Language::Undetermined);
    }

    proptest! {
        #[test]
        fn any_text_has_a_language_or_none(text in "\\PC{0,200}") {
            let found = language_of(&text);
            prop_assert_eq!(Language::of_code(found.code()), Some(found));
        }
    }
}
