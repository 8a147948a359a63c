//! Questions for what an agreement says of itself. Its preamble answers, whatever the cross-encoder (with random weights)
//! thinks of it, and its definitions say which day is meant.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use crate::answers::Shelf;
use crate::reranking::{Models, searched};
use pincite_api::Match;
use pincite_library::ContentId;
use pincite_search::{Gather, Mode, SearchRequest, SearchResult};

const LICENCE: [&str; 5] = [
    "Patent Licence. Table of contents. Parties of the committee.",
    "This Licence Agreement is made on May 4, 2020 by and between Acme Widgets, Inc., a Delaware corporation (“Licensor”), \
        and Bolt Ltd (“Licensee”). The parties agree.",
    "“Effective Date” means June 1, 2020. “Field” means boats.",
    "The parties shall meet each May. Each party dates its minutes, and signs them.",
    "This agreement takes effect on the Effective Date. It ends after a period of three (3) years.",
];

async fn asked(shelf: &Shelf, text: &str, contents: &[ContentId], gather: Gather) -> SearchResult {
    let models = Models::open();
    let request = SearchRequest { text, contents, k: 5, mode: Mode::Hybrid, gather };
    searched(request, shelf, Some(models.reader(1))).await
}

/// The value of the first hit that has one.
fn value(found: &SearchResult) -> String {
    let value = found.hits.iter().find_map(|hit| hit.value.as_ref());
    value.map(|value| value.normalised.clone()).unwrap_or_default()
}

#[tokio::test]
async fn the_preamble_answers_who_made_an_agreement_and_when() {
    let shelf = Shelf::new().await;
    let (_, content) = shelf.add("Licence.pdf", 1, &LICENCE, false).await;
    for (question, expected) in [
        ("Who are the parties?", "Acme Widgets, Inc. (Licensor); Bolt Ltd (Licensee)"),
        ("When was this agreement signed?", "2020-05-04"),
    ] {
        for gather in [Gather::Best, Gather::All] {
            let found = asked(&shelf, question, &[content], gather).await;
            let first = &found.hits[0];
            assert_eq!((first.page, value(&found).as_str()), (1, expected), "{question}, {gather:?}");
            assert!(first.quote.starts_with("“This Licence Agreement is made on May 4, 2020"), "{}", first.quote);
            assert_eq!(found.presence.unwrap().state, Match::Found, "{question}");
        }
    }
}

#[tokio::test]
async fn a_title_page_may_have_the_date_that_the_preamble_lacks() {
    let shelf = Shelf::new().await;
    let lease = [
        "Lease. Dated: May 3, 2020",
        "This Lease Agreement is made by and between Ann Oak (“Landlord”) and Bea Elm (“Tenant”).",
        "Rent is due. Date: June 9, 2021",
    ];
    let (_, content) = shelf.add("Lease.pdf", 1, &lease, false).await;
    let found = asked(&shelf, "What is the date of the lease?", &[content], Gather::Best).await;
    assert_eq!((found.hits[0].page, value(&found).as_str()), (0, "2020-05-03"), "and not that of a signature");
}

#[tokio::test]
async fn a_day_is_found_through_its_definition_and_a_term_is_counted_from_it() {
    let shelf = Shelf::new().await;
    let (_, content) = shelf.add("Licence.pdf", 1, &LICENCE, false).await;
    let effective = asked(&shelf, "When does the agreement take effect?", &[content], Gather::Best).await;
    assert_eq!(value(&effective), "2020-06-01");
    let end = asked(&shelf, "When does the agreement end?", &[content], Gather::Best).await;
    assert_eq!(value(&end), "2023-06-01");
    let written = end.hits.iter().find_map(|hit| hit.value.clone()).unwrap().written;
    assert_eq!(written, "June 1, 2020 + three (3) years", "the value shows what it was counted from");
}

#[tokio::test]
async fn a_text_that_is_no_agreement_has_no_preamble() {
    let shelf = Shelf::new().await;
    let minutes = ["The parties shall meet each May.", "The committee met on May 4, 2020. It ends on June 1, 2021."];
    let (_, content) = shelf.add("Minutes.pdf", 1, &minutes, false).await;
    let found = asked(&shelf, "Who are the parties?", &[content], Gather::Best).await;
    assert_eq!(value(&found), "");
    let end = asked(&shelf, "When does it end?", &[content], Gather::Best).await;
    assert!(value(&end).starts_with("202"), "the first date of the sentence counts: {}", value(&end));
}
