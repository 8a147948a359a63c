//! The veto of people: a candidate that does worse on their own questions is not used, however it did on others. Not for
//! asking these questions (`runs`).
//!
//! The mean decides, not a test. With few questions a test would show nothing, and here doubt keeps the base.

use crate::{Decision, OnPeoples, Reason};

/// Fewer questions of people have no say. A better candidate is then only offered.
pub const FEWEST_OF_PEOPLE: usize = 5;

/// What a decision becomes when people's questions were asked, too.
pub(crate) fn with_people(decision: Decision, people: OnPeoples) -> Decision {
    match decision {
        Decision::Activate if people.before.questions < FEWEST_OF_PEOPLE => Decision::Offer,
        Decision::Activate if people.after.mrr10 < people.before.mrr10 => {
            Decision::KeepBase { reason: Reason::People(people) }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Metrics;

    fn people(questions: usize, before: f64, after: f64) -> OnPeoples {
        let metrics = |mrr10| Metrics { questions, mrr10, ..Metrics::default() };
        OnPeoples { before: metrics(before), after: metrics(after) }
    }

    #[test]
    fn people_have_a_veto() {
        let decide = |people| with_people(Decision::Activate, people);
        assert_eq!(decide(people(5, 60.0, 60.5)), Decision::Activate, "better for people, too");
        assert_eq!(decide(people(5, 60.0, 60.0)), Decision::Activate, "as good is good enough");
        let worse = people(5, 60.0, 59.9);
        let refused = decide(worse);
        assert_eq!(refused, Decision::KeepBase { reason: Reason::People(worse) }, "worse");
        let Decision::KeepBase { reason } = refused else { unreachable!() };
        let told = "On 5 questions that people asked or marked here, it is worse: MRR@10 59.9 in place of 60.0.";
        assert_eq!(reason.to_string(), told);
    }

    #[test]
    fn without_people_nothing_switches_by_itself() {
        let decide = |people| with_people(Decision::Activate, people);
        assert_eq!(decide(OnPeoples::default()), Decision::Offer, "none");
        assert_eq!(decide(people(4, 60.0, 10.0)), Decision::Offer, "too few for a veto");
        let offered = with_people(Decision::Offer, OnPeoples::default());
        assert_eq!(offered, Decision::Offer, "decided again after a kill");
        let kept = Decision::KeepBase { reason: Reason::NoneBetter };
        assert_eq!(with_people(kept.clone(), people(9, 10.0, 90.0)), kept, "people's questions let nothing through");
    }
}
