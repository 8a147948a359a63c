//! The outcome of a tuning as text: what was tested and how it came out, runs, and generations. Not for deciding anything.

use crate::output::line;
use pincite_api::{
    Choice, Decision, Evidence, GenerationView, InStratum, InStyle, Metrics, Moved, OnPeoples, Problem, RunKind,
    Stratum, Style, TuningReport, TuningState, TuningView, Verdict,
};

/// The outcome of a run that came to a verdict.
pub(crate) fn print(run: &TuningView) {
    if let Some(verdict) = &run.report.verdict {
        line(&tested(verdict, &run.report.evidence));
        table(verdict);
        parts(verdict);
        verdict.moved.iter().for_each(moved);
    }
    line(&outcome(run));
}

/// What was tested, and on whose questions.
fn tested(verdict: &Verdict, evidence: &Evidence) -> String {
    let Evidence { people, generated } = evidence;
    format!(
        "tested on {} questions about passages of this collection; of all questions people wrote {people} and a generator \
         {generated}",
        verdict.before.questions
    )
}

fn outcome(run: &TuningView) -> String {
    let (chosen, offered) = (chosen(run), run.generation.filter(|_| run.offered));
    match (run.activated, offered, &run.report.reason) {
        (true, ..) => format!("{chosen} is used now ({}); `pincite tune undo` goes back.", megabytes(run)),
        (_, Some(generation), _) => format!(
            "{chosen} is better in this test ({}). It is offered, and not used yet: {}. \
             `pincite tune activate {generation}` uses it.",
            megabytes(run),
            missing(run)
        ),
        (.., Some(reason)) => format!("Nothing changes. {reason}"),
        (.., None) => "Nothing changes.".to_owned(),
    }
}

fn table(verdict: &Verdict) {
    line(&format!("{:<8}{:>9}{:>8}{:>8}{:>9}", "", "questions", "Top-1", "Top-3", "MRR@10"));
    line(&row("before", &verdict.before));
    if let Some(after) = &verdict.after {
        line(&row("after", after));
    }
    if let Some(chance) = verdict.p_value {
        line(&format!("chance of such a gain if the change were no better (p): {chance:.3}"));
    }
}

/// How many questions of people there were, where these were too few to judge.
fn missing(run: &TuningView) -> String {
    let people = run.report.verdict.as_ref().and_then(|verdict| verdict.people);
    match people.map_or(0, |people| people.before.questions) {
        0 => "nobody's own questions were there to judge".to_owned(),
        1 => "only one question of people was there to judge".to_owned(),
        few => format!("only {few} questions of people were there to judge"),
    }
}

/// The styles of the questions, the strata of the text, and people's own questions.
fn parts(verdict: &Verdict) {
    for InStyle { style, before, after, p_value } in &verdict.styles {
        let name = match style {
            Style::Written => "as written",
            Style::Short => "as keywords",
            Style::Reworded => "in other words",
        };
        line(&format!("{}   p {p_value:.3}", part(name, before, after)));
    }
    for InStratum { stratum, share, before, after } in &verdict.strata {
        let name = match stratum {
            Stratum::Prose => "prose",
            Stratum::Tables => "tables",
        };
        line(&part(&format!("{name}, {:.0} % of the text", 100.0 * share), before, after));
    }
    if let Some(OnPeoples { before, after }) = &verdict.people {
        line(&part("people's own", before, after));
    }
}

fn part(name: &str, before: &Metrics, after: &Metrics) -> String {
    format!("  {name:<24}{:>6} questions   MRR@10 {:>5.1} → {:.1}", before.questions, before.mrr10, after.mrr10)
}

fn row(name: &str, metrics: &Metrics) -> String {
    let Metrics { questions, top1, top3, mrr10 } = metrics;
    format!("{name:<8}{questions:>9}{top1:>8.1}{top3:>8.1}{mrr10:>9.1}")
}

fn moved(moved: &Moved) {
    let rank = |rank: Option<usize>| rank.map_or("–".to_owned(), |rank| rank.to_string());
    line(&format!("  {:>3} → {:<3} {}", rank(moved.before), rank(moved.after), moved.question));
}

/// One run in a line.
pub(crate) fn run(run: &TuningView) {
    let state = match run.state {
        TuningState::Queued => "waiting",
        TuningState::Running => "running",
        TuningState::Done if run.kind == RunKind::Questions => "done",
        TuningState::Done if run.activated => "used",
        TuningState::Done if run.offered => "offered",
        TuningState::Done => "no change",
        TuningState::Failed => "failed",
        TuningState::Cancelled => "cancelled",
    };
    let metrics = run.report.verdict.as_ref().map(gain).unwrap_or_default();
    let why = run.problem.as_ref().map(Problem::technical).or(run.report.reason.as_deref());
    let why = why.map(|why| format!("  {why}")).unwrap_or_default();
    let TuningReport { training, held_out, questions, .. } = &run.report;
    let (kind, result) = match run.kind {
        RunKind::Tuning => ("tuning", format!("{training} + {held_out} pairs{metrics}")),
        RunKind::Questions => ("questions", format!("{} of {} questions kept", questions.kept, questions.asked)),
    };
    line(&format!("{kind} {:<4} {state:<11} {result}{why}", run.id));
}

fn gain(verdict: &Verdict) -> String {
    let after = match (&verdict.decision, &verdict.after) {
        (Decision::Activate(_) | Decision::Offer(_), Some(after)) => format!(" → {:.1}", after.mrr10),
        _ => String::new(),
    };
    format!("  MRR@10 {:.1}{after}", verdict.before.mrr10)
}

/// One generation in a line.
pub(crate) fn generation(generation: &GenerationView) {
    let role = match (generation.active, generation.former) {
        (true, _) => "in use",
        (false, true) => "former",
        (false, false) => "",
    };
    let missing =
        if generation.missing > 0 { format!(", {} to be embedded", generation.missing) } else { String::new() };
    let GenerationView { id, encoder, documents, .. } = generation;
    line(&format!("generation {id:<4} {role:<8} {encoder}  {documents} documents{missing}"));
}

/// The candidate of the verdict, and its weights.
fn chosen(run: &TuningView) -> String {
    match run.report.verdict.as_ref().and_then(|verdict| verdict.decision.choice()) {
        Some(Choice { name, dense_weight, late_weight, .. }) => {
            format!("The adapted search ({name}; meaning {dense_weight:.2}, detail {late_weight:.2})")
        }
        None => "The adapted search".to_owned(),
    }
}

fn megabytes(run: &TuningView) -> String {
    format!("{:.1} MB", run.report.bytes as f64 / 1e6)
}

/// Seconds for people.
pub(crate) fn duration(seconds: f32) -> String {
    match seconds {
        0.0..90.0 => format!("{seconds:.0} s"),
        90.0..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
