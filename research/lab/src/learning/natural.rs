//! Natural pairs of a set's documents ([`natural_lessons`] of the product).

use super::set::{SetDocument, SetPassage};
use pincite_adapt::natural_lessons;
use pincite_eval::Source;
use pincite_language::Language;
use pincite_passage::Passage;
use pincite_search::passage_terms;

/// Adds the natural pairs of a document to its training questions, and hides their headings and sentences.
pub fn add(source: &mut Source, document: &SetDocument) {
    let passages: Vec<Passage> = document.given().iter().map(SetPassage::as_passage).collect();
    for (at, mut lesson) in natural_lessons(&passages).into_iter().enumerate() {
        source.questions[at].extend(lesson.questions);
        source.lines[at] = passage_terms(&lesson.passage, Language::English);
        source.headings[at] = lesson.passage.headings.pop();
        source.passages[at] = lesson.passage.text;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_leaves_the_passage_that_it_asks_for() {
        let text = "The rent is due in May. The tenant pays it to the landlord. Late rent bears interest at two percent a month.";
        let set = format!(r#"{{"name": "Lease", "passages": [{{"text": "{text}"}}], "questions": []}}"#);
        let document: SetDocument = serde_json::from_str(&set).unwrap();
        let mut source = document.source();
        add(&mut source, &document);
        let [question] = source.questions[0].as_slice() else { panic!("{:?}", source.questions) };
        assert!(text.contains(question.as_str()) && !source.passages[0].contains(question.as_str()), "{source:?}");
        assert!(
            source.lines[0].split(' ').count() < document.source().lines[0].split(' ').count(),
            "nor do words find it"
        );
    }
}
