//! Terms: whatever terms the search room makes up, they come back in their passages and in their order.

use crate::support::{Temporary, block_on, content, list, page, passage};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, ContentId, Library, NewPassage, Scope};
use proptest::prelude::*;

/// Stores passages made of exactly these terms.
async fn store_terms(library: &Library, collection: CollectionId, number: u8, terms: &[String]) -> ContentId {
    let path = format!("/{number}.pdf");
    let document = list(library, collection, &path).await;
    let with = |(ordinal, terms): (u32, &String)| NewPassage { terms: terms.clone(), ..passage(ordinal, "text") };
    let passages: Vec<_> = (0..).zip(terms).map(with).collect();
    let pages = [page("1")];
    library.store_content(&content(document, &path, number, &pages, &passages, None)).await.unwrap().content
}

#[tokio::test]
async fn terms_load_by_content_in_order() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let one = store_terms(library, deal, 1, &["a  b".into(), String::new(), "c\nd".into()]).await;
    let none = store_terms(library, deal, 2, &[]).await;
    let two = store_terms(library, deal, 3, &["e".into()]).await;
    let loaded: Vec<_> = library.terms(Scope::Collection(deal)).try_collect().await.unwrap();
    let plain: Vec<_> = loaded.iter().map(|t| (t.content, t.passages().collect::<Vec<_>>())).collect();
    let expected = [(one, vec!["a b", "", "c\u{fffd}d"]), (none, vec![]), (two, vec!["e"])];
    assert_eq!(plain, expected, "one line per passage, empty ones included");
    let alone: Vec<_> = library.terms(Scope::Content(two)).try_collect().await.unwrap();
    assert_eq!(alone, loaded[2..]);
    assert_eq!(alone[0].first_passage, library.content(two).await.unwrap().first_passage);
}

/// Any term: any characters but spaces.
fn term() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,4}", "[ -~]{1,6}", "\\PC{1,4}", any::<String>()]
        .prop_map(|text| text.replace(' ', ""))
        .prop_filter("a term is not empty", |text| !text.is_empty())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_terms_come_back_in_their_passage_and_order(
        passages in proptest::collection::vec(proptest::collection::vec(term(), 0..12), 1..12),
    ) {
        block_on(async {
            let Temporary { library, folder: _folder } = &Temporary::new().await;
            let deal = library.create_collection("Deal").await.unwrap().id;
            let joined: Vec<_> = passages.iter().map(|terms| terms.join(" ")).collect();
            let content = store_terms(library, deal, 1, &joined).await;
            let loaded: Vec<_> = library.terms(Scope::Content(content)).try_collect().await.unwrap();
            let words = |line: &str| line.split(' ').filter(|it| !it.is_empty()).map(String::from).collect::<Vec<_>>();
            let loaded: Vec<_> = loaded[0].passages().map(words).collect();
            let plain = |term: &String| term.replace(|c: char| c.is_ascii_control(), "\u{fffd}");
            let expected: Vec<Vec<_>> = passages.iter().map(|terms| terms.iter().map(plain).collect()).collect();
            assert_eq!(loaded, expected, "phrases and BM25 are computed from exactly these");
        });
    }
}
