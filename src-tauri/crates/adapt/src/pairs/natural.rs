//! Natural pairs: a document is its own teacher. A heading belongs to the passage below it, a defined term to its definition, and
//! a sentence to the passage around it (experiment 043). The passage has that heading and that sentence no more: words alone would
//! find it.

use pincite_passage::{Passage, sentences};

/// A sentence of fewer words says too little of its passage.
const LEAST_WORDS: usize = 6;
/// In a text of fewer sentences one of them is most of it.
const LEAST_SENTENCES: usize = 3;

/// A passage, and what asks for it.
pub struct Lesson {
    /// The passage without what asks for it.
    pub passage: Passage,
    /// Its heading, a term that it defines, and one of its sentences, as far as there are any.
    pub questions: Vec<String>,
}

/// The lesson of each passage of a document.
pub fn natural_lessons<'p>(passages: impl IntoIterator<Item = &'p Passage>) -> Vec<Lesson> {
    passages.into_iter().enumerate().map(|(number, passage)| lesson(passage, number)).collect()
}

fn lesson(passage: &Passage, number: usize) -> Lesson {
    let mut text = passage.text.clone();
    let mut headings = passage.headings.clone();
    let mut questions = Vec::new();
    if let Some(heading) = heading(passage) {
        headings.pop();
        questions.push(heading);
    }
    questions.extend(defined_term(&text).map(|term| format!("What does \"{term}\" mean?")));
    if let Some(sentence) = sentence(&text, number) {
        text = text.replacen(&sentence, "", 1);
        questions.push(sentence);
    }
    let ranges = sentences(&text).into_iter().map(|range| (range.start as u32, range.end as u32)).collect();
    Lesson { passage: Passage { text, headings, sentences: ranges, ..Passage::default() }, questions }
}

/// The innermost heading, if the text does not repeat it and it has several words.
fn heading(passage: &Passage) -> Option<String> {
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
    if ranges.len() < LEAST_SENTENCES {
        return None;
    }
    let chosen = text[ranges[(7 * number + 3) % ranges.len()].clone()].trim();
    (chosen.split_whitespace().count() >= LEAST_WORDS).then(|| chosen.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn passage(headings: &[&str], text: &str) -> Passage {
        let headings = headings.iter().map(|heading| (*heading).to_owned()).collect();
        Passage { text: text.to_owned(), headings, ..Passage::default() }
    }

    #[test]
    fn a_term_before_means_is_defined() {
        let text = "As used in “Annex A”, “Net Sales” means the gross amount invoiced.";
        assert_eq!(defined_term(text).as_deref(), Some("Net Sales"));
        assert_eq!(defined_term("The \"Fee\" is due. \"Term\" shall mean a year.").as_deref(), Some("Term"));
        assert_eq!(defined_term("The \"Fee\" is due in May."), None);
        assert_eq!(defined_term("An unclosed \"quote"), None);
    }

    #[test]
    fn what_asks_for_a_passage_is_hidden_there() {
        let text = "Rent is due in May. The tenant pays it to the landlord by bank transfer. Late rent bears interest.";
        let asked = passage(&["Lease", "Payment of Rent"], text);
        let Lesson { passage, questions } = lesson(&asked, 1);
        assert_eq!(questions, ["Payment of Rent", "The tenant pays it to the landlord by bank transfer."]);
        assert_eq!(passage.headings, ["Lease"]);
        assert!(!passage.text.contains("bank transfer") && passage.sentences.len() == 2, "{passage:?}");
        let short = lesson(&self::passage(&["Rent"], "One sentence. Two sentences."), 1);
        assert!(short.questions.is_empty(), "it would be most of the passage: {:?}", short.questions);
    }

    proptest! {
        #[test]
        fn any_text_is_taken(text in "\\PC{0,200}", number in 0usize..9) {
            let Lesson { passage: hidden, .. } = lesson(&passage(&["A heading"], &text), number);
            prop_assert!(hidden.text.len() <= text.len());
        }
    }
}
