//! What a question asks of a filing: items, statements, years, and whether it asks for less than a year.

use crate::Share;
use crate::catalogue::{CATALOGUE, Item, Meaning, Ratio, Statement};
use crate::words::words;
use regex::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Names of statements. They name no items: "cash" in "cash flow statement" is none.
const STATEMENTS: [(&str, Statement); 14] = [
    ("cash flow statement", Statement::CashFlow),
    ("cash flows statement", Statement::CashFlow),
    ("statement of cash flows", Statement::CashFlow),
    ("balance sheet", Statement::Balance),
    ("statement of financial position", Statement::Balance),
    ("statement of financial condition", Statement::Balance),
    ("income statement", Statement::Income),
    ("statement of income", Statement::Income),
    ("statement of operations", Statement::Income),
    ("statement of earnings", Statement::Income),
    ("profit and loss", Statement::Income),
    ("p&l", Statement::Income),
    ("statement of changes in equity", Statement::Equity),
    ("statement of shareholders' equity", Statement::Equity),
];

/// Words of the longest term that is looked for.
const LONGEST: usize = 9;

/// Who asks for causes, people or plans is answered by prose, whatever items the question names.
static PROSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:why|drove|drive[ns]?|drivers?|reasons?|caused?|causes|explain\w*|factors?|leads? to|led to|rationale|behind|attribut\w+|contribut\w+|because|who|describe|impact\w*|impair\w*|guid(?:e|ed|ance)|outlook|plans?|expect\w*|forecast\w*|authoriz\w+|unused|undrawn|available|accounts? for|represents?)\b").ok()
});
/// Who asks for parts of an item, or compares them, is answered by a table of these parts.
static PARTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:which|segments?|regions?|geograph\w*|countr\w+|categor\w+|products?|business units?|customers?|streams?|brands?|markets?|franchises?|offerings?|services?)\b").ok()
});

/// Who asks how an item changed asks for two figures.
static CHANGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b(?:increas\w+|decreas\w+|grow|grew|grown|growth|chang\w+|rise|rose|fall|fell|declin\w+|improv\w+)\b",
    )
    .ok()
});

/// Who says how to compute something means another formula than the usual one.
static OWN_FORMULA: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:defined?|definition|divid\w+|averages?|formula|calculated as|computed as|excluding|adjusted|unadjusted)\b|[÷=×]| / ").ok()
});

static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b|fy ?)(?P<year>20[0-3]\d)\b|(?:\bfy ?'?|\b[1-4]q ?'?|\bq[1-4] ?(?:fy)? ?'?)(?P<short>\d\d)\b")
        .ok()
});
static INTERIM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:q[1-4]|[1-4]q)(?:\b|\d\d)|\bquarter|\b(?:three|six|nine) months|\bhalf[- ]year").ok()
});

/// What a question asks of a filing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The items it asks for, each once.
    pub items: Vec<Share>,
    /// The ratios among them.
    pub ratios: Vec<Ratio>,
    /// The statements that it says to look at.
    pub statements: BTreeSet<Statement>,
    /// The years that it names.
    pub years: BTreeSet<i16>,
    /// Whether it asks for a quarter, or for several.
    pub interim: bool,
    /// Whether it asks how an item changed.
    pub change: bool,
    /// Whether it says itself how to compute something.
    pub own_formula: bool,
    /// What answers it.
    pub answer: Answer,
}

/// What answers a question that names items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// The figures of these items.
    #[default]
    Figures,
    /// Figures of their parts: segments, regions, products.
    Parts,
    /// Prose: causes, people, plans.
    Prose,
}

impl Asked {
    /// Whether one figure answers it: not a ratio, a change or parts.
    pub fn is_for_one_figure(&self) -> bool {
        self.ratios.is_empty() && !self.change && self.answer == Answer::Figures
    }

    /// What the words of a question ask for.
    pub fn of(question: &str) -> Self {
        let mut asked = Self {
            years: years_in(question).into_iter().map(|(_, year)| year).collect(),
            interim: is_match(&INTERIM, question),
            change: is_match(&CHANGE, question),
            own_formula: is_match(&OWN_FORMULA, question),
            answer: answer(question),
            ..Self::default()
        };
        let words = words(&question.replace(['.', '/'], " "));
        let words = asked.take_statements(words);
        meanings(&words).into_iter().for_each(|meaning| asked.take(meaning));
        asked.drop_cash_as_means();
        asked
    }

    /// Takes the names of statements out of the words.
    fn take_statements(&mut self, mut all: Vec<String>) -> Vec<String> {
        for (name, statement) in STATEMENTS {
            let name = words(name);
            while let Some(at) = all.windows(name.len()).position(|window| window == name) {
                self.statements.insert(statement);
                // What stands on both sides is no term together.
                all.splice(at..at + name.len(), [String::new()]);
            }
        }
        all
    }

    fn take(&mut self, meaning: &Meaning) {
        match meaning {
            Meaning::Items(shares) => shares.iter().for_each(|share| self.add(*share)),
            Meaning::Ratio(ratio) => {
                ratio.items().into_iter().for_each(|item| self.add(Share { item, share: 1.0 }));
                if !self.ratios.contains(ratio) {
                    self.ratios.push(ratio.clone());
                }
            }
        }
    }

    fn add(&mut self, share: Share) {
        match self.items.iter_mut().find(|known| known.item == share.item) {
            Some(known) => known.share = known.share.max(share.share),
            None => self.items.push(share),
        }
    }

    /// "How much cash did it spend on buybacks" asks for buybacks.
    fn drop_cash_as_means(&mut self) {
        let is_cash = |item: Item| item.name() == "cash";
        let of_ratio = self.ratios.iter().any(|ratio| ratio.items().into_iter().any(is_cash));
        if self.items.len() > 1 && !of_ratio {
            self.items.retain(|share| !is_cash(share.item));
        }
    }
}

/// What the terms in these words stand for. Of two that begin at a word the longer one counts, and none overlap.
fn meanings(words: &[String]) -> Vec<&'static Meaning> {
    let mut meanings = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let mut lengths = (1..=LONGEST.min(words.len() - at)).rev();
        let found = lengths.find_map(|length| Some(length).zip(CATALOGUE.terms.get(&words[at..at + length])));
        meanings.extend(found.map(|found| found.1));
        at += found.map_or(1, |found| found.0);
    }
    meanings
}

/// The years of this century that a text names, with their bytes: "2018", "FY18", "2Q23".
pub fn years_in(text: &str) -> Vec<(Range<usize>, i16)> {
    let found = YEAR.iter().flat_map(|pattern| pattern.captures_iter(text));
    let year = |captures: regex::Captures<'_>| {
        let year = match (captures.name("year"), captures.name("short")) {
            (Some(year), _) => year.as_str().parse().ok()?,
            (_, short) => 2000 + short?.as_str().parse::<i16>().ok()?,
        };
        Some((captures.get_match().range(), year))
    };
    found.filter_map(year).collect()
}

fn answer(question: &str) -> Answer {
    match (is_match(&PROSE, question), is_match(&PARTS, question)) {
        (true, _) => Answer::Prose,
        (_, true) => Answer::Parts,
        _ => Answer::Figures,
    }
}

fn is_match(pattern: &Option<Regex>, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(question: &str) -> Vec<&'static str> {
        Asked::of(question).items.iter().map(|share| share.item.name()).collect()
    }

    #[test]
    fn people_ask_for_items_in_their_own_words() {
        assert_eq!(items("What is the FY2018 capex of Netflix?"), ["capex"]);
        assert_eq!(items("What was year-end net PP&E?"), ["ppe_net"]);
        assert_eq!(items("How much cash did Apple spend on share buybacks?"), ["share_repurchases"]);
        assert_eq!(items("How much cash does it have?"), ["cash"]);
        assert_eq!(items("Who audits the company?"), [""; 0]);
    }

    #[test]
    fn a_statement_is_no_item() {
        let asked = Asked::of("Looking at the cash flow statement, what was D&A?");
        assert_eq!(asked.statements, BTreeSet::from([Statement::CashFlow]));
        assert_eq!(asked.items[0].item.name(), "depreciation_amortization");
        assert_eq!(asked.items.len(), 1);
    }

    #[test]
    fn a_ratio_asks_for_its_parts() {
        let asked = Asked::of("What is the current ratio for FY21?");
        assert_eq!(asked.ratios[0].name, "current ratio");
        assert_eq!(items("What is the current ratio?"), ["total_current_assets", "total_current_liabilities"]);
    }

    #[test]
    fn years_and_quarters_are_read() {
        let years = |question: &str| Asked::of(question).years.into_iter().collect::<Vec<_>>();
        assert_eq!(years("FY2018, FY 19 and 2020"), [2018, 2019, 2020]);
        assert_eq!(years("in 2Q23 or Q4 FY22"), [2022, 2023]);
        let interim = ["in 2Q23", "for Q1 2022", "for the second quarter", "nine months ended"];
        interim.iter().for_each(|question| assert!(Asked::of(question).interim, "{question}"));
        assert!(!Asked::of("for the year 2020").interim);
    }

    #[test]
    fn causes_and_parts_are_no_figures_of_the_item() {
        let answer = |question: &str| Asked::of(question).answer;
        assert_eq!(answer("What was revenue in 2020?"), Answer::Figures);
        assert_eq!(answer("What drove the growth of revenue?"), Answer::Prose);
        assert_eq!(answer("Which segment had the highest revenue?"), Answer::Parts);
        assert_eq!(answer("Was goodwill impaired?"), Answer::Prose);
    }

    #[test]
    fn one_figure_answers_neither_a_ratio_nor_a_change() {
        let is_one = |question: &str| Asked::of(question).is_for_one_figure();
        assert!(is_one("What was revenue in 2020?") && is_one("How much cash was provided by operating activities?"));
        assert!(!is_one("By how much did revenue increase?") && !is_one("What is the quick ratio?"));
        assert!(!is_one("What was the revenue of each segment?"));
        assert_eq!(items("How much cash was provided by operating activities?"), ["operating_cash_flow"]);
    }
}
