//! Numbers at the start of headings and clauses in languages other than English: "§ 5", "Cláusula primera", "第五条", "가.".

mod marker;
mod named;
mod parts;

use crate::number::Number;
use crate::numerals::digits;
use crate::words::ClauseWords;
use marker::{marker, printed_marker};
use named::{alone, framed, named};
use parts::{LONGEST_GROUP, after_word, groups_end, past_stop};
use pincite_language::Language;

/// Languages that number paragraphs with figures alone.
const FIGURES_ALONE: [Language; 1] = [Language::Japanese];

/// The number at the start of `text`, and the byte offset after it.
pub(crate) fn leading(text: &str, words: &ClauseWords) -> Option<(Number, usize)> {
    marker(text, words)
        .or_else(|| named(text, words))
        .or_else(|| words.frames.iter().find_map(|frame| framed(text, frame, words)))
        .or_else(|| alone(text, words))
        .or_else(|| decimal(text, words))
}

/// "7.2 Kündigung", "7. Objeto". A single number needs a full stop. A day, an amount or a quantity is none.
fn decimal(text: &str, words: &ClauseWords) -> Option<(Number, usize)> {
    let end = groups_end(text);
    let number = &text[..end];
    let last = number.rsplit('.').next().unwrap_or_default();
    let is_amount = number.contains('.') && digits(last).count == LONGEST_GROUP && words.language.has_decimal_comma();
    if end == 0 || number.contains('-') || digits(text).count > LONGEST_GROUP || digits(text).value == 0 || is_amount {
        return None;
    }
    let after = past_stop(text, end);
    let rest = text[after..].trim_start();
    let is_wide = end > digits(text).count && FIGURES_ALONE.contains(&words.language);
    let is_apart =
        rest.is_empty() || rest.len() < text[after..].len() || after > end || rest.starts_with('(') || is_wide;
    let is_long = number.contains('.') || after > end;
    let opens = begins_clause(rest) || number.matches('.').count() > 1;
    let is_counted = follows(rest, words.units, words) || !number.contains('.') && follows(rest, words.counted, words);
    let found = is_apart && opens && !is_counted;
    match (found, is_long) {
        (true, true) => Some((Number::Decimal(number.to_owned()), after)),
        (true, false) if numbers_paragraph(text, end, words) => Some(printed_marker(text, number, end)),
        (false, true) if is_apart && !is_counted && is_item(number, rest) => Some(printed_marker(text, number, after)),
        _ => None,
    }
}

/// Whether a figure numbers an item that continues a sentence: "1. schriftlich erklärt wird".
fn is_item(number: &str, rest: &str) -> bool {
    !number.contains('.') && digits(number).count <= 2 && rest.starts_with(char::is_lowercase)
}

/// Whether a figure alone numbers a paragraph: "2 委託料は". One of full width may be glued to it.
fn numbers_paragraph(text: &str, end: usize, words: &ClauseWords) -> bool {
    let is_text = text[end..].trim_start().starts_with(|c: char| c.is_alphabetic() && !c.is_ascii());
    FIGURES_ALONE.contains(&words.language) && digits(text).count <= 2 && is_text
}

/// Whether a title or a sentence of a clause can start so. Scripts without capitals start with any letter.
fn begins_clause(rest: &str) -> bool {
    let is_start = |c: char| {
        c.is_alphabetic() && !c.is_lowercase()
            || matches!(c, '"' | '“' | '„' | '«' | '(' | '[' | '（' | '「' | '『' | '¿' | '¡')
    };
    rest.chars().next().is_none_or(is_start)
}

/// Whether a text begins with one of these words, as "Februar" after "12." and "万元" after "3.5".
fn follows(rest: &str, wanted: &[&str], words: &ClauseWords) -> bool {
    let is_word = |word: &str| after_word(rest, word).is_some() || !words.frames.is_empty() && rest.starts_with(word);
    wanted.iter().any(|word| is_word(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Marker;
    use crate::numbering::leading_in;
    use crate::words::words_of;

    fn cited(text: &str, language: Language) -> Option<String> {
        match words_of(language).and_then(|words| leading(text, words))?.0 {
            Number::Division { cited, .. } => Some(cited.unwrap_or_default()),
            Number::Decimal(number) => Some(number),
            Number::Marker(Marker { text, .. }) => Some(text),
        }
    }

    #[test]
    fn numbers_are_found_in_their_forms() {
        use Language::{Arabic, Chinese, French, German, Italian, Japanese, Korean, Portuguese, Russian, Spanish};
        for (text, language, number) in [
            ("§5 Miete", German, "§ 5"),
            ("ZIFFER 5.2: Miete", German, "Ziff. 5.2"),
            ("Anlage Nr. 2", German, ""),
            ("Abschnitt IV", German, "Abschn. IV"),
            ("CLÁUSULA DÉCIMA PRIMERA.- Fuero", Spanish, "cláusula décima primera"),
            ("Artículo 5.º Fianza", Spanish, "art. 5.º"),
            ("TERCERO.- Que el local es suyo.", Spanish, "tercero"),
            ("Art. 5 bis – Durata", Italian, "art. 5 bis"),
            ("Artigo 5º – Renda", Portuguese, "art. 5º"),
            ("ARTICLE PREMIER – OBJET", French, "art. premier"),
            ("Annexe n° 2 : Tarifs", French, ""),
            ("Пункт 5.2", Russian, "п. 5.2"),
            ("٥.٢ يدفع المستأجر", Arabic, "٥.٢"),
            ("المادة ٥: المدة", Arabic, "المادة ٥"),
            ("一、租赁房屋", Chinese, "一、"),
            ("（2）租金", Chinese, "（2）"),
            ("1、租金", Chinese, "1"),
            ("第 5 条 租金", Chinese, "第5条"),
            ("第二节 租金", Chinese, ""),
            ("第八条 和解", Chinese, "第八条"),
            ("第九条 第三方责任", Chinese, "第九条"),
            ("①甲は", Japanese, "①"),
            ("２　甲は", Japanese, "２"),
            ("제5조의2 (특칙)", Korean, "제5조의2"),
            ("제1조 이 계약은", Korean, "제1조"),
        ] {
            assert_eq!(cited(text, language).as_deref(), Some(number), "{text}");
        }
    }

    #[test]
    fn references_amounts_and_days_are_no_numbers() {
        use Language::{Arabic, Chinese, French, German, Japanese, Korean, Russian, Spanish};
        for (text, language) in [
            ("§ 5 Abs. 2 gilt entsprechend", German),
            ("§ 1 GmbHG", German),
            ("§§ 5 bis 7", German),
            ("Artikel 5 dieses Vertrags", German),
            ("Anlage 2 enthält die Preise.", German),
            ("3.450 Euro sind fällig", German),
            ("12. Februar 2026", German),
            ("D. Juan Pérez, mayor de edad", Spanish),
            ("Primera edición", Spanish),
            ("Artículo 5, que regula", Spanish),
            ("M. Dupont signe", French),
            ("Article 5 du contrat", French),
            ("Статья 5 ГК РФ", Russian),
            ("المادة 5 من العقد", Arabic),
            ("2.5 مليون درهم", Arabic),
            ("第五条的约定", Chinese),
            ("第五条第二款", Chinese),
            ("3.5 万元", Chinese),
            ("2026年3月1日", Chinese),
            ("第5条に定める", Japanese),
            ("10 日以内に", Japanese),
            ("제5조에 따라", Korean),
            ("제5조 제1항에 따라", Korean),
        ] {
            assert_eq!(cited(text, language), None, "{text}");
        }
    }

    #[test]
    fn english_reads_none_of_them() {
        for text in ["Artikel 6 Haftung", "Cláusula primera. Objeto", "第五条租金", "제5조 (기간)", "1. schriftlich"]
        {
            assert_eq!(leading_in(text, Language::English), None, "{text}");
            assert_eq!(leading_in(text, Language::Undetermined), None, "{text}");
        }
    }
}
