//! Which kind of value a question asks for, by its words. English only. In doubt it asks for none.

use crate::pattern::{Pattern, compiled, has};
use crate::{AgreementDay, AgreementTerm, ValueKind};
use std::sync::LazyLock;

/// Something and the questions that ask for it.
struct Rule<T> {
    wanted: T,
    asks: Pattern,
}

/// What the first rule that fits says is asked for.
fn wanted<T: Copy>(rules: &'static [Rule<T>], question: &str) -> Option<T> {
    rules.iter().find(|rule| has(&rule.asks, question)).map(|rule| rule.wanted)
}

static KINDS: [Rule<ValueKind>; 6] = [
    Rule {
        wanted: ValueKind::Law,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\b(?:governing law|(?:which|what|whose)\b.*\blaws?\b.*\b(?:govern|appl|control)\w*|applicable law|law governs|choice of law)",
            )
        }),
    },
    Rule {
        wanted: ValueKind::Parties,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)^(?:the )?(?:contracting )?parties\??$|\bwho (?:are|were) the\b.*\bparties\b|\bwhich parties (?:made|signed)|\bbetween whom\b|\bnames? of the parties\b",
            )
        }),
    },
    Rule {
        wanted: ValueKind::Percentage,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\b(?:what|which) (?:percentage|share|per ?cent)\b|\bhow many per ?cent\b|^percentage\b|\binterest rate\b|\brate of interest\b",
            )
        }),
    },
    Rule {
        wanted: ValueKind::Date,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)^(?:and )?when\b|\b(?:what|which) (?:is the )?(?:\w+ ){0,2}(?:date|day|deadline)\b|\bon what (?:date|day)\b|^(?:\w+ ){0,2}date\??$|\bwhat is the (?:\w+ ){0,3}date\b|\buntil when\b|\bdate of the\b",
            )
        }),
    },
    Rule {
        wanted: ValueKind::Duration,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\bhow long\b|\bhow much (?:\w+ )?notice\b|\bhow many (?:\w+ )?(?:days|weeks|months|years)\b|\bnotice period\b|\b(?:renewal|initial) (?:term|period)\b(?:.*\?)?$|\bwhat is the (?:\w+ ){0,2}(?:term|duration|period)\b|^(?:term|duration)\??$|\bwithin what (?:time|period)\b|\b(?:is|are|does|do|will|can|may)\b.*\b(?:renew(?:s|ed)?|extended|prolonged)\b",
            )
        }),
    },
    Rule {
        wanted: ValueKind::Amount,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\bhow much\b|\bwhat amount\b|\bwhich amount\b|\bwhat (?:is|are|was|were) the (?:\w+ ){0,3}(?:price|fee|fees|amount|cost|costs|rent|salary|cap|deductible|premium|purchase price)\b",
            )
        }),
    },
];

/// The kind of value that a question asks for.
pub fn asked_kind(question: &str) -> Option<ValueKind> {
    wanted(&KINDS, question.trim())
}

/// What a question must speak of to ask for a day of an agreement.
static AGREEMENT: Pattern = LazyLock::new(|| {
    compiled(r"(?i)\b(?:agreement|contract|lease|deed|licen[cs]e|term|deal|it|this)\b|^(?:the )?\w+ date\??$")
});
/// Words that ask for its day, and which day.
static DAYS: [Rule<AgreementDay>; 3] = [
    Rule {
        wanted: AgreementDay::End,
        asks: LazyLock::new(|| compiled(r"(?i)\b(?:end|ends|expir\w+|runs? out|over|terminat\w+|until when)\b")),
    },
    Rule {
        wanted: AgreementDay::Effective,
        asks: LazyLock::new(|| compiled(r"(?i)\b(?:effective|effect|force|starts?|begins?|commenc\w+)\b")),
    },
    Rule {
        wanted: AgreementDay::Made,
        asks: LazyLock::new(|| {
            compiled(
                r"(?i)\b(?:signed|signature|signing|executed|concluded|entered|dated|made)\b|\bdate of (?:the|this) (?:agreement|contract|lease|deed|licen[cs]e)\b|\b(?:agreement|contract) date\b",
            )
        }),
    },
];

/// The day of an agreement that a question for a date asks for.
pub fn asked_day(question: &str) -> Option<AgreementDay> {
    let question = question.trim();
    has(&AGREEMENT, question).then(|| wanted(&DAYS, question)).flatten()
}

/// Words that ask for a length of time of an agreement, and which one.
static TERMS: [Rule<AgreementTerm>; 2] = [
    Rule { wanted: AgreementTerm::Notice, asks: LazyLock::new(|| compiled(r"(?i)\bnotice\b")) },
    Rule {
        wanted: AgreementTerm::Renewal,
        asks: LazyLock::new(|| compiled(r"(?i)\b(?:renew\w*|extend\w*|extension)\b")),
    },
];

/// The length of time of an agreement that a question for a duration asks for.
pub fn asked_term(question: &str) -> Option<AgreementTerm> {
    wanted(&TERMS, question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_asks_for_a_day_of_an_agreement() {
        for (question, day) in [
            ("When does the term begin?", Some(AgreementDay::Effective)),
            ("Effective date", Some(AgreementDay::Effective)),
            ("On what date will the initial term expire?", Some(AgreementDay::End)),
            ("What is the date of the contract?", Some(AgreementDay::Made)),
            ("When was this lease signed?", Some(AgreementDay::Made)),
            ("When was the building finished?", None),
        ] {
            assert_eq!(asked_day(question), day, "{question}");
        }
    }

    #[test]
    fn a_question_asks_for_a_length_of_time_of_an_agreement() {
        for (question, term) in [
            ("How much notice must the tenant give to stop the renewal?", Some(AgreementTerm::Notice)),
            ("Is it renewed automatically?", Some(AgreementTerm::Renewal)),
            ("How long does confidentiality last?", None),
        ] {
            assert_eq!(asked_term(question), term, "{question}");
        }
    }

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
            ("Does the lease renew by itself?", Duration),
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
