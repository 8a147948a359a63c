//! A text as runs of letters and digits, and marks. Not for what they mean.

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
