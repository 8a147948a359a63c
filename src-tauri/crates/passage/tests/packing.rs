//! What is kept together, what is repeated, and what runs on over breaks.

mod pages;

use pages::{Sheet, count_words};
use pincite_passage::{Kind, Passage, Splitting, split};
use pincite_pdf::{Contents, Page};

fn passages_of(pages: &[Page], max_tokens: usize, overlap_tokens: usize) -> Vec<Passage> {
    split(&Contents::default(), pages, Splitting { max_tokens, overlap_tokens }, &count_words)
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
    let passages = passages_of(&[first, second], 60, 0);
    assert_eq!(passages.len(), 2);
    assert_eq!(passages[1].text, "Running title", "what stands in the margin comes last");
    assert_eq!(passages[0].sentences.len(), 1, "one sentence on two pages");
    assert!(passages[0].text.contains("from the customer that"), "joined by one space, the header left out");
    assert_eq!(passages[0].spans.last().map(|span| span.page), Some(1), "its last word is on the second page");
}

#[test]
fn a_hyphenated_word_is_one_word_with_two_places() {
    let page = Sheet::new(0).text(&["Either party may give notice of termi~", "nation at any time."]).done();
    let passage = &passages_of(&[page], 60, 0)[0];
    assert!(passage.text.contains("of termination at"), "{}", passage.text);
    let parts: Vec<&str> =
        passage.spans.iter().map(|span| &passage.text[span.start as usize..span.end as usize]).collect();
    assert!(parts.contains(&"termi") && parts.contains(&"nation"), "each part has its own box");
}

#[test]
fn whole_sentences_are_repeated() {
    let sentences = [
        "The first rule is plain and short.",
        "The second rule is a little longer than that.",
        "The third rule ends it.",
    ];
    let page = Sheet::new(0).text(&sentences).done();
    let passages = passages_of(&[page], 2 + 16, 10);
    assert_eq!(passages.len(), 2);
    assert!(
        passages[1].text.starts_with("The second rule"),
        "the second passage repeats the last sentence: {}",
        passages[1].text
    );
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
    let passages = passages_of(&[page], 2 + 12, 0);
    assert!(passages.len() > 1 && passages[0].text.ends_with("on time;"), "{:?}", passages[0].text);
}

#[test]
fn small_paragraphs_share_a_passage() {
    let page = Sheet::new(0).text(&["One short rule."]).text(&["Another short rule."]).text(&["A third."]).done();
    let passages = passages_of(&[page], 60, 0);
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
    let passages = passages_of(&[page], 2 + 44, 0);
    let tables: Vec<&Passage> = passages.iter().filter(|passage| passage.kind == Kind::Table).collect();
    assert!(tables.len() > 1, "the table does not fit");
    for table in &tables {
        assert!(table.text.contains("Year ended September 30, 2026 2025\n"), "the header is repeated: {}", table.text);
        assert!(table.text.contains("In millions of dollars\n"), "and the caption");
        assert_eq!(table.headings, ["RESULTS"]);
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
    let passage = &passages_of(&[page], 60, 0)[0];
    assert_eq!(passage.text, "本契約は五年とする。更新は行わない。", "no space inside Japanese");
    assert_eq!(passage.sentences.len(), 2, "a sentence may end inside a run of glyphs");
}
