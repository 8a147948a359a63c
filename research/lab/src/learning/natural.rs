//! Natural pairs: a document is its own teacher. A heading belongs to the passage below it, a defined term to its
//! definition, and a sentence to the passage around it. The passage has that heading and that sentence no more: words alone
//! would find it.

use super::set::{SetDocument, SetPassage};
use pincite_eval::Source;
use pincite_passage::sentences;
use pincite_search::passage_terms;

/// A sentence of fewer words says too little of its passage.
const LEAST_WORDS: usize = 6;

/// Adds the natural pairs of a document to its training questions, and hides their headings and sentences.
pub fn add(source: &mut Source, document: &SetDocument) {
    for (at, passage) in document.given().iter().enumerate() {
        let mut hidden = passage.clone();
        let questions = &mut source.questions[at];
        if let Some(heading) = heading(passage) {
            hidden.headings.pop();
            questions.push(heading);
        }
        questions.extend(defined_term(&passage.text).map(|term| format!("What does \"{term}\" mean?")));
        if let Some(sentence) = sentence(&passage.text, at) {
            hidden.text = hidden.text.replacen(&sentence, "", 1);
            questions.push(sentence);
        }
        source.lines[at] = passage_terms(&hidden.as_passage());
        source.headings[at] = hidden.headings.pop();
        source.passages[at] = hidden.text;
    }
}

/// The innermost heading, if the text does not repeat it and it has several words.
fn heading(passage: &SetPassage) -> Option<String> {
    let heading = passage.headings.last()?;
    let tells = heading.split_whitespace().count() > 1 && !passage.text.contains(heading.as_str());
    tells.then(|| heading.clone())
}

/// The first term that a sentence of the text defines: in quotation marks before "means" or "shall mean".
fn defined_term(text: &str) -> Option<String> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(['“', '"']) {
        let (term, after) = after.split_once(['”', '"'])?;
        let next = after.trim_start();
        if next.starts_with("means") || next.starts_with("shall mean") {
            return Some(term.to_owned());
        }
        rest = after;
    }
    None
}

/// A sentence of a text that has several, another one in each passage.
fn sentence(text: &str, number: usize) -> Option<String> {
    let ranges = sentences(text);
    if ranges.len() < 3 {
        return None;
    }
    let chosen = text[ranges[(7 * number + 3) % ranges.len()].clone()].trim();
    (chosen.split_whitespace().count() >= LEAST_WORDS).then(|| chosen.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_before_means_is_defined() {
        let text = "As used in “Annex A”, “Net Sales” means the gross amount invoiced.";
        assert_eq!(defined_term(text).as_deref(), Some("Net Sales"));
        assert_eq!(defined_term("The \"Fee\" is due. \"Term\" shall mean a year.").as_deref(), Some("Term"));
        assert_eq!(defined_term("The \"Fee\" is due in May."), None);
        assert_eq!(defined_term("An unclosed \"quote"), None);
    }

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

    #[test]
    fn headings_and_sentences_belong_to_their_passage() {
        let text = "Rent is due in May. The tenant pays it to the landlord by bank transfer. Late rent bears interest.";
        let passage = SetPassage { headings: vec!["Lease".into(), "Payment of Rent".into()], text: text.into() };
        assert_eq!(heading(&passage).as_deref(), Some("Payment of Rent"));
        assert_eq!(sentence(text, 1).as_deref(), Some("The tenant pays it to the landlord by bank transfer."));
        assert_eq!(sentence("One sentence. Two sentences.", 1), None, "it would be most of the passage");
    }
}
