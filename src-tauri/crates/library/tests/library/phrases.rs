//! Phrases: whatever terms the search room makes up, they are found as a phrase, and only where they stand together.

use crate::support::{Temporary, block_on, document, list, page, passage};
use futures_util::TryStreamExt;
use pincite_library::{CollectionId, DocumentId, Library, NewPassage, PassageId, Scope};
use proptest::prelude::*;

/// Stores passages made of exactly these terms.
async fn store_terms(library: &Library, collection: CollectionId, number: u8, terms: &[String]) -> DocumentId {
    let path = format!("/{number}.pdf");
    let entry = list(library, collection, &path).await;
    let with = |(ordinal, terms): (u32, &String)| NewPassage { terms: terms.clone(), ..passage(ordinal, "text") };
    let passages: Vec<_> = (0..).zip(terms).map(with).collect();
    let pages = [page("1")];
    library.store_document(&document(entry, &path, number, &pages, &passages, None)).await.unwrap().document
}

async fn ordinals(library: &Library, scope: Scope, first: PassageId, phrase: &[&str]) -> Vec<i64> {
    let found = library.passages_with_phrase(scope, phrase).await.unwrap();
    found.into_iter().map(|id| id.0 - first.0).collect()
}

#[tokio::test]
async fn legal_and_financial_terms_are_single_terms() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let terms = ["form 10-k for 2022", "§ 12.3(b) non-compete", "10 k $1,577 ½ naïve", "l'été \"as is\" 100%"];
    let document = store_terms(library, deal, 1, &terms.map(String::from)).await;
    let first = library.document(document).await.unwrap().first_passage;
    let cases: [(&[&str], &[i64]); 9] = [
        (&["10-k"], &[0]),
        (&["10", "k"], &[2]),
        (&["§", "12.3(b)"], &[1]),
        (&["compete"], &[]),
        (&["$1,577"], &[2]),
        (&["\"as", "is\""], &[3]),
        (&["k", "10"], &[]),
        (&["naive"], &[]),
        (&[], &[]),
    ];
    for (phrase, expected) in cases {
        let found = ordinals(library, Scope::Document(document), first, phrase).await;
        assert_eq!(found, expected, "phrase {phrase:?}");
    }
}

#[tokio::test]
async fn operators_of_the_query_language_are_plain_terms() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let terms = ["and or not near(a b) terms:x a* ^a +", "a b x"];
    let document = store_terms(library, deal, 1, &terms.map(String::from)).await;
    let first = library.document(document).await.unwrap().first_passage;
    for term in terms[0].split(' ') {
        let found = ordinals(library, Scope::Document(document), first, &[term]).await;
        assert_eq!(found, [0], "{term:?} is a word like any other");
    }
}

#[tokio::test]
async fn a_phrase_is_looked_up_in_its_scope_only() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let matter = library.create_collection("Matter").await.unwrap().id;
    let one = store_terms(library, deal, 1, &["force majeure".into(), "other".into()]).await;
    let two = store_terms(library, deal, 2, &["other".into(), "force majeure".into()]).await;
    store_terms(library, matter, 3, &["force majeure".into()]).await;
    let count = |scope| async move { library.passages_with_phrase(scope, &["force", "majeure"]).await.unwrap().len() };
    assert_eq!(count(Scope::Collection(deal)).await, 2);
    assert_eq!(count(Scope::Collection(matter)).await, 1);
    assert_eq!(count(Scope::Document(one)).await, 1);
    assert_eq!(count(Scope::Document(two)).await, 1);
    assert_eq!(count(Scope::Document(DocumentId(77))).await, 0, "an unknown document has no passages");
}

#[tokio::test]
async fn terms_load_by_document_in_order() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let one = store_terms(library, deal, 1, &["a  b".into(), String::new(), "c\nd".into()]).await;
    let none = store_terms(library, deal, 2, &[]).await;
    let two = store_terms(library, deal, 3, &["e".into()]).await;
    let loaded: Vec<_> = library.terms(Scope::Collection(deal)).try_collect().await.unwrap();
    let plain: Vec<_> = loaded.iter().map(|t| (t.document, t.passages().collect::<Vec<_>>())).collect();
    let expected = [(one, vec!["a b", "", "c\u{fffd}d"]), (none, vec![]), (two, vec!["e"])];
    assert_eq!(plain, expected, "one line per passage, empty ones included");
    let alone: Vec<_> = library.terms(Scope::Document(two)).try_collect().await.unwrap();
    assert_eq!(alone, loaded[2..]);
    assert_eq!(alone[0].first_passage, library.document(two).await.unwrap().first_passage);
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
    fn any_terms_are_found_as_a_phrase_where_they_stand(
        passages in proptest::collection::vec(proptest::collection::vec(term(), 1..12), 1..12),
        cut in any::<(u8, u8)>(),
    ) {
        block_on(async {
            let Temporary { library, folder: _folder } = &Temporary::new().await;
            let deal = library.create_collection("Deal").await.unwrap().id;
            let joined: Vec<_> = passages.iter().map(|terms| terms.join(" ")).collect();
            let document = store_terms(library, deal, 1, &joined).await;
            let first = library.document(document).await.unwrap().first_passage;
            for (ordinal, terms) in (0_i64..).zip(&passages) {
                let start = usize::from(cut.0) % terms.len();
                let end = start + 1 + usize::from(cut.1) % (terms.len() - start);
                let phrase: Vec<&str> = terms[start..end].iter().map(String::as_str).collect();
                let expected = (0_i64..).zip(&passages).filter(|(_, other)| contains(other, &phrase)).map(|(n, _)| n);
                let found = ordinals(library, Scope::Document(document), first, &phrase).await;
                assert_eq!(found, expected.collect::<Vec<_>>(), "phrase {phrase:?} of passage {ordinal}");
            }
        });
    }
}

/// The rule said plainly: the terms follow each other; ASCII case and which control character it is do not matter.
fn contains(terms: &[String], phrase: &[&str]) -> bool {
    let plain = |term: &str| term.to_ascii_lowercase().replace(|c: char| c.is_ascii_control(), "\u{fffd}");
    terms.windows(phrase.len()).any(|window| window.iter().zip(phrase).all(|(a, b)| plain(a) == plain(b)))
}
