//! The language of stored content: found out for what was stored before languages were known, or said by a person. The terms of
//! its passages follow; their vectors stay. Not for the language of new files (`ingest`).

use crate::Error;
use crate::error::blocking;
use pincite_language::{Language, language_of};
use pincite_library::{CollectionId, ContentId, Library, StoredPassage};
use pincite_search::passage_terms;

/// The codes of all languages that a document can be in.
pub fn languages() -> Vec<String> {
    Language::all().map(|language| language.code().to_owned()).collect()
}

/// Analyses stored content in a language, or in the one that most of it is in.
pub(super) async fn analyse_in(
    library: &Library,
    collection: CollectionId,
    content: ContentId,
    language: Option<Language>,
) -> Result<(), Error> {
    let passages = library.passages(content).await?;
    let analysing = move || {
        let language = language.unwrap_or_else(|| language_of_passages(&passages));
        let terms: Vec<String> = passages.iter().map(|stored| passage_terms(&stored.passage, language)).collect();
        Analysed { language, terms }
    };
    let Analysed { language, terms } = blocking("Analysing words", analysing).await?;
    Ok(library.store_language(collection, content, language, &terms).await?)
}

struct Analysed {
    language: Language,
    terms: Vec<String>,
}

fn language_of_passages(passages: &[StoredPassage]) -> Language {
    let texts: Vec<&str> = passages.iter().map(|stored| stored.passage.text.as_str()).collect();
    language_of(&texts.join("\n"))
}
