//! The language of a content stays with it, and decides its terms.

use crate::support::{Temporary, content, list, page, passages};
use futures_util::TryStreamExt;
use pincite_language::Language;
use pincite_library::{Error, Library, NewContent, Scope};

async fn lines(library: &Library, scope: Scope) -> Vec<String> {
    let terms: Vec<_> = library.terms(scope).try_collect().await.unwrap();
    terms.iter().flat_map(|terms| terms.passages().map(str::to_owned).collect::<Vec<_>>()).collect()
}

#[tokio::test]
async fn a_language_brings_its_terms_and_counts_as_a_change() {
    let Temporary { library, folder: _folder } = Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let document = list(&library, deal, "/a.pdf").await;
    let pages = [page("1")];
    let rows = passages(&["Die Verträge", "Der Vertrag"]);
    let new = NewContent { language: Language::English, ..content(document, "/a.pdf", 1, &pages, &rows, None) };
    let stored = library.store_content(&new).await.unwrap().content;
    assert_eq!(library.languages(deal).await.unwrap().into_values().collect::<Vec<_>>(), [Language::English]);
    assert_eq!(library.contents_without_language(deal).await.unwrap(), []);
    let before = library.revision(deal).await.unwrap();
    let terms = ["die vertrag", "der vertrag"];
    library.store_language(deal, stored, Language::German, &terms).await.unwrap();
    assert_ne!(library.revision(deal).await.unwrap(), before, "who holds the terms in memory must load them again");
    assert_eq!(library.document(document).await.unwrap().language, Some(Language::German));
    assert_eq!(lines(&library, Scope::Content(stored)).await, terms);
    assert_eq!(library.passages(stored).await.unwrap().len(), 2, "nothing else changes");
    assert_eq!(library.check().await.unwrap(), [], "the seals fit");
    let other = library.store_language(deal, stored, Language::French, &terms[..1]).await.unwrap_err();
    assert!(matches!(other, Error::NoContent(_)), "terms of other passages are refused: {other}");
    assert_eq!(library.language(stored).await.unwrap(), Language::German, "and nothing has changed");
    library.replace_content(&new).await.unwrap();
    assert_eq!(library.language(stored).await.unwrap(), Language::English, "what is read anew has its own");
}
