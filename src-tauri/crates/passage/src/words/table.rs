//! What the tables of words are made of.

use pincite_language::Language;

/// What a language numbers its clauses with.
pub(crate) struct ClauseWords {
    pub(crate) language: Language,
    /// Names of parts and clauses, in lower case. Of two with one beginning, the longer one comes first.
    pub(crate) names: &'static [Name],
    /// Signs around a number: "第五条".
    pub(crate) frames: &'static [Frame],
    /// Numbers in words: "primera", "الخامسة".
    pub(crate) ordinals: &'static [&'static str],
    /// Ordinals that name a clause by themselves, as "PRIMERA.-": what they are called.
    pub(crate) alone: &'static [Alone],
    /// How a clause with a number alone is cited.
    pub(crate) decimal: Around,
    pub(crate) marks: Marks,
    /// What follows a number that is only referred to: "§ 5 Abs. 2", "第五条的".
    pub(crate) references: &'static [&'static str],
    /// What follows the number of a day or a whole number: "12. Februar", "10 日".
    pub(crate) counted: &'static [&'static str],
    /// What follows any number that is no clause: "3.5 万元".
    pub(crate) units: &'static [&'static str],
    /// Letters before the names of people: "M. Dupont".
    pub(crate) titles: &'static str,
    /// A line that ends in one of these goes on with an item of a list.
    pub(crate) conjunctions: &'static [&'static str],
    /// Starts of what the parties sign.
    pub(crate) closings: &'static [&'static str],
    /// Letters that count items, in their order. Empty where only Latin ones do.
    pub(crate) alphabet: &'static str,
}

/// The name of a part or clause.
pub(crate) struct Name {
    pub(crate) word: &'static str,
    /// Its rank (see `heading`).
    pub(crate) rank: u8,
    /// What it is called in a citation. Parts are not cited.
    pub(crate) cited: Option<&'static str>,
}

/// A sign after the number of a part or clause.
pub(crate) struct Frame {
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
    pub(crate) rank: u8,
    pub(crate) is_cited: bool,
}

/// The ending of an ordinal that stands alone, and what it names.
pub(crate) struct Alone {
    pub(crate) ending: &'static str,
    pub(crate) cited: &'static str,
}

/// What stands around a number in a citation.
#[derive(Clone, Copy)]
pub(crate) struct Around {
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
}

/// How the steps of an enumeration are cited.
pub(crate) struct Marks {
    /// "(1)"
    pub(crate) bracketed: Around,
    /// "1."
    pub(crate) plain: Around,
    /// "①"
    pub(crate) circled: Around,
    /// "a)"
    pub(crate) letter: Around,
    /// "(iv)"
    pub(crate) roman: Around,
    /// "B.", "II."
    pub(crate) capital: Around,
    /// "（一）"
    pub(crate) numeral: Around,
}

impl Around {
    pub(super) const fn new(before: &'static str, after: &'static str) -> Self {
        Self { before, after }
    }

    /// A number as it is cited.
    pub(crate) fn cite(self, number: &str) -> String {
        format!("{}{number}{}", self.before, self.after)
    }
}

impl Marks {
    /// Those of languages that have no words for them: "(1)", "(a)", "II".
    pub(super) const fn in_brackets() -> Self {
        const BRACKETS: Around = Around::new("(", ")");
        Self {
            bracketed: BRACKETS,
            plain: BRACKETS,
            circled: BRACKETS,
            letter: BRACKETS,
            roman: BRACKETS,
            capital: Around::new(" ", ""),
            numeral: BRACKETS,
        }
    }
}

pub(super) const fn cited(word: &'static str, rank: u8, cited: &'static str) -> Name {
    Name { word, rank, cited: Some(cited) }
}

pub(super) const fn part(word: &'static str, rank: u8) -> Name {
    Name { word, rank, cited: None }
}

/// The rank of parts and annexes, of chapters in them, and of clauses.
pub(super) const PART: u8 = 1;
pub(super) const CHAPTER: u8 = 2;
pub(crate) const CLAUSE: u8 = 3;

/// Words between a name and its number: "Anlage Nr. 2", "Приложение № 1".
pub(crate) const NUMBER_SIGNS: [&str; 9] = ["nr.", "nº", "n.º", "n°", "núm.", "no.", "№", "رقم", "संख्या"];
