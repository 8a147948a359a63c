//! Which kind of value a question asks for, by its words. English only. In doubt it asks for none.

use crate::ValueKind;
use crate::pattern::{Pattern, compiled};
use std::sync::LazyLock;

/// A kind and the questions that ask for it. The first that fits decides.
struct Rule {
    kind: ValueKind,
    asks: Pattern,
}

static RULES: [Rule; 6] = [
    Rule {
        kind: ValueKind::Law,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\b(?:governing law|(?:which|what|whose)\b.*\blaws?\b.*\b(?:govern|appl|control)\w*|applicable law|law governs|choice of law)",
            )
        }),
    },
    Rule {
        kind: ValueKind::Parties,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)^(?:the )?(?:contracting )?parties\??$|\bwho (?:are|were) the\b.*\bparties\b|\bwhich parties (?:made|signed)|\bbetween whom\b|\bnames? of the parties\b",
            )
        }),
    },
    Rule {
        kind: ValueKind::Percentage,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\b(?:what|which) (?:percentage|share|per ?cent)\b|\bhow many per ?cent\b|^percentage\b|\binterest rate\b|\brate of interest\b",
            )
        }),
    },
    Rule {
        kind: ValueKind::Date,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)^(?:and )?when\b|\b(?:what|which) (?:is the )?(?:\w+ ){0,2}(?:date|day|deadline)\b|\bon what (?:date|day)\b|^(?:\w+ ){0,2}date\??$|\bwhat is the (?:\w+ ){0,3}date\b|\buntil when\b|\bdate of the\b",
            )
        }),
    },
    Rule {
        kind: ValueKind::Duration,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\bhow long\b|\bhow much (?:\w+ )?notice\b|\bhow many (?:\w+ )?(?:days|weeks|months|years)\b|\bnotice period\b|\b(?:renewal|initial) (?:term|period)\b(?:.*\?)?$|\bwhat is the (?:\w+ ){0,2}(?:term|duration|period)\b|^(?:term|duration)\??$|\bwithin what (?:time|period)\b",
            )
        }),
    },
    Rule {
        kind: ValueKind::Amount,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\bhow much\b|\bwhat amount\b|\bwhich amount\b|\bwhat (?:is|are|was|were) the (?:\w+ ){0,3}(?:price|fee|fees|amount|cost|costs|rent|salary|cap|deductible|premium|purchase price)\b",
            )
        }),
    },
];

/// The kind of value that a question asks for.
pub fn asked_kind(question: &str) -> Option<ValueKind> {
    let question = question.trim();
    let asks = |rule: &&Rule| rule.asks.as_ref().is_some_and(|pattern| pattern.is_match(question));
    RULES.iter().find(asks).map(|rule| rule.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_asks_for_a_kind_of_value() {
        use ValueKind::{Amount, Date, Duration, Law, Parties, Percentage};
        for (question, kind) in [
            ("When does the term begin?", Date),
            ("On what date will the initial term expire?", Date),
            ("Effective date", Date),
            ("What is the date of the contract?", Date),
            ("How long does confidentiality last?", Duration),
            ("How much notice must the tenant give?", Duration),
            ("What is the notice period required to terminate renewal?", Duration),
            ("What is the renewal term?", Duration),
            ("How much is the rent?", Amount),
            ("What is the purchase price?", Amount),
            ("What percentage of sales came from Asia?", Percentage),
            ("Which law governs the agreement?", Law),
            ("Which state/country's law governs the contract?", Law),
            ("Governing law", Law),
            ("Who are the parties?", Parties),
            ("Who are the two or more parties who signed?", Parties),
        ] {
            assert_eq!(asked_kind(question), Some(kind), "{question}");
        }
    }

    #[test]
    fn other_questions_ask_for_a_sentence() {
        for question in [
            "May the buyer assign the contract?",
            "Who pays the taxes of both parties?",
            "What happens if the buyer is late?",
            "Why did costs rise?",
            "Which clauses limit liability?",
            "What happens when a party is insolvent?",
            "",
        ] {
            assert_eq!(asked_kind(question), None, "{question}");
        }
    }
}
