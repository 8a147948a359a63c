//! What a number at the start of a heading or clause is. Not for finding it (`numbering`).

/// A number at the start of a line or paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A named part of a document: "SCHEDULE B", "Item 1A".
    Division {
        /// Its rank (see `heading`).
        rank: u8,
        /// How it is cited, if it is cited like a clause: "Article V", "§ 5", "第五条".
        cited: Option<String>,
    },
    /// "7", "7.2", "12.3.1" (also after "Section" or "Clause").
    Decimal(String),
    /// "(a)", "(iv)", "B.", "3)".
    Marker(Marker),
}

/// One step of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marker {
    /// In English as it is cited, in round brackets if the text has one: "(iv)", "B". In other languages as it is printed.
    pub(crate) text: String,
    /// Without brackets: "iv", "B", "3".
    pub(crate) sign: String,
}

/// The first signs of enumerations.
const FIRST: [&str; 16] = ["a", "A", "i", "I", "1", "١", "۱", "१", "１", "①", "一", "а", "أ", "א", "क", "가"];

impl Marker {
    /// Whether an enumeration starts with it.
    pub(crate) fn is_first(&self) -> bool {
        FIRST.contains(&self.sign.as_str())
    }
}
