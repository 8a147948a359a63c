//! What is kept together, and what runs on over breaks.

mod pages;

use pages::{Sheet, count_words};
use pincite_passage::{Kind, Passage, Splitting, split};
use pincite_pdf::{Contents, Page};

fn passages_of(pages: &[Page], max_tokens: usize) -> Vec<Passage> {
    split(&Contents::default(), pages, Splitting { max_tokens }, &count_words)
}

#[test]
fn a_sentence_runs_on_over_a_page_break() {
    let first = Sheet::new(0)
        .text(&[
            "The supplier shall repay the excess within thirty days after it has",
            "received a written notice from the",
        ])
        .done();
    let second = Sheet::new(1).header("Running title").text(&["customer that states the sum."]).done();
    let passages = passages_of(&[first, second], 60);
    assert_eq!(passages.len(), 2);
    assert_eq!(passages[1].text, "Running title", "what stands in the margin comes last");
    assert_eq!(passages[0].sentences.len(), 1, "one sentence on two pages");
    assert!(passages[0].text.contains("from the customer that"), "joined by one space, the header left out");
    assert_eq!(passages[0].spans.last().map(|span| span.page), Some(1), "its last word is on the second page");
}

#[test]
fn a_hyphenated_word_is_one_word_with_two_places() {
    let page = Sheet::new(0).text(&["Either party may give notice of termi~", "nation at any time."]).done();
    let passage = &passages_of(&[page], 60)[0];
    assert!(passage.text.contains("of termination at"), "{}", passage.text);
    let parts: Vec<&str> =
        passage.spans.iter().map(|span| &passage.text[span.start as usize..span.end as usize]).collect();
    assert!(parts.contains(&"termi") && parts.contains(&"nation"), "each part has its own box");
}

#[test]
fn a_long_sentence_is_cut_at_semicolons_first() {
    let page = Sheet::new(0)
        .text(&[
            "The supplier shall deliver the goods, with all papers, on time; the customer",
            "shall inspect them, and report defects, within ten days; and both shall",
            "keep records.",
        ])
        .done();
    let passages = passages_of(&[page], 2 + 12);
    assert!(passages.len() > 1 && passages[0].text.ends_with("on time;"), "{:?}", passages[0].text);
}

#[test]
fn small_paragraphs_share_a_passage() {
    let page = Sheet::new(0).text(&["One short rule."]).text(&["Another short rule."]).text(&["A third."]).done();
    let passages = passages_of(&[page], 60);
    assert_eq!(passages.len(), 1, "tiny passages are of no use");
    assert_eq!(passages[0].text, "One short rule.\nAnother short rule.\nA third.");
}

#[test]
fn a_cut_table_repeats_its_header() {
    let rows = [
        "Year ended September 30, 2026 2025",
        "Net sales $ 1,077.5 $ 1,006.3",
        "Cost of sales 654.5 622.7",
        "Gross profit 423.0 383.6",
        "Research 74.8 68.1",
        "Selling 221.4 208.3",
        "Amortization of intangible assets 18.6 17.9",
        "Restructuring 6.3 2.1",
        "Operating income 101.9 87.2",
        "Interest 14.7 16.8",
        "Income taxes 19.8 16.3",
        "Margin 39.3 % ( 1.2 )",
    ];
    let page = Sheet::new(0).bold("RESULTS").text(&["In millions of dollars"]).rows(&rows).done();
    let passages = passages_of(&[page], 2 + 44);
    let tables: Vec<&Passage> = passages.iter().filter(|passage| passage.kind == Kind::Table).collect();
    assert!(tables.len() > 1, "the table does not fit");
    for table in &tables {
        assert!(table.text.contains("Year ended September 30, 2026 2025\n"), "the header is repeated: {}", table.text);
        assert!(table.text.contains("In millions of dollars\n"), "and the caption");
        assert_eq!(table.headings, ["RESULTS"]);
        let titles: Vec<&str> = table.titles.iter().map(|title| table.sentence(*title as usize)).collect();
        assert!(titles.contains(&"Year ended September 30, 2026 2025"), "the header says nothing alone: {titles:?}");
        let header = &table.spans
            [table.spans.iter().position(|s| &table.text[s.start as usize..s.end as usize] == "Year").unwrap()];
        assert_eq!(header.rect.y0, 104.0, "repeated words point where they stand");
    }
    assert!(tables[0].text.contains("Net sales $1,077.5 $1,006.3"), "figures keep their signs: {}", tables[0].text);
    assert!(passages.last().is_some_and(|last| last.text.ends_with("Margin 39.3% (1.2)")), "and their brackets");
}

#[test]
fn full_width_sentences_are_cut_inside_a_run() {
    let page = Sheet::new(0).text(&["本契約は五年とする。更新は", "行わない。"]).done();
    let passage = &passages_of(&[page], 60)[0];
    assert_eq!(passage.text, "本契約は五年とする。更新は行わない。", "no space inside Japanese");
    assert_eq!(passage.sentences.len(), 2, "a sentence may end inside a run of glyphs");
}

/// A page with a statement: the company, the title, the unit, a line above the rows, and rows.
fn statement(index: u32) -> Page {
    let rows: Vec<String> = (10..30).map(|n| format!("Some line of the statement {n},{n}5 {n},{n}3")).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    Sheet::new(index)
        .text(&["ACME WIDGETS, INC. AND SUBSIDIARIES"])
        .text(&["Consolidated Statements of Cash Flows"])
        .bold("(In millions)")
        .bold("ASSETS")
        .rows(&rows)
        .text(&["See accompanying notes."])
        .done()
}

#[test]
fn a_financial_statement_begins_a_passage_of_its_own() {
    let text = "The auditor has audited the statements and has found them to be right in all that matters.";
    let before = Sheet::new(0).bold("Report of the Auditor").text(&[text]).text(&["We have served since 1975."]).done();
    let passages = passages_of(&[before, statement(1), statement(2)], 2 + 60);
    let first = passages.iter().find(|passage| passage.text.contains("10,105")).expect("the first row");
    assert!(first.text.starts_with("ACME WIDGETS, INC. AND SUBSIDIARIES\nConsolidated Statements of Cash Flows\n"));
    assert_eq!(first.headings, ["Consolidated Statements of Cash Flows"], "its title, not its unit or a part of it");
    for passage in passages.iter().filter(|passage| passage.kind == Kind::Table) {
        let pages: Vec<u32> = passage.spans.iter().map(|span| span.page).collect();
        assert!(pages.iter().all(|page| *page == pages[0]), "nothing of another page: {}", passage.text);
    }
    assert!(passages.iter().all(|passage| passage.text != "See accompanying notes."), "a last line joins its table");
}

#[test]
fn a_title_in_a_list_of_statements_is_no_heading() {
    let page = Sheet::new(0)
        .bold("Index")
        .text(&["Consolidated Balance Sheets", "Consolidated Statements of Income"])
        .text(&["All other schedules are left out because they do not apply to us."])
        .done();
    assert_eq!(passages_of(&[page], 60)[0].headings, ["Index"]);
}

#[test]
fn the_parts_of_a_long_sentence_know_that_they_are_parts() {
    let lines = [
        "The supplier shall deliver the goods and the papers; the customer shall",
        "inspect them; and both keep records.",
    ];
    let page = Sheet::new(0).text(&lines).text(&["All is well."]).done();
    let passages = passages_of(&[page], 2 + 10);
    let parts: Vec<[bool; 2]> = passages.iter().map(|p| [p.begins_mid_sentence, p.ends_mid_sentence]).collect();
    assert_eq!(parts, [[false, true], [true, false], [false, false]], "{passages:#?}");
}

#[test]
fn blackened_words_do_not_end_a_sentence() {
    let lines = [
        "The seller receives complete written details of such claim not later than",
        "[*****] after the buyer has received the product that it is about, and",
        "answers it.",
    ];
    let passages = passages_of(&[Sheet::new(0).text(&lines).done()], 60);
    assert_eq!(passages[0].sentences.len(), 1, "{}", passages[0].text);
}

#[test]
fn text_set_with_wide_spaces_is_no_table() {
    let lines = [
        "condition of this agreement is held by a court of competent",
        "jurisdiction to be invalid, void, or unenforceable, the",
        "remainder of the provisions shall remain in full force and",
        "effect and shall in no way be affected or invalidated.",
    ];
    let passages = passages_of(&[Sheet::new(0).rows(&lines).done()], 60);
    assert_eq!(passages[0].sentences.len(), 1, "one sentence, not four rows");
}
