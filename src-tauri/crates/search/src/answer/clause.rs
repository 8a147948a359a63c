//! The clause and the heading of a sentence in a passage. Not for formatting citations.

use pincite_passage::Passage;

/// Longest heading in a citation, in characters.
pub(super) const LONGEST_HEADING: usize = 80;

/// The heading above sentence `number` of a passage. It is the heading of the last clause that starts before the sentence,
/// if that clause has one. Without such a clause it is the passage's own.
pub(super) fn heading_of(passage: &Passage, number: usize) -> Option<String> {
    let mut heading = passage.headings.last().cloned();
    for (start, end) in passage.sentences.iter().take(number + 1).skip(1) {
        let sentence = passage.text.get(*start as usize..*end as usize).unwrap_or_default();
        let first = sentence.split_whitespace().next().unwrap_or_default();
        if is_decimal(first.trim_end_matches('.')) {
            heading = (sentence.chars().count() <= LONGEST_HEADING).then(|| sentence.to_owned());
        }
    }
    heading
}

/// The clause of sentence `number` of a passage, as far as it is known. A sentence that starts with a decimal number starts
/// a clause. After a sentence that starts with a letter mark, only the clause without its letters is certain.
pub(super) fn clause_of(passage: &Passage, number: usize) -> Option<String> {
    let mut clause = passage.clause.clone();
    for (start, end) in passage.sentences.iter().take(number + 1).skip(1) {
        let sentence = passage.text.get(*start as usize..*end as usize).unwrap_or_default();
        let first = sentence.split_whitespace().next().unwrap_or_default();
        if is_decimal(first) {
            clause = Some(first.trim_end_matches('.').to_owned());
        } else if is_letter_mark(first) {
            clause = clause.map(|clause| clause.split('(').next().unwrap_or_default().to_owned());
        }
    }
    clause.filter(|clause| !clause.is_empty())
}

/// "7.2", "7.2.1." but not "7" or "7.5%": at least two short numbers.
pub(super) fn is_decimal(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    let numbers: Vec<&str> = word.split('.').collect();
    numbers.len() > 1
        && numbers.iter().all(|part| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
}

/// "(b)", "(iv)".
fn is_letter_mark(word: &str) -> bool {
    let inside = word.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inside.is_some_and(|inside| (1..=4).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pincite_passage::Kind;

    #[test]
    fn the_clause_is_that_of_the_sentence_or_coarser_never_another() {
        let text = "(a) One. (b) Two. 7.3 Three. It costs 7.5% more.".to_owned();
        let sentences = vec![(0, 8), (9, 17), (18, 28), (29, 48)];
        let (headings, clause, spans) = (Vec::new(), Some("7.2(a)".into()), Vec::new());
        let passage = Passage { ordinal: 0, text, headings, clause, sentences, spans, kind: Kind::Prose };
        let clauses: Vec<Option<String>> = (0..4).map(|number| clause_of(&passage, number)).collect();
        let expected = ["7.2(a)", "7.2", "7.3", "7.3"].map(|clause| Some(clause.to_owned()));
        assert_eq!(clauses, expected, "after a letter only the clause above it is sure");
    }

    #[test]
    fn the_heading_is_that_of_the_clause_cited() {
        let text =
            "16.2 Evidence. Brokers' certificates. 17.1 Termination for convenience. The Customer may terminate.";
        let mut sentences = Vec::new();
        for part in ["16.2 Evidence.", "Brokers' certificates.", "17.1 Termination for convenience.", "The Customer"] {
            let start = text.find(part).unwrap() as u32;
            sentences.push((start, start + part.len() as u32));
        }
        let (headings, clause, spans) = (vec!["Evidence".into()], Some("16.2".into()), Vec::new());
        let passage = Passage { ordinal: 0, text: text.into(), headings, clause, sentences, spans, kind: Kind::Prose };
        assert_eq!(heading_of(&passage, 1).as_deref(), Some("Evidence"), "the passage's own clause goes on");
        assert_eq!(heading_of(&passage, 3).as_deref(), Some("17.1 Termination for convenience."), "another one began");
    }
}
