//! What is read of well-formed files: words, boxes, order, roles, labels.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod common;

use common::{FIRST_OWN, Pdf, line_texts, lines, read_pdf, text};
use pincite_pdf::{Page, Rect, Role};

fn close(a: Rect, b: Rect, tolerance: f32) -> bool {
    [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].iter().all(|d| d.abs() <= tolerance)
}

fn word<'p>(page: &'p Page, text: &str) -> &'p pincite_pdf::Word {
    page.words
        .iter()
        .find(|w| w.text == text)
        .unwrap_or_else(|| panic!("{text} is on the page: {:?}", line_texts(page)))
}

#[test]
fn words_stand_where_they_were_drawn() {
    let document = read_pdf(&Pdf::new().page(&text(4, 10.0, 100.0, 700.0, "Net revenue")));
    let page = &document.pages[0];
    assert_eq!((page.width, page.height), (612.0, 792.0), "the page's size is its media box");
    // Courier advances 0.6 em a glyph, rises 0.629 em and sinks 0.157 em.
    let expected = Rect { x0: 124.0, y0: 92.0 - 6.29, x1: 166.0, y1: 92.0 + 1.57 };
    assert!(close(word(page, "revenue").rect, expected, 0.1), "box from the font's metrics: {:?}", page.words[1].rect);
    assert_eq!(word(page, "Net").size, 10.0, "size in points");
}

#[test]
fn rotated_pages_have_their_words_where_they_are_seen() {
    for (rotate, expected) in [
        (0, Rect { x0: 100.0, y0: 92.0, x1: 130.0, y1: 92.0 }),
        (90, Rect { x0: 700.0, y0: 100.0, x1: 700.0, y1: 130.0 }),
        (180, Rect { x0: 482.0, y0: 700.0, x1: 512.0, y1: 700.0 }),
        (270, Rect { x0: 92.0, y0: 482.0, x1: 92.0, y1: 512.0 }),
    ] {
        let extra = format!("/MediaBox [0 0 612 792] /Rotate {rotate}");
        let document = read_pdf(&Pdf::new().page_with(&extra, &text(4, 10.0, 100.0, 700.0, "Terms")));
        let page = &document.pages[0];
        let turned = rotate % 180 == 90;
        assert_eq!((page.width, page.height), if turned { (792.0, 612.0) } else { (612.0, 792.0) }, "at {rotate}");
        assert!(close(page.words[0].rect, expected, 6.5), "at {rotate} degrees: {:?}", page.words[0].rect);
    }
}

#[test]
fn a_crop_box_moves_the_origin_and_hides_what_is_outside() {
    let content = text(4, 10.0, 100.0, 700.0, "inside") + &text(4, 10.0, 10.0, 20.0, "outside");
    let document = read_pdf(&Pdf::new().page_with("/MediaBox [0 0 612 792] /CropBox [50 100 550 750]", &content));
    let page = &document.pages[0];
    assert_eq!((page.width, page.height), (500.0, 650.0), "the page is as large as its crop box");
    let expected = Rect { x0: 50.0, y0: 50.0 - 6.29, x1: 86.0, y1: 50.0 + 1.57 };
    assert!(close(page.words[0].rect, expected, 0.1), "measured from the crop box: {:?}", page.words[0].rect);
    assert_eq!(page.words.len(), 1, "what cannot be seen cannot be shown as an answer");
}

#[test]
fn text_columns_are_read_one_after_the_other() {
    let left: Vec<String> = (0..12).map(|i| format!("left column line {i} goes on to its edge")).collect();
    let right: Vec<String> = (0..12).map(|i| format!("right column line {i} goes on to the edge")).collect();
    let mut content = text(2, 14.0, 150.0, 740.0, "A title across both of the two columns of text");
    for (l, r) in left.iter().zip(&right).enumerate().map(|(i, (l, r))| {
        (text(1, 10.0, 60.0, 700.0 - 12.0 * i as f32, l), text(1, 10.0, 320.0, 700.0 - 12.0 * i as f32, r))
    }) {
        content += &(l + &r);
    }
    let document = read_pdf(&Pdf::new().page(&content));
    let found = line_texts(&document.pages[0]);
    let expected: Vec<String> = left.into_iter().chain(right).collect();
    assert_eq!(found[1..], expected[..], "the left column is read before the right one");
}

const TABLE: [(&str, &str, &str); 5] = [
    ("", "2018", "2017"),
    ("Cash and cash equivalents", "$ 2,853", "$ 3,053"),
    ("Marketable securities", "380", "1,076"),
    ("Accounts receivable", "5,020", "4,911"),
    ("Total", "8,253", "9,040"),
];

#[test]
fn rows_of_a_table_stay_whole() {
    let mut content = lines(
        1,
        10.0,
        60.0,
        740.0,
        &[
            "The following table shows what the company held at the end of each year, in millions.",
            "It should be read together with the notes that follow, which are part of it.",
        ],
    );
    for (i, (label, this, last)) in TABLE.iter().enumerate() {
        let y = 700.0 - 14.0 * i as f32;
        let at = |right: f32, said: &str| text(4, 10.0, right - 6.0 * said.len() as f32, y, said);
        content += &(text(1, 10.0, 60.0, y, label) + &at(400.0, this) + &at(500.0, last));
    }
    let document = read_pdf(&Pdf::new().page(&content));
    let page = &document.pages[0];
    let rows: Vec<String> = line_texts(page)
        .into_iter()
        .zip(&page.lines)
        .filter(|(_, l)| l.role == Role::TableRow)
        .map(|(t, _)| t)
        .collect();
    let expected: Vec<String> = TABLE.iter().map(|(a, b, c)| format!("{a} {b} {c}").trim().to_owned()).collect();
    assert_eq!(rows, expected, "each row is one line, label first");
    let blocks: Vec<u32> = page.lines.iter().map(|l| l.block).collect();
    assert_eq!(blocks, [0, 0, 1, 1, 1, 1, 1], "the paragraph is one block and the table another");
}

#[test]
fn hyphenated_words_are_joined_and_hyphens_that_belong_kept() {
    let content = lines(
        1,
        10.0,
        60.0,
        700.0,
        &["The parties enter into this agree-", "ment, which contains a non-", "compete clause of two years."],
    );
    let page = &read_pdf(&Pdf::new().page(&content)).pages[0];
    let agree = word(page, "agree");
    let non = word(page, "non-");
    assert!(agree.joins_next && non.joins_next, "both go on in the next line");
    assert_eq!(page.words.iter().filter(|w| w.joins_next).count(), 2, "no other word does");
}

#[test]
fn lines_repeated_on_every_page_are_headers_and_footers() {
    let page = |i: usize| {
        text(1, 9.0, 200.0, 760.0, "SERVICES AGREEMENT")
            + &text(1, 9.0, 300.0, 30.0, &format!("Page {i}"))
            + &lines(
                1,
                10.0,
                60.0,
                700.0,
                &[&format!("Clause {} is of this page alone.", ["one", "two", "three", "four"][i - 1])],
            )
    };
    let pdf = (1..=4).fold(Pdf::new(), |pdf, i| pdf.page(&page(i)));
    for page in read_pdf(&pdf).pages {
        let roles: Vec<Role> = page.lines.iter().map(|l| l.role).collect();
        assert_eq!(roles, [Role::Header, Role::Body, Role::Footer], "on page {}", page.index);
    }
}

/// The regular figures of made-up statements looked like page numbers, and an amount that recurs like a footer.
#[test]
fn a_balance_carried_forward_is_text_and_what_is_around_it_is_not() {
    let balances = ["41,000.10", "42,000.10", "43,000.10", "44,000.10", "44,000.10", "44,000.10"];
    let page = |(i, balance): (usize, &&str)| {
        text(1, 9.0, 60.0, 770.0, "Harbour Bank, 12,500 Quay Street")
            + &text(1, 10.0, 60.0, 700.0, &format!("Payment {} received", ["a", "b", "c", "d", "e", "f"][i]))
            + &text(1, 10.0, 60.0, 60.0, &format!("Closing balance carried forward: ${balance}"))
            + &text(1, 9.0, 60.0, 30.0, &format!("Page {} of 6", i + 1))
    };
    let pdf = balances.iter().enumerate().map(page).fold(Pdf::new(), |pdf, page| pdf.page(&page));
    for page in read_pdf(&pdf).pages {
        let roles: Vec<Role> = page.lines.iter().map(|l| l.role).collect();
        assert_eq!(roles, [Role::Header, Role::Body, Role::Body, Role::Footer], "on page {}", page.index);
    }
}

#[test]
fn ligatures_invisible_text_and_imitated_bold() {
    let content = "BT /F1 10 Tf 3 Tr 60 700 Td (scanned words) Tj 0 Tr ET\n".to_owned()
        + &text(1, 10.0, 60.0, 650.0, "Twice")
        + &text(1, 10.0, 60.3, 650.0, "Twice")
        + &text(2, 10.0, 60.0, 600.0, "Bold");
    let page = &read_pdf(&Pdf::new().page(&content)).pages[0];
    assert_eq!(
        line_texts(page),
        ["scanned words", "Twice", "Bold"],
        "an OCR layer is text; overprinting is not two words"
    );
    let bold: Vec<bool> = page.words.iter().map(|w| w.bold).collect();
    assert_eq!(bold, [false, false, true, true], "overprinted and bold words are bold");
}

#[test]
fn labels_outline_and_title_are_read() {
    let pdf = Pdf::new()
        .object("<< /Nums [0 << /S /r >> 2 << /S /D /P (F-) /St 12 >>] >>")
        .object(&format!("<< /First {} 0 R >>", FIRST_OWN + 2))
        .object(&format!("<< /Title (Article I) /Dest [{} 0 R /Fit] /First {} 0 R >>", FIRST_OWN + 4, FIRST_OWN + 3))
        .object(&format!("<< /Title <FEFF00A70031> /Dest [{} 0 R /Fit] /Next {} 0 R >>", FIRST_OWN + 8, FIRST_OWN + 3))
        .catalog(&format!("/PageLabels {} 0 R /Outlines {} 0 R", FIRST_OWN, FIRST_OWN + 1))
        .info("/Title (  Lease \\(draft\\) )")
        .page("")
        .page("")
        .page("");
    let contents = read_pdf(&pdf).contents;
    assert_eq!(contents.page_labels, ["i", "ii", "F-12"], "labels as printed");
    assert_eq!(contents.title.as_deref(), Some("Lease (draft)"), "title without space around it");
    let outline: Vec<_> = contents.outline.iter().map(|i| (i.level, i.title.as_str(), i.page)).collect();
    assert_eq!(outline, [(0, "Article I", Some(0)), (1, "§1", Some(2))], "an entry that follows itself comes once");
}

#[test]
fn a_page_without_text_says_so() {
    let image = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u{80} EI Q";
    let document = read_pdf(&Pdf::new().page(image).page(""));
    let coverage: Vec<_> =
        document.pages.iter().map(|p| (p.coverage.glyphs, p.coverage.large_images, p.coverage.is_usable())).collect();
    assert_eq!(coverage, [(0, 1, false), (0, 0, false)], "a scan and an empty page");
}

#[test]
fn labels_inside_a_table_and_headings_above_its_columns_belong_to_it() {
    let row = |y: f32, label: &str, figures: &[&str]| {
        let at = |(i, said): (usize, &&str)| text(4, 10.0, 400.0 + 90.0 * i as f32 - 6.0 * said.len() as f32, y, said);
        text(1, 10.0, 60.0, y, label) + &figures.iter().enumerate().map(at).collect::<String>()
    };
    let content = text(1, 10.0, 60.0, 740.0, "(in millions, except per share data)")
        + &text(1, 10.0, 390.0, 724.0, "December 31,")
        + &row(712.0, "", &["2019", "2018"])
        + &row(700.0, "Total liabilities", &["225,248", "162,648"])
        + &row(688.0, "Stockholders' equity:", &[])
        + &row(676.0, "Preferred stock, $0.01 par value:", &[])
        + &row(664.0, "Authorized shares - 500", &[])
        + &row(652.0, "Outstanding shares - 498", &["5", "5"])
        + &row(640.0, "Retained earnings", &["31,220", "19,625"])
        + &text(1, 10.0, 60.0, 600.0, "See accompanying notes to the statements, which are a part of them.");
    let page = &read_pdf(&Pdf::new().page(&content)).pages[0];
    let roles: Vec<Role> = page.lines.iter().map(|l| l.role).collect();
    let expected: Vec<Role> = (0..10).map(|i| if i == 0 || i == 9 { Role::Body } else { Role::TableRow }).collect();
    assert_eq!(roles, expected, "one table from its column headings to its last row: {:?}", line_texts(page));
    let blocks: Vec<u32> = page.lines[1..9].iter().map(|l| l.block).collect();
    assert!(blocks.iter().all(|b| *b == blocks[0]), "and one block");
}

#[test]
fn clauses_with_their_numbers_apart_are_no_table() {
    let clauses = [
        "The Supplier shall deliver the goods in time.",
        "The Buyer shall pay within thirty days of delivery.",
        "Either party may terminate this Agreement for cause.",
    ];
    let content: String = (0..3)
        .map(|i| {
            let y = 700.0 - 14.0 * i as f32;
            text(1, 10.0, 60.0, y, &format!("7.{}", i + 1)) + &text(1, 10.0, 110.0, y, clauses[i])
        })
        .collect();
    let page = &read_pdf(&Pdf::new().page(&content)).pages[0];
    assert!(page.lines.iter().all(|l| l.role == Role::Body), "clauses are prose: {:?}", page.lines);
    assert!(page.lines.windows(2).all(|w| w[0].block < w[1].block), "each clause is a block of its own");
}

#[test]
fn a_page_number_is_a_footer_wherever_the_page_ends() {
    let page = |i: usize| {
        let said =
            [["alpha", "beta", "gamma"], ["delta", "epsilon", "zeta"], ["eta", "theta", "iota"], ["kappa", "mu", "nu"]]
                [i - 1];
        lines(1, 10.0, 60.0, 700.0, &said) + &text(1, 9.0, 300.0, 200.0 + 90.0 * i as f32, &(40 + i).to_string())
    };
    let pdf = (1..=4).fold(Pdf::new(), |pdf, i| pdf.page(&page(i)));
    for page in read_pdf(&pdf).pages {
        let roles: Vec<Role> = page.lines.iter().map(|l| l.role).collect();
        assert_eq!(roles, [Role::Body, Role::Body, Role::Body, Role::Footer], "on page {}", page.index);
    }
}

#[test]
fn exhibits_that_differ_in_figures_are_no_header() {
    let page = |i: usize| {
        let head = text(1, 9.0, 60.0, 770.0, "Table of Contents");
        head + &text(1, 10.0, 60.0, 755.0, &format!("4.{i} Form of {i}.5% Senior Note due 20{i}0"))
            + &text(1, 10.0, 60.0, 400.0, "x")
    };
    let filler = |i: usize| {
        let unlike: String = (0..9).map(|j| char::from(b'a' + ((i * 7 + j * (i % 5 + 3)) % 26) as u8)).collect();
        text(1, 9.0, 60.0, 770.0, "Table of Contents")
            + &text(1, 10.0, 60.0, 755.0, &unlike)
            + &text(1, 10.0, 60.0, 400.0, "y")
    };
    let pdf = (0..100).fold(Pdf::new(), |pdf, i| pdf.page(&if i % 33 == 1 { page(i) } else { filler(i) }));
    let pages = read_pdf(&pdf).pages;
    let roles: Vec<Role> = pages[34].lines.iter().take(2).map(|l| l.role).collect();
    assert_eq!(roles, [Role::Header, Role::Body], "the list item stays in the text: {:?}", line_texts(&pages[34]));
}

#[test]
fn text_turned_on_an_upright_page_is_read_along_its_direction() {
    let content = "BT /F1 10 Tf 0 1 -1 0 300 100 Tm (reads upwards) Tj ET\n".to_owned()
        + &text(1, 10.0, 60.0, 700.0, "level text here");
    let page = &read_pdf(&Pdf::new().page(&content)).pages[0];
    assert_eq!(line_texts(page), ["level text here", "reads upwards"], "each direction by itself");
    let upwards = word(page, "upwards").rect;
    assert!(
        upwards.height() > upwards.width() && upwards.y0 < word(page, "reads").rect.y0,
        "its box stands: {upwards:?}"
    );
}

#[test]
fn layers_switched_off_are_not_read() {
    let content =
        "/OC /L BDC BT /F1 10 Tf 60 700 Td (draft) Tj ET EMC ".to_owned() + &text(1, 10.0, 60.0, 650.0, "final");
    let layer = format!("{FIRST_OWN} 0 R");
    let pdf = Pdf::new()
        .object("<< /Type /OCG /Name (Draft) >>")
        .catalog(&format!("/OCProperties << /OCGs [{layer}] /D << /OFF [{layer}] >> >>"))
        .page_with(
            &format!("/MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> /Properties << /L {layer} >> >>"),
            &content,
        );
    assert_eq!(line_texts(&read_pdf(&pdf).pages[0]), ["final"], "what is not shown is not found");
}

#[test]
fn a_reading_can_be_awaited_from_any_thread() {
    fn is_send<T: Send>(_: T) {}
    let reader = common::reader_with(common::limits());
    is_send(reader.read(std::path::Path::new("x"), None, |_, _| std::ops::ControlFlow::Continue(())));
    is_send(reader.open(std::path::Path::new("x"), None));
}

#[test]
fn the_only_line_of_a_page_is_text() {
    let pdf = (0..30).fold(Pdf::new(), |pdf, i| pdf.page(&text(1, 10.0, 60.0, 760.0, &format!("Potato {i}"))));
    for page in read_pdf(&pdf).pages {
        assert!(page.lines.iter().all(|l| l.role == Role::Body), "page {} has no other text", page.index);
    }
}

#[test]
fn a_last_line_that_differs_in_its_amounts_is_text() {
    let page = |i: usize| {
        lines(
            1,
            10.0,
            60.0,
            700.0,
            &[
                "Statement of account",
                "Received on behalf of the buyer",
                &format!("Closing balance carried forward: $48,000.{i}0"),
            ],
        )
    };
    let pdf = (1..=6).fold(Pdf::new(), |pdf, i| pdf.page(&page(i)));
    for page in read_pdf(&pdf).pages {
        let last = page.lines.last().map(|line| line.role);
        assert_eq!(last, Some(Role::Body), "on page {}: {:?}", page.index, line_texts(&page));
    }
}

#[test]
fn a_line_close_to_the_text_is_text_wherever_it_comes_back() {
    let page = |i: usize| lines(1, 10.0, 60.0, 770.0, &["The parties agree as follows:", ["a", "b", "c", "d"][i]]);
    let pdf = (0..4).fold(Pdf::new(), |pdf, i| pdf.page(&page(i)));
    for page in read_pdf(&pdf).pages {
        assert!(page.lines.iter().all(|l| l.role == Role::Body), "nothing lies apart: {:?}", line_texts(&page));
    }
}

#[test]
fn what_is_filled_in_and_not_drawn_is_text() {
    let annotations = "/Annots [<< /Subtype /Widget /FT /Tx /V (Jane Roe) /Rect [60 600 300 620] >> \
        << /Subtype /FreeText /Contents (Paid in full) /Rect [60 500 300 520] >> \
        << /Subtype /Widget /FT /Tx /V (hidden) /F 2 /Rect [60 400 300 420] >>]";
    let pdf = Pdf::new().page_with(&format!("/MediaBox [0 0 612 792] {annotations}"), "");
    let page = &read_pdf(&pdf).pages[0];
    assert_eq!(line_texts(page), ["Jane Roe", "Paid in full"]);
    let rect = word(page, "Jane").rect;
    assert!((60.0..61.0).contains(&rect.x0) && (172.0..192.0).contains(&rect.y0), "it stands in its field: {rect:?}");
}

#[test]
fn codes_that_say_their_characters_are_text() {
    let arial = "<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /ToUnicode /Identity-H \
        /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial \
        /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>";
    let drawn = format!(
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 79 /LastChar 107 \
        /Widths [{}] /Encoding << /Differences [79 /a79 107 /C6b] >> /CharProcs << /a79 {} 0 R /C6b {} 0 R >> >>",
        "10 ".repeat(29),
        FIRST_OWN + 2,
        FIRST_OWN + 2
    );
    let glyph = "<< /Length 20 >>\nstream\n10 0 0 0 9 9 d1 f    \nendstream";
    let resources = format!("/Resources << /Font << /A {FIRST_OWN} 0 R /B {} 0 R >> >>", FIRST_OWN + 1);
    let content = "BT /A 10 Tf 60 700 Td <011B006E> Tj ET BT /B 10 Tf 60 600 Td (Ok) Tj ET";
    let pdf = Pdf::new().object(arial).object(&drawn).object(glyph);
    let page = &read_pdf(&pdf.page_with(&format!("/MediaBox [0 0 612 792] {resources}"), content)).pages[0];
    assert_eq!(line_texts(page), ["ěn", "Ok"]);
    assert!(page.coverage.is_usable());
}
