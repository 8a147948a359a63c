//! A question in the case and the spacing of its passage. Some generators write lower case and put spaces around marks.
//! So "what did netflix pay in the u. s.?" becomes "What did Netflix pay in the U.S.?". Not for other words: only the case
//! of letters changes.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

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

/// A run of letters and digits, or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    pub(super) text: String,
    /// To be compared: in lower case, and one apostrophe and one hyphen for all there are.
    pub(super) folded: String,
    /// Whether it is made of letters and digits.
    pub(super) is_word: bool,
    /// Whether there is a space before it.
    pub(super) spaced: bool,
}

/// The atoms of a text. Two words are never beside each other without a space.
pub(super) fn atoms(text: &str) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = Vec::new();
    let mut spaced = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric();
        match atoms.last_mut() {
            _ if c.is_whitespace() || c.is_control() => spaced = true,
            Some(last) if is_word && last.is_word && !spaced => last.text.push(c),
            before => {
                spaced &= before.is_some();
                atoms.push(Atom { text: c.into(), folded: String::new(), is_word, spaced });
                spaced = false;
            }
        }
    }
    atoms.iter_mut().for_each(|atom| atom.folded = fold(&atom.text));
    atoms
}

/// The text of atoms, with single spaces.
pub(super) fn text(atoms: &[Atom]) -> String {
    let mut text = String::new();
    for (at, atom) in atoms.iter().enumerate() {
        if at > 0 && atom.spaced {
            text.push(' ');
        }
        text.push_str(&atom.text);
    }
    text
}

/// Letter by letter, for what a whole word is in lower case depends on where its letters stand in it.
pub(super) fn fold(text: &str) -> String {
    let plain = |c: char| match c {
        '’' | '‘' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        other => other,
    };
    text.chars().map(plain).flat_map(char::to_lowercase).collect()
}

/// Whether there are spaces around a mark; none where that is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) before: Option<bool>,
    pub(super) after: Option<bool>,
}

impl Gap {
    pub(super) const JOINED: Self = Self { before: Some(false), after: Some(false) };
}

/// Each with the one way in which the passage writes it; none where there are several.
pub(super) struct Ways {
    /// A mark between two others.
    gaps: HashMap<[String; 3], Option<Gap>>,
    /// Compounds such as "Netflix", "U.S", "non-GAAP": their atoms' texts.
    forms: HashMap<Vec<String>, Option<Vec<String>>>,
}

impl Ways {
    pub(super) fn of(passage: &str) -> Self {
        let mut ways = Self { gaps: HashMap::new(), forms: HashMap::new() };
        for range in pincite_passage::sentences(passage) {
            let mut atoms = atoms(&passage[range]);
            ways.note_gaps(&atoms);
            if !is_shouted(&atoms) {
                ways.note_forms(&mut atoms);
            }
        }
        ways
    }

    fn note_gaps(&mut self, atoms: &[Atom]) {
        for three in atoms.windows(3).filter(|three| !three[1].is_word) {
            let gap = Gap { before: Some(three[1].spaced), after: Some(three[2].spaced) };
            note(&mut self.gaps, key(three), gap);
        }
    }

    /// The first word of a sentence has a capital whatever it is, and is passed over.
    fn note_forms(&mut self, atoms: &mut [Atom]) {
        let has_letters = |run: &[Atom]| run.iter().any(|atom| atom.text.contains(char::is_alphabetic));
        let mut first = true;
        for compound in compounds(atoms) {
            if std::mem::take(&mut first) {
                first = !has_letters(compound);
                continue;
            }
            self.note_form(compound);
            if let [head @ .., mark, ending] = &*compound
                && mark.folded == "'"
                && ENDINGS.contains(&ending.folded.as_str())
            {
                self.note_form(head);
            }
        }
    }

    fn note_form(&mut self, compound: &[Atom]) {
        let form: Vec<String> = compound.iter().map(|atom| atom.text.clone()).collect();
        note(&mut self.forms, folded(compound), form);
    }

    /// The spaces around a mark between two others.
    pub(super) fn around(&self, before: &Atom, mark: &Atom, after: &Atom) -> Option<Gap> {
        let key = [before, mark, after].map(|atom| atom.folded.clone());
        self.gaps.get(&key).copied().flatten()
    }

    /// The texts of a compound's atoms.
    pub(super) fn form(&self, compound: &[Atom]) -> Option<&Vec<String>> {
        self.forms.get(&folded(compound))?.as_ref()
    }
}

/// Takes note of a way; a second one makes it unknown which.
fn note<K: std::hash::Hash + Eq, W: PartialEq>(ways: &mut HashMap<K, Option<W>>, key: K, way: W) {
    match ways.entry(key) {
        Entry::Vacant(place) => drop(place.insert(Some(way))),
        Entry::Occupied(mut known) => {
            if known.get().as_ref() != Some(&way) {
                known.insert(None);
            }
        }
    }
}

fn key(three: &[Atom]) -> [String; 3] {
    [0, 1, 2].map(|at: usize| three[at].folded.clone())
}

fn folded(compound: &[Atom]) -> Vec<String> {
    compound.iter().map(|atom| atom.folded.clone()).collect()
}

/// A heading in capitals tells nothing of the case of its words.
fn is_shouted(atoms: &[Atom]) -> bool {
    let words = || atoms.iter().filter(|atom| atom.text.chars().filter(|c| c.is_alphabetic()).count() > 1);
    let loud = words().filter(|word| !word.text.contains(char::is_lowercase)).count();
    2 * loud > words().count()
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
