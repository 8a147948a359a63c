//! How a passage writes its words and where it puts its marks. Not for questions.

use super::atoms::{Atom, atoms};
use super::{ENDINGS, compounds};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

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
