//! Rows of tables answer questions for figures: the right item, in its statement, of the right year and company.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::answers::Shelf;
use crate::reranking::{Models, searched};
use pincite_api::Match;
use pincite_item::items_of_label;
use pincite_library::{ContentId, RowPlace, StoredTable, TestDocument};
use pincite_search::{
    CollectionIndex, CollectionQuestion, Gather, Hit, Mode, PreparedQuestion, Search, SearchRequest, SearchResult,
    Wanted, passage_terms,
};
use pincite_table::{Cell, Column, Period, Row, Span, Table, Unit};

const BALANCE: [&str; 6] = [
    "Cash and cash equivalents $100 $90",
    "Accounts receivable, net 50 40",
    "Inventories 30 20",
    "Total current assets 180 150",
    "Accounts payable 25 22",
    "Total current liabilities 60 55",
];
const CASH_FLOWS: [&str; 5] = [
    "Net cash provided by operating activities $70 $60",
    "Purchases of property and equipment (39) (31)",
    "Net cash used in investing activities (45) (35)",
    "Dividends paid (8) (7)",
    "Net cash used in financing activities (20) (18)",
];
const PROSE: &str = "We expect capital expenditures to grow, because capital expenditures build capacity for capital.";

/// A table of two years. The first word with a digit or a parenthesis begins the figures. Row `n` is passage `first + n`.
fn table(title: &str, rows: &[&str], span: Span, last: i16, first: u32) -> StoredTable {
    let period = |year| Some(Period { span, year, end: None });
    let column = |year: i16| Column { head: vec![year.to_string()], period: period(year) };
    let table = Table {
        title: title.to_owned(),
        columns: vec![column(last), column(last - 1)],
        rows: rows.iter().map(|text| row(text)).collect(),
    };
    let place = |number| Some(RowPlace { passage: first + number, sentence: 0 });
    StoredTable { table, places: (0..rows.len() as u32).map(place).collect() }
}

fn row(text: &str) -> Row {
    let words: Vec<&str> = text.split(' ').collect();
    let (label, figures) = words.split_at(words.len() - 2);
    let label = label.join(" ");
    let cell = |(column, text): (u32, &&str)| {
        let bare: i64 = text.trim_matches(['(', ')', '$']).parse().unwrap();
        let value = if text.starts_with('(') { -bare } else { bare };
        let (unit, scale) = (Unit::Money, 1_000_000);
        Cell { column, text: (*text).to_owned(), value: Some(value.into()), unit, scale, ..Cell::default() }
    };
    let cells = (0..).zip(figures).map(cell).collect();
    Row { items: items_of_label(&label), path: vec![label], cells, ..Row::default() }
}

/// A report whose last year this is, with the passages of more rows at its end.
fn report_of(file: &str, number: u8, last: i16, more: &[&str]) -> TestDocument {
    let texts: Vec<&str> = [PROSE].into_iter().chain(BALANCE).chain(CASH_FLOWS).chain(more.iter().copied()).collect();
    let mut document = TestDocument::of_texts(file, number, &texts, passage_terms);
    document.tables = vec![
        table("Balance sheets", &BALANCE, Span::Instant, last, 1),
        table("Statements of cash flows", &CASH_FLOWS, Span::Months(12), last, 1 + BALANCE.len() as u32),
    ];
    document
}

/// Stores a report whose last year this is.
async fn report(shelf: &Shelf, file: &str, number: u8, last: i16) -> ContentId {
    let document = report_of(file, number, last, &[]);
    document.store(&shelf.library, shelf.collection).await.unwrap().content
}

async fn ask(shelf: &Shelf, text: &str, contents: &[ContentId]) -> SearchResult {
    let index = CollectionIndex::load(&shelf.library, shelf.collection).await.unwrap();
    let question = CollectionQuestion::from(PreparedQuestion::new(text, Mode::Hybrid));
    let wanted = Wanted { contents, without: &[], k: 5, gather: Gather::Best };
    let stage = Search { index: &index, library: &shelf.library }.first_stage(&question, &wanted).await.unwrap();
    stage.unread().await.unwrap()
}

async fn first(shelf: &Shelf, text: &str) -> Hit {
    ask(shelf, text, &[]).await.hits.remove(0)
}

#[tokio::test]
async fn a_row_answers_under_whatever_label_its_item_is_printed() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let hit = first(&shelf, "What was the capex of Alder in FY2017?").await;
    let row = hit.row.unwrap();
    assert_eq!(
        (row.title.as_str(), row.path[0].as_str()),
        ("Statements of cash flows", "Purchases of property and equipment")
    );
    let asked: Vec<&str> =
        row.figures.iter().filter(|figure| figure.asked).map(|figure| figure.text.as_str()).collect();
    assert_eq!(asked, ["(31)"], "the year asked for");
    let value = hit.value.unwrap();
    assert_eq!((value.written.as_str(), value.normalised.as_str()), ("(31) million · year 2017", "USD 31000000"));
}

#[tokio::test]
async fn without_a_year_the_latest_is_meant() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let hit = first(&shelf, "How high are inventories?").await;
    assert_eq!(hit.value.unwrap().written, "30 million · end of 2018");
}

#[tokio::test]
async fn who_asks_for_causes_gets_prose() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let hit = first(&shelf, "Why do capital expenditures grow?").await;
    assert!(hit.row.is_none() && hit.pieces.iter().any(|piece| piece.text.contains("expect")), "{hit:?}");
}

#[tokio::test]
async fn a_ratio_is_computed_and_shows_its_parts() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let found = ask(&shelf, "What was the current ratio in 2017 and 2018?", &[]).await;
    let computed = found.computed.unwrap();
    assert_eq!(computed.formula, "Total current assets / Total current liabilities");
    let values: Vec<(i16, &str)> = computed.values.iter().map(|one| (one.year, one.value.as_str())).collect();
    assert_eq!(values, [(2017, "2.73"), (2018, "3.00")]);
    let parts = &computed.values[1].parts;
    assert_eq!([&parts[0].figure, &parts[1].figure], ["180 million", "60 million"]);
    assert!(parts.iter().all(|part| part.citation.contains("Alder") && part.highlights.len() == 1), "{parts:?}");
}

#[tokio::test]
async fn a_change_shows_both_years() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let found = ask(&shelf, "By how much did inventories increase in 2018?", &[]).await;
    let change = &found.computed.unwrap().values[0];
    let figures: Vec<&str> = change.parts.iter().map(|part| part.figure.as_str()).collect();
    assert_eq!((change.value.as_str(), figures), ("50.0 %", vec!["20 million", "30 million"]));
    let value = found.hits[0].value.clone().unwrap();
    assert_eq!((value.written.as_str(), value.normalised.as_str()), ("50.0 % · year 2018", "50.0 %"));
}

#[tokio::test]
async fn what_lacks_a_figure_or_has_a_formula_of_its_own_is_not_computed() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    for question in [
        "What was the current ratio in 2015?",
        "What was the gross margin in 2018?",
        "What was the current ratio in 2018, defined as total current assets less inventories divided by total assets?",
        "Why did inventories increase in 2018?",
    ] {
        assert_eq!(ask(&shelf, question, &[]).await.computed, None, "{question}");
    }
}

#[tokio::test]
async fn without_a_year_no_table_of_the_year_before_is_meant() {
    let shelf = Shelf::new().await;
    let before = ["Net cash provided by operating activities $60 $50", "Purchases of property and equipment (31) (20)"];
    let before: Vec<&str> = before.into_iter().chain(CASH_FLOWS[2..].iter().copied()).collect();
    let texts: Vec<&str> = before.iter().copied().chain(CASH_FLOWS).collect();
    let mut document = TestDocument::of_texts("/papers/Alder 10-K 2018.pdf", 1, &texts, passage_terms);
    document.tables = vec![
        table("Condensed consolidating cash flows", &before, Span::Months(12), 2017, 0),
        table("Statements of cash flows", &CASH_FLOWS, Span::Months(12), 2018, before.len() as u32),
    ];
    document.store(&shelf.library, shelf.collection).await.unwrap();
    let hit = first(&shelf, "How much was spent on property and equipment?").await;
    assert_eq!(hit.value.unwrap().written, "(39) million · year 2018");
}

/// Stores a report of one more statement.
async fn report_with(shelf: &Shelf, title: &str, rows: &[&str], span: Span) {
    let mut document = report_of("/papers/Cedar 10-K 2018.pdf", 9, 2018, rows);
    let first = 1 + BALANCE.len() + CASH_FLOWS.len();
    document.tables.push(table(title, rows, span, 2018, first as u32));
    document.store(&shelf.library, shelf.collection).await.unwrap();
}

const INCOME: [&str; 6] = [
    "Net sales $100 $90",
    "Membership fees 4 3",
    "Total revenue 104 93",
    "Cost of sales 60 55",
    "Operating income 20 18",
    "Net income 15 12",
];

#[tokio::test]
async fn of_a_part_and_its_total_the_total_is_meant() {
    let shelf = Shelf::new().await;
    report_with(&shelf, "Statements of income", &INCOME, Span::Months(12)).await;
    let hit = first(&shelf, "What was the total revenue for 2018?").await;
    assert_eq!(hit.value.unwrap().written, "104 million · year 2018");
    let margin = ask(&shelf, "What was the operating margin for 2018?", &[]).await.computed.unwrap();
    assert_eq!(
        (margin.formula.as_str(), margin.values[0].value.as_str()),
        ("Operating income / Total revenue", "19.2 %")
    );
}

#[tokio::test]
async fn a_table_of_quarters_gives_no_figure_of_the_year() {
    let shelf = Shelf::new().await;
    report_with(&shelf, "Selected Quarterly Financial Data", &INCOME, Span::Months(12)).await;
    assert_eq!(ask(&shelf, "What was the operating margin for 2018?", &[]).await.computed, None);
}

#[tokio::test]
async fn debt_is_a_sum_and_each_part_counts_once() {
    let question = "What is the total amount of debt outstanding?";
    let shelf = Shelf::new().await;
    let debt = ["Short-term borrowings $5 $4", "Current portion of long-term debt 7 6", "Long-term debt 30 35"];
    let balance: Vec<&str> = BALANCE.into_iter().chain(debt).collect();
    report_with(&shelf, "Consolidated balance sheets", &balance, Span::Instant).await;
    let found = ask(&shelf, question, &[]).await;
    assert_eq!(found.computed.unwrap().values[0].value, "USD 42 million");
    assert_eq!(found.hits[0].value.clone().unwrap().normalised, "USD 42000000");

    let shelf = Shelf::new().await;
    let debt = ["Current portion of debt $7 $6", "Long-term debt 30 35"];
    let balance: Vec<&str> = BALANCE.into_iter().chain(debt).collect();
    report_with(&shelf, "Consolidated balance sheets", &balance, Span::Instant).await;
    let value = ask(&shelf, question, &[]).await.computed.unwrap().values[0].value.clone();
    assert_eq!(value, "USD 37 million", "the current portion is printed once");
}

#[tokio::test]
async fn another_row_than_the_one_asked_for_is_not_found() {
    let shelf = Shelf::new().await;
    report_with(&shelf, "Statements of income", &INCOME, Span::Months(12)).await;
    let models = Models::open().credulous();
    for (question, state) in [
        ("What was the capex in 2018?", Match::Found),
        ("What was the capex in 2011?", Match::Unsure),
        ("What was the current ratio in 2018?", Match::Found),
        ("What was the debt to equity ratio in 2018 with its net income?", Match::Unsure),
        ("What was the total revenue of each segment in 2018?", Match::Unsure),
        ("Why do capital expenditures grow?", Match::Found),
    ] {
        let request = SearchRequest { text: question, contents: &[], k: 3, mode: Mode::Hybrid, gather: Gather::Best };
        let found = searched(request, &shelf, Some(models.reader(50))).await;
        assert_eq!(found.presence.unwrap().state, state, "{question}");
    }
}

#[tokio::test]
async fn a_payment_has_no_sign() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let found = ask(&shelf, "What was the free cash flow for 2018?", &[]).await;
    assert_eq!(found.computed.unwrap().values[0].value, "USD 31 million", "70 less 39, which is printed in brackets");
}

#[tokio::test]
async fn a_ratio_has_no_value_of_one_row() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let found = ask(&shelf, "What is the current ratio for 2018?", &[]).await;
    let rows: Vec<String> =
        found.hits.iter().filter_map(|hit| hit.row.as_ref()).map(|row| row.path[0].clone()).collect();
    assert!(rows[..2].contains(&"Total current assets".to_owned()), "{rows:?}");
    assert!(rows[..2].contains(&"Total current liabilities".to_owned()), "{rows:?}");
    assert!(found.hits[0].value.is_none());
}

#[tokio::test]
async fn the_company_and_the_year_choose_the_report() {
    let shelf = Shelf::new().await;
    let mut reports = Vec::new();
    for (number, (name, year)) in (1..).zip([("Alder", 2017), ("Alder", 2018), ("Birch", 2017), ("Birch", 2018)]) {
        reports.push(report(&shelf, &format!("/papers/{name} 10-K {year}.pdf"), number, year).await);
    }
    let document = shelf.library.document_of(shelf.collection, reports[2]).await.unwrap().unwrap().id;
    let hit = first(&shelf, "What was the capex of Birch in 2017?").await;
    assert_eq!(hit.document, document, "and not the report for 2018, which has this figure, too");
    assert_eq!(hit.value.unwrap().written, "(39) million · year 2017");
}

#[tokio::test]
async fn what_was_paid_years_ago_is_no_answer_for_the_last_year() {
    let shelf = Shelf::new().await;
    let texts: Vec<&str> = CASH_FLOWS.to_vec();
    let mut document = TestDocument::of_texts("/papers/Alder 10-K 2018.pdf", 1, &texts, passage_terms);
    let mut flows = table("Statements of cash flows", &CASH_FLOWS, Span::Months(12), 2018, 0);
    flows.table.rows[3].cells.remove(0);
    document.tables = vec![flows];
    document.store(&shelf.library, shelf.collection).await.unwrap();
    assert_eq!(first(&shelf, "What dividends were paid?").await.value, None, "none in 2018");
    assert_eq!(
        first(&shelf, "What dividends were paid in 2017?").await.value.unwrap().written,
        "(7) million · year 2017"
    );
}

#[tokio::test]
async fn a_year_that_no_row_has_gives_no_value() {
    let shelf = Shelf::new().await;
    report(&shelf, "/papers/Alder 10-K 2018.pdf", 1, 2018).await;
    let found = ask(&shelf, "What was capex in 2011?", &[]).await;
    assert!(found.hits.iter().all(|hit| hit.value.is_none()), "{:?}", found.hits);
    assert_eq!(found.presence.map(|presence| presence.state), None::<Match>, "nothing was read");
}
