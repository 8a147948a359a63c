//! Text that runs to the left or down, as different programs write it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{Pdf, read_pdf, unicode_text};
use pincite_pdf::{Page, Rect};

fn page(content: &str) -> Page {
    let pdf = Pdf::new().unicode_font("H", "Identity-H").unicode_font("V", "Identity-V").page(content);
    read_pdf(&pdf).pages.remove(0)
}

fn lines(page: &Page) -> Vec<String> {
    page.lines.iter().map(|line| page.text_of(line)).collect()
}

/// A line as it is seen: the letters of a logical line from left to right, brackets as they look.
fn seen(logical: &str) -> String {
    logical
        .chars()
        .rev()
        .map(|c| match c {
            '(' => ')',
            ')' => '(',
            c => c,
        })
        .collect()
}

/// Letters drawn one by one from the right, in logical order.
fn drawn_to_the_left(right: f32, y: f32, logical: &str) -> String {
    let place = |(at, c): (usize, char)| unicode_text("H", 10.0, right - 5.0 * (at + 1) as f32, y, &c.to_string());
    logical.chars().enumerate().map(place).collect()
}

#[test]
fn the_order_of_drawing_makes_no_difference() {
    let logical = "סעיף קטן (א) של החוזה (להלן)";
    let left_first = page(&unicode_text("H", 10.0, 100.0, 700.0, &seen(logical)));
    let right_first =
        page(&drawn_to_the_left(300.0, 700.0, &logical.replace('(', "\u{1}").replace(')', "(").replace('\u{1}', ")")));
    assert_eq!(lines(&left_first), [logical]);
    assert_eq!(lines(&right_first), [logical], "brackets are those seen here too");
}

#[test]
fn brackets_may_have_the_text_that_is_meant() {
    let logical = "הנספח (א) והנספח (ב)";
    let reversed: String = logical.chars().rev().collect();
    assert_eq!(lines(&page(&unicode_text("H", 10.0, 100.0, 700.0, &reversed))), [logical]);
}

#[test]
fn numbers_and_latin_words_keep_their_order() {
    let seen = format!("{} 12,500.00 {} CRM 2.0 {}", seen("שקל"), seen("את"), seen("תשלם"));
    assert_eq!(lines(&page(&unicode_text("H", 10.0, 100.0, 700.0, &seen))), ["תשלם CRM 2.0 את 12,500.00 שקל"]);
    let latin = format!("Party {} Ltd signs", self::seen("אורן ובניו"));
    assert_eq!(lines(&page(&unicode_text("H", 10.0, 100.0, 700.0, &latin))), ["Party אורן ובניו Ltd signs"]);
}

#[test]
fn a_number_that_was_drawn_first_comes_first() {
    let end = unicode_text("H", 10.0, 100.0, 700.0, &format!("{} USD", seen("לחודש")));
    let number = unicode_text("H", 10.0, 150.0, 700.0, "500");
    let start = unicode_text("H", 10.0, 170.0, 700.0, &seen("סך "));
    assert_eq!(lines(&page(&format!("{start}{number}{end}"))), ["סך 500 USD לחודש"]);
}

#[test]
fn boxes_of_words_that_run_to_the_left() {
    let page = page(&unicode_text("H", 10.0, 100.0, 700.0, &seen("שלום CRM עולם")));
    let boxes: Vec<_> = page.words.iter().map(|word| (word.text.as_str(), word.rect.x0, word.rect.x1)).collect();
    assert_eq!(boxes[0], ("שלום", 145.0, 165.0));
    assert_eq!(boxes[2], ("עולם", 100.0, 120.0));
}

#[test]
fn right_columns_and_first_cells_come_first() {
    let prose = |x: f32, word: &str| -> String {
        (0..8)
            .map(|i| {
                unicode_text(
                    "H",
                    10.0,
                    x,
                    700.0 - 14.0 * i as f32,
                    &seen(&format!("{word} שורה של הטקסט בטור הזה כאן")),
                )
            })
            .collect()
    };
    let read = lines(&page(&(prose(60.0, "שמאל") + &prose(320.0, "ימין"))));
    assert!(read[..8].iter().all(|line| line.starts_with("ימין")), "{read:?}");
    assert!(read[8..].iter().all(|line| line.starts_with("שמאל")), "{read:?}");

    let cell = |x: f32, row: usize, text: &str| unicode_text("H", 10.0, x, 700.0 - 14.0 * row as f32, &seen(text));
    let table: String =
        (0..4).map(|row| cell(400.0, row, "חימום") + &cell(250.0, row, "021") + &cell(100.0, row, "052")).collect();
    assert_eq!(lines(&page(&table)), ["חימום 120 250"; 4]);
}

#[test]
fn an_agreement_in_two_languages_reads_each_as_it_is_written() {
    let english = |i: usize| {
        unicode_text(
            "H",
            8.0,
            50.0,
            700.0 - 14.0 * i as f32,
            &format!("The tenant shall pay the rent of month {i} in advance (net)."),
        )
    };
    let hebrew = |i: usize| {
        unicode_text(
            "H",
            8.0,
            330.0,
            700.0 - 14.0 * i as f32,
            &seen(&format!("השוכר ישלם את דמי השכירות מראש לכל חודש בשנה ({})", ["א", "ב", "ג", "ד", "ה"][i])),
        )
    };
    let read = lines(&page(&(0..5).map(|i| english(i) + &hebrew(i)).collect::<String>()));
    assert!(read.contains(&"The tenant shall pay the rent of month 3 in advance (net).".to_owned()), "{read:?}");
    assert!(read.contains(&"השוכר ישלם את דמי השכירות מראש לכל חודש בשנה (ד)".to_owned()), "{read:?}");
}

#[test]
fn marks_join_their_letters_at_any_height() {
    let letters = unicode_text("H", 10.0, 100.0, 700.0, "\u{627}\u{628}");
    let mark = "BT /H 10 Tf 109 702 Td <064F> Tj ET\n";
    let rest = unicode_text("H", 10.0, 110.0, 700.0, "\u{623}");
    assert_eq!(lines(&page(&(letters + mark + &rest))), ["\u{623}\u{64F}\u{628}\u{627}"]);
}

#[test]
fn the_spoken_text_replaces_that_of_a_part_of_a_word() {
    let spoken = |codes: &str, inner: &str| format!("/Span << /ActualText <FEFF{codes}> >> BDC {inner} EMC\n");
    let swapped = unicode_text("H", 10.0, 100.0, 700.0, "\u{93F}\u{915}");
    let rest = unicode_text("H", 10.0, 110.0, 700.0, "\u{930}\u{93E}");
    let read = page(&(spoken("0915093F", &swapped) + &rest));
    assert_eq!(lines(&read), ["किरा"], "letters in the order in which they are spoken");
    let sentence = spoken("00410020004200200043", &unicode_text("H", 10.0, 100.0, 700.0, "one two"));
    assert_eq!(lines(&page(&sentence)), ["one two"], "more than a word keeps its own text and places");
}

#[test]
fn a_font_for_lines_that_run_down() {
    let first = unicode_text("V", 10.0, 400.0, 700.0, "第一条（目的）");
    let second = unicode_text("V", 10.0, 380.0, 700.0, "甲は乙に支払う。");
    let page = page(&(second + &first));
    assert_eq!(lines(&page), ["第一条（目的）", "甲は乙に支払う。"], "from right to left");
    let word = &page.words[0];
    let expected = Rect { x0: 395.0, y0: 92.0, x1: 405.0, y1: 102.0 };
    assert_eq!((word.text.as_str(), word.rect), ("第", expected), "one em below the place of the text");
}

#[test]
fn letters_that_stand_below_each_other_are_a_line() {
    let column = |x: f32, said: &str| -> String {
        said.chars()
            .enumerate()
            .map(|(at, c)| unicode_text("H", 10.0, x, 700.0 - 10.0 * at as f32, &c.to_string()))
            .collect()
    };
    let turned = "BT /F1 10 Tf 0 -1 1 0 382 640 Tm (ABC) Tj ET\n";
    let page = page(&(column(400.0, "契約期間は三年") + &column(380.0, "更新は一年とする")[..] + turned));
    let read = lines(&page);
    assert_eq!(read[0], "契約期間は三年");
    assert!(read[1].starts_with("更新は一年"), "{read:?}");
    assert!(read.iter().all(|line| line.chars().count() > 1), "no letter is a line of its own: {read:?}");
}

#[test]
fn few_letters_below_each_other_stay_as_they_are() {
    let content: String = (0..3).map(|at| unicode_text("H", 10.0, 100.0, 700.0 - 10.0 * at as f32, "有")).collect();
    assert_eq!(lines(&page(&content)), ["有", "有", "有"]);
}
