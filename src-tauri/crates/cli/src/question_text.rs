//! Questions as text: what would be generated, what was, and what there is. Not for deciding anything.

use crate::output::line;
use crate::verdict::duration;
use pincite_api::{AskedView, Origin, QuestionCount, QuestionMemory, QuestionPlan, QuestionView, TuningView};

/// What generating questions would do.
pub(crate) fn plan(plan: &QuestionPlan) {
    let time = plan.seconds.map(|seconds| format!(", {}", duration(seconds))).unwrap_or_default();
    line(&format!(
        "{} passages to be asked about by {}; about {} questions{time}",
        plan.passages, plan.writer, plan.questions
    ));
}

/// What became of it.
pub(crate) fn outcome(run: &TuningView) {
    let tally = &run.report.questions;
    let by = run.report.writer.as_deref().map(|writer| format!(" by {writer}")).unwrap_or_default();
    line(&format!("{} of {} questions{by} are kept", tally.kept, tally.asked));
    let reasons = |name: &str, counts: &std::collections::BTreeMap<String, usize>| {
        let all: Vec<String> =
            counts.iter().map(|(code, count)| format!("{count} {}", code.replace('_', " "))).collect();
        if !all.is_empty() {
            line(&format!("{name}: {}", all.join(", ")));
        }
    };
    reasons("not kept", &tally.rejected);
    reasons("passages not asked about", &tally.skipped);
}

/// One question in two lines, or three.
pub(crate) fn question(question: &QuestionView) {
    let found = question.rank.map(|rank| format!(", found in place {rank}")).unwrap_or_default();
    let from = question.writer.as_deref().unwrap_or(name(question.origin));
    let passage = question.passage.map_or("no passage any more".to_owned(), |id| format!("passage {id}"));
    let state = if question.kept { "+" } else { "–" };
    line(&format!("{:>6} {state} {}", question.id, question.text));
    line(&format!("         document {}, {passage}, by {from}{found}", question.document));
    if let Some(reason) = &question.rejected {
        line(&format!("         {}", reason.message));
    }
}

/// One line of the counts.
pub(crate) fn count(count: &QuestionCount) {
    let fate = count.rejected.as_ref().map_or("kept".to_owned(), |reason| reason.code.replace('_', " "));
    let unplaced = if count.unplaced > 0 { format!(" ({} without a passage)", count.unplaced) } else { String::new() };
    line(&format!("{:>8} {} {fate}{unplaced}", count.count, name(count.origin)));
}

/// A question that people asked.
pub(crate) fn asked(question: &AskedView) {
    let scope = question.document.map(|document| format!("  (document {document})")).unwrap_or_default();
    line(&format!("{:>6}× {}{scope}", question.times, question.text));
}

/// Whether questions are kept.
pub(crate) fn memory(memory: QuestionMemory) {
    let QuestionMemory { on, count } = memory;
    let rule = if on { "The questions that you ask are kept" } else { "The questions that you ask are not kept" };
    line(&format!("{rule}; {count} are there"));
}

fn name(origin: Origin) -> &'static str {
    match origin {
        Origin::Generator => "generator",
        Origin::Import => "import",
        Origin::Person => "person",
    }
}
