//! Sentences, clauses and headings of documents in other languages than English.

mod pages;

use pages::{Sheet, count_words};
use pincite_language::Language::{
    self, Arabic, Chinese, Czech, Dutch, English, French, German, Hebrew, Hindi, Italian, Japanese, Korean, Portuguese,
    Russian, Spanish, Urdu,
};
use pincite_passage::{Passage, Splitting, sentences_in, split_in, title_beside, without_number};
use pincite_pdf::{Contents, Page};

/// Asserts that each text, written with "¦" between its sentences, is cut just there.
fn cut(language: Language, texts: &[&str]) {
    for marked in texts {
        let expected: Vec<&str> = marked.split('¦').map(str::trim).collect();
        let text = marked.replace('¦', "");
        let found: Vec<&str> = sentences_in(&text, language).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "sentences in {}", language.code());
    }
}

#[test]
fn german_sentences() {
    cut(
        German,
        &[
            "Das gilt z. B. für Miete, d. h. Kaltmiete, bzw. Nebenkosten.¦ Der Mieter zahlt.",
            "Die Frist beginnt am 1. Januar 2024 und endet am 31. Dezember 2025.¦ Sie ist fest.",
            "Er kündigte am 3. 5. 2024 und zog aus.¦ Das Haus steht leer.",
            "Es gilt § 5 Abs. 2 Satz 1 Nr. 3 BGB.¦ Im Übrigen gilt Art. 28 DSGVO.",
            "Näheres regelt § 5.¦ Der Mieter trägt die Kosten.",
            "Vertragspartner ist die Lindhorst Grundbesitz GmbH.¦ Sie haftet nicht.",
            "Dr. Müller und Prof. Weiß, vertr. durch Frau A. Berg, siehe S. 12 ff. und Ziff. 5.2.¦ Das war alles.",
            "Schäden jeder Art.¦ Der Mieter haftet für das Wohl usw.¦ Die Parteien stimmen zu.",
            "Der Umsatz betrug 12,5 Mio. Euro im 3. Quartal.¦ Er stieg.",
            "Der Vertrag läuft bis zum 31.12.2025.¦ Danach endet er.",
            "Er sagte „Ja.“¦ Sie ging.¦ 5. Die Miete ist fällig.",
            "Dies gilt für Partei A.¦ Partei B zahlt nicht.",
        ],
    );
}

#[test]
fn spanish_sentences() {
    cut(
        Spanish,
        &[
            "El art. 5 núm. 3 y la pág. 12 lo dicen, p. ej. para el Sr. Pérez y la Sra. Gómez.¦ Así es.",
            "Inmuebles Valdearce, S.L. y Banco del Sur, S. A. firman.¦ La renta es fija.",
            "La sociedad es Valdearce, S.A.¦ La renta se paga cada mes.",
            "¿Qué ocurre en caso de traspaso?¦ ¡Nada!¦ La renta sube.",
            "D.ª Inés Quiñones y D. Juan Ruiz comparecen.¦ Tienen capacidad.",
            "La respuesta es no.¦ En los EE. UU. rige otra ley.",
            "Vence el 1 de enero de 2024.¦ Se prorroga.",
        ],
    );
}

#[test]
fn french_sentences() {
    cut(
        French,
        &[
            "Voir l’art. 5 al. 2, p. 12, c.-à-d. le no. 3.¦ Le Client paie.",
            "M. Dupont et Mme Durand, ainsi que MM. Roy et Petit, signent.¦ Ils partent.",
            "La société Verrières, S.A. au capital de 45 000 €.¦ Elle est à Lyon.",
            "Il agit selon les règles de l’art.¦ Il tient un carnet.",
            "« Il paie. »¦ Elle part.¦ Pourquoi ?¦ Parce que c’est dû !",
            "Le contrat débute le 1er janvier 2024.¦ Il dure un an.",
        ],
    );
}

#[test]
fn sentences_of_other_latin_languages() {
    cut(
        Italian,
        &["L’art. 5 del d.lgs. n. 231 vale per il sig. Rossi, ad es. per Alfa S.p.A. di Roma.¦ Il canone è fisso."],
    );
    cut(Portuguese, &["O art. 5.º e a pág. 3 valem para o Sr. Silva e a Alfa Ltda. de Lisboa.¦ A renda é fixa."]);
    cut(Dutch, &["Art. 5 lid 2 geldt bijv. voor dhr. Jansen en mevr. De Vries, o.a. in Utrecht.¦ De huur is vast."]);
    cut(Czech, &["Smlouva začíná 3. 5. 2024 a končí 4. 6. 2025.¦ Nájemce platí."]);
}

#[test]
fn sentences_of_other_scripts() {
    cut(
        Russian,
        &[
            "Согласно п. 5 ст. 10 ГК РФ, см. стр. 3, и т.д. по договору.¦ Стороны согласны.",
            "Помещение находится в г. Москве на ул. Садовой, д. 5.¦ Оно свободно.",
            "Договор действует с 1 марта 2026 г.¦ Если нет возражений, он продлён.",
            "Плата составляет 500 руб. в месяц, 64 тыс. руб. в год.¦ А. С. Пушкин подписал.",
        ],
    );
    cut(Arabic, &["ما هي المدة؟¦ المدة خمس سنوات.¦ وقع د. محمد العقد مع شركة النور ش.م.م. في دبي.¦ وهو نافذ."]);
    cut(Urdu, &["یہ معاہدہ ہے۔¦ یہ پانچ سال کا ہے۔¦ کیا یہ درست ہے؟"]);
    cut(Hebrew, &["ההסכם נחתם עם ת.ז. 123 ועם ח.פ. 456.¦ הוא בתוקף.¦ מהי התקופה?¦ שנה."]);
    cut(Hindi, &["यह करार डॉ. शर्मा के साथ है।¦ यह पाँच वर्ष का है।¦ क्या यह सही है?"]);
    cut(Chinese, &["租期五年。¦续租吗？¦不续！", "双方同意。¦“甲方”是指出租人。"]);
    cut(
        Japanese,
        &[
            "本契約は五年とする。¦更新はない。¦「甲」とは貸主をいう。",
            "みなと青果（以下「甲」という。）と乙は契約する。",
        ],
    );
    cut(Korean, &["2024. 1. 1.부터 시행한다.¦ 계약은 2024. 3. 5. 체결되었다.¦ 갑은 을에게 지급한다."]);
}

fn passages_of(page: Page, language: Language) -> Vec<Passage> {
    split_in(&Contents::default(), &[page], Splitting { max_tokens: 300 }, language, &count_words)
}

/// The clause of the sentence that holds a word.
fn clause_of(passages: &[Passage], word: &str) -> String {
    let sentences = passages.iter().flat_map(|passage| (0..passage.sentences.len()).map(move |at| (passage, at)));
    let mut found = sentences.filter(|(passage, at)| passage.sentence(*at).contains(word));
    found.next().and_then(|(passage, at)| passage.clause_of(at)).unwrap_or("none").to_owned()
}

/// Sets each text as a paragraph, and asserts the clause in which its word stands.
fn clauses(language: Language, paragraphs: &[(&str, &str, &str)]) {
    let sheet = paragraphs.iter().fold(Sheet::new(0), |sheet, (text, ..)| match text.strip_prefix('#') {
        Some(heading) => sheet.bold(heading.trim()),
        None => sheet.text(&[text]),
    });
    let passages = passages_of(sheet.done(), language);
    for (text, word, clause) in paragraphs.iter().filter(|one| !one.1.is_empty()) {
        assert_eq!(clause_of(&passages, word), *clause, "{text}");
    }
}

#[test]
fn german_clauses() {
    clauses(
        German,
        &[
            ("# § 5 Kündigung", "", ""),
            ("(1) Der Mieter kann kündigen.", "kündigen.", "§ 5 Abs. 1"),
            ("(2) Die Kündigung ist nur wirksam, wenn sie", "wirksam", "§ 5 Abs. 2"),
            ("1. schriftlich erklärt wird und", "erklärt", "§ 5 Abs. 2 Nr. 1"),
            ("2. Fristen. Sie wird rechtzeitig erklärt.", "rechtzeitig", "§ 5 Abs. 2 Nr. 2"),
            ("a) Der Brief genügt.", "Brief", "§ 5 Abs. 2 Nr. 2 lit. a"),
            ("(3) Es gilt § 543 BGB.", "543", "§ 5 Abs. 3"),
            ("# § 5a Fristen", "", ""),
            ("Die Frist läuft.", "läuft", "§ 5a"),
            ("Artikel 6 Haftung", "", ""),
            ("Er haftet nicht.", "haftet", "Art. 6"),
            ("7.2 Miete. Sie ist fest.", "fest", "Ziff. 7.2"),
            ("12. Februar ist der Stichtag.", "Stichtag", "Ziff. 7.2"),
            ("# Anlage 2 Preise", "", ""),
            ("Alle Preise sind netto.", "netto", "none"),
        ],
    );
}

#[test]
fn spanish_clauses() {
    clauses(
        Spanish,
        &[
            ("# Cláusula primera. Objeto", "", ""),
            ("El arrendador cede el local.", "cede", "cláusula primera"),
            ("a) El sótano se incluye.", "sótano", "cláusula primera, letra a)"),
            ("SEGUNDA.- Renta. La renta es fija.", "fija", "cláusula segunda"),
            ("3.1. La duración es de un año.", "duración", "cláusula 3.1"),
            ("Artículo 5.- Fianza. Se paga al firmar.", "firmar", "art. 5"),
            ("Vigésima primera. Fuero. Rige el derecho de Madrid.", "Rige", "cláusula vigésima primera"),
            ("En prueba de conformidad firman.", "conformidad", "none"),
        ],
    );
}

#[test]
fn french_clauses() {
    clauses(
        French,
        &[
            ("# Article 1er – Objet", "", ""),
            ("Le Client confie l’entretien.", "confie", "art. 1er"),
            ("# ARTICLE 2 – PRIX", "", ""),
            ("2.1 Le prix est fixe.", "fixe", "art. 2.1"),
            ("a) Le transport est compris.", "transport", "art. 2.1, a)"),
            ("1° Les frais de route.", "route", "art. 2.1, a), 1°"),
            ("Article 3 – Durée et reconduction", "", ""),
            ("La durée est d’un an.", "d’un an", "art. 3"),
            ("Fait à Lyon en deux exemplaires.", "exemplaires", "none"),
        ],
    );
}

#[test]
fn clauses_of_other_latin_languages() {
    clauses(Italian, &[("# Articolo 5 – Durata", "", ""), ("Dura un anno.", "Dura un", "art. 5")]);
    clauses(Portuguese, &[("# CLÁUSULA QUINTA – DO PRAZO", "", ""), ("O prazo é fixo.", "fixo", "cláusula quinta")]);
    clauses(Dutch, &[("# Artikel 5 Duur", "", ""), ("1. De duur is vast.", "vast", "art. 5 lid 1")]);
}

#[test]
fn clauses_of_other_scripts() {
    clauses(
        Russian,
        &[
            ("# Статья 5. Срок", "", ""),
            ("5.1. Договор действует год.", "действует", "п. 5.1"),
            ("а) Срок может быть продлён.", "продлён", "п. 5.1, подп. «а»"),
            ("# Приложение № 1", "", ""),
            ("Цены без налога.", "налога", "none"),
        ],
    );
    clauses(
        Arabic,
        &[
            ("# المادة الخامسة: المدة", "", ""),
            ("مدة العقد سنة.", "سنة", "المادة الخامسة"),
            ("(أ) يجوز التجديد.", "التجديد", "المادة الخامسة (أ)"),
            ("# المادة (6)", "", ""),
            ("يدفع المستأجر.", "يدفع", "المادة 6"),
        ],
    );
    clauses(Hebrew, &[("# סעיף 5: תקופה", "", ""), ("(א) התקופה היא שנה.", "שנה", "סעיף 5(א)")]);
    clauses(Hindi, &[("# अनुच्छेद 5: अवधि", "", ""), ("(क) अवधि एक वर्ष है।", "वर्ष", "अनुच्छेद 5(क)")]);
    clauses(
        Chinese,
        &[
            ("# 第十二章 总则", "", ""),
            ("# 第一百零三条租金", "", ""),
            ("（一）乙方按月支付租金。", "按月", "第一百零三条第（一）项"),
            ("5.2 月租金为一千元。", "一千", "第5.2条"),
            ("第五条的约定不变。", "不变", "第5.2条"),
            ("# 附件一 价目表", "", ""),
            ("价格含税。", "含税", "none"),
        ],
    );
    clauses(
        Japanese,
        &[
            ("# 第5条（期間）", "", ""),
            ("2 甲は更新できる。", "更新", "第5条第2項"),
            ("(1) 書面による。", "書面", "第5条第2項第1号"),
            ("第5条の規定による。", "規定", "第5条"),
            ("# 第五条の二（特則）", "", ""),
            ("乙は従う。", "従う", "第五条の二"),
        ],
    );
    clauses(
        Korean,
        &[
            ("# 제5조 (기간)", "", ""),
            ("① 기간은 1년으로 한다.", "1년", "제5조 제1항"),
            ("1. 서면으로 한다.", "서면", "제5조 제1항 제1호"),
            ("가. 우편으로 보낸다.", "우편", "제5조 제1항 제1호 가목"),
            ("제5조에 따라 갱신한다.", "갱신", "제5조"),
        ],
    );
}

#[test]
fn a_heading_says_only_what_its_clause_does_not() {
    for (heading, clause, language, title) in [
        ("§ 5 Kündigung", "§ 5 Abs. 1", German, "Kündigung"),
        ("§ 5 Kündigung", "§ 5a", German, "§ 5 Kündigung"),
        ("Artikel 6: Haftung", "Art. 6", German, "Haftung"),
        ("7. Miete", "Ziff. 7.2", German, "Miete"),
        ("Anlage 2 Preise", "Ziff. 1", German, "Anlage 2 Preise"),
        ("第五条租金", "第五条第（一）项", Chinese, "租金"),
        ("PRIMERA.- Objeto", "cláusula primera", Spanish, "Objeto"),
        ("Termination", "7.2", English, "Termination"),
    ] {
        assert_eq!(title_beside(heading, clause, language), title, "{heading} in {clause}");
    }
    assert_eq!(without_number("Cláusula primera. Objeto", Spanish), "Objeto");
}
