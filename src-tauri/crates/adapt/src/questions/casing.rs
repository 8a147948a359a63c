//! A question in the case and the spacing of its passage. Some generators write lower case and put spaces around marks.
//! So "what did netflix pay in the u. s.?" becomes "What did Netflix pay in the U.S.?". Not for other words: only the case
//! of letters changes.

mod atoms;
mod written;

use atoms::{Atom, atoms, fold, text};
use written::{Gap, Ways};

/// The question as the passage writes its words, wherever it writes them in one way only.
pub(crate) fn cased(question: &str, passage: &str) -> String {
    let ways = Ways::of(passage);
    let mut atoms = atoms(question);
    space(&mut atoms, &ways);
    for compound in compounds(&mut atoms) {
        write_as(compound, &ways);
    }
    if let Some(first) = atoms.first_mut() {
        capitalise(first);
    }
    text(&atoms)
}

/// Puts marks beside what they stand beside in the passage, or else where they usually stand.
fn space(atoms: &mut [Atom], ways: &Ways) {
    for at in 0..atoms.len() {
        if atoms[at].is_word {
            continue;
        }
        let gap = match (at.checked_sub(1).map(|before| &atoms[before]), atoms.get(at + 1)) {
            (Some(before), Some(after)) => ways.around(before, &atoms[at], after),
            _ => None,
        };
        let gap = gap.unwrap_or_else(|| usual(atoms, at));
        atoms[at].spaced = gap.before.unwrap_or(atoms[at].spaced);
        if let (Some(spaced), Some(after)) = (gap.after, atoms.get_mut(at + 1)) {
            after.spaced = spaced;
        }
    }
}

/// What short forms end in: "it's", "don't", "they're".
const ENDINGS: [&str; 7] = ["s", "t", "d", "m", "re", "ve", "ll"];

/// How a mark usually stands between its neighbours, as far as that can be told from the mark.
fn usual(atoms: &[Atom], at: usize) -> Gap {
    let word = |at: Option<usize>| at.and_then(|at| atoms.get(at)).filter(|atom| atom.is_word);
    let (before, after) = (word(at.checked_sub(1)), word(Some(at + 1)));
    let number = |atom: Option<&Atom>| atom.is_some_and(|atom| atom.text.starts_with(char::is_numeric));
    match atoms[at].folded.as_str() {
        "." | "," if number(before) && number(after) => Gap::JOINED,
        "?" | "!" | "." | "," | ";" | ":" | ")" | "]" | "%" => Gap { before: Some(false), after: None },
        "(" | "[" | "$" | "£" | "€" => Gap { before: None, after: Some(false) },
        "-" | "/" if before.is_some() && after.is_some() => Gap::JOINED,
        "'" if before.is_some() && after.is_some_and(|after| ENDINGS.contains(&after.folded.as_str())) => Gap::JOINED,
        _ => Gap::default(),
    }
}

/// Runs of atoms without a space, without the marks at their ends.
fn compounds(atoms: &mut [Atom]) -> impl Iterator<Item = &mut [Atom]> {
    atoms.chunk_by_mut(|_, next| !next.spaced).filter_map(|run| {
        let first = run.iter().position(|atom| atom.is_word)?;
        let last = run.iter().rposition(|atom| atom.is_word)?;
        Some(&mut run[first..=last])
    })
}

/// Writes a compound as the passage does; one that it has not, as it writes the words of it.
fn write_as(compound: &mut [Atom], ways: &Ways) {
    if let Some(form) = ways.form(compound) {
        compound.iter_mut().zip(form).for_each(|(atom, text)| atom.text.clone_from(text));
        return;
    }
    if let [head @ .., mark, ending] = &mut *compound
        && mark.folded == "'"
        && ENDINGS.contains(&ending.folded.as_str())
        && !head.is_empty()
    {
        return write_as(head, ways);
    }
    if compound.len() > 1 {
        // A lone letter is not a word that stands elsewhere by itself.
        let words = compound.iter_mut().filter(|atom| atom.is_word && atom.text.chars().nth(1).is_some());
        words.for_each(|word| write_as(std::slice::from_mut(word), ways));
    }
}

/// A capital for the first letter, where its small letter is this one again.
fn capitalise(atom: &mut Atom) {
    let mut rest = atom.text.chars();
    if let Some(first) = rest.next() {
        let large: String = first.to_uppercase().collect();
        if fold(&large) == fold(&first.to_string()) {
            atom.text = large + rest.as_str();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PASSAGE: &str = "Netflix's services reach members in the U.S. and abroad. In 2019, Netflix, Inc. paid \
        $1,577 (8.5%) under a non-GAAP measure, the company's first. The Company's lease is with Bank of Ohio; the company \
        and O’Hara Partners signed § 12.3(b) of the 10-K.";

    #[test]
    fn words_are_written_as_the_passage_writes_them() {
        let asked = |question| cased(question, PASSAGE);
        assert_eq!(asked("what did netflix pay in the u. s.?"), "What did Netflix pay in the U.S.?");
        assert_eq!(asked("how much is $ 1, 577 in percent ?"), "How much is $1,577 in percent?");
        assert_eq!(asked("is 8. 5 % a non - gaap measure?"), "Is 8.5% a non-GAAP measure?");
        assert_eq!(
            asked("what is the company ' s lease with bank of ohio?"),
            "What is the company's lease with Bank of Ohio?"
        );
        assert_eq!(asked("did o ' hara partners sign the 10 - k?"), "Did O’Hara Partners sign the 10-K?", "marks, too");
        assert_eq!(asked("what is in § 12. 3 ( b )?"), "What is in § 12.3(b)?");
    }

    #[test]
    fn where_the_passage_says_nothing_nothing_is_guessed() {
        let asked = |question| cased(question, PASSAGE);
        assert_eq!(
            asked("who is paying services?"),
            "Who is paying services?",
            "a sentence's first word tells nothing"
        );
        assert_eq!(asked("what is the company?"), "What is the company?", "written in two ways, it stays as it is");
        assert_eq!(
            asked("what ' s a well - known term ?"),
            "What's a well-known term?",
            "marks stand as they usually do"
        );
        assert_eq!(asked("is apple-like \"x\" fine"), "Is apple-like \"x\" fine", "what cannot be told stays");
        assert_eq!(
            cased("who signs for the tenant?", "THE TENANT SIGNS HERE."),
            "Who signs for the tenant?",
            "shouting"
        );
        assert_eq!((cased("", PASSAGE), cased(" ? ", "")), (String::new(), "?".to_owned()));
    }

    /// Letters and digits, whatever their case.
    fn letters(text: &str) -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    }

    proptest! {
        #[test]
        fn letters_and_digits_stay(question in "\\PC{0,60}", passage in "\\PC{0,80}") {
            prop_assert_eq!(letters(&cased(&question, &passage)), letters(&question));
        }

        #[test]
        fn twice_is_once(question in "\\PC{0,60}", passage in "\\PC{0,80}") {
            let once = cased(&question, &passage);
            prop_assert_eq!(cased(&once, &passage), once);
        }

        #[test]
        fn both_hold_where_words_are_shared(
            words in proptest::collection::vec("[A-Ca-cßΣς1-3İ]{1,2}|[.,'’$%?-]| ", 0..40),
            order in proptest::collection::vec(any::<proptest::sample::Index>(), 0..20),
        ) {
            let passage = words.concat();
            let taken = order.iter().filter(|_| !words.is_empty()).map(|at| at.get(&words).to_lowercase());
            let question = taken.collect::<Vec<_>>().join(" ");
            let once = cased(&question, &passage);
            prop_assert_eq!(letters(&once), letters(&question));
            prop_assert_eq!(cased(&once, &passage), once);
        }
    }
}
