//! What a tuning came to, as text: the figures before and after, the questions that moved, the runs and generations. Not
//! for deciding anything.

use crate::output::line;
use pincite_engine::view::{
    Decision, Figures, GenerationView, Moved, RunKind, TuningCourse, TuningState, TuningView, Verdict,
};

/// The outcome of a run that came to a verdict.
pub(crate) fn print(run: &TuningView) {
    if let Some(verdict) = &run.course.verdict {
        table(verdict);
        verdict.moved.iter().for_each(moved);
    }
    let outcome = match (run.activated, &run.course.reason) {
        (true, _) => format!("{} answers now ({}); `pincite tune undo` goes back.", chosen(run), megabytes(run)),
        (false, Some(reason)) => format!("The encoder in use stays. {reason}"),
        (false, None) => "The encoder in use stays.".to_owned(),
    };
    line(&outcome);
}

fn table(verdict: &Verdict) {
    line(&format!("{:<8}{:>9}{:>8}{:>8}{:>9}", "", "questions", "Top-1", "Top-3", "MRR@10"));
    line(&row("before", &verdict.before));
    if let Some(after) = &verdict.after {
        line(&row("after", after));
    }
    if let Some(chance) = verdict.p_value {
        line(&format!("chance of such a gain without a better encoder: {chance:.3}"));
    }
}

fn row(name: &str, figures: &Figures) -> String {
    let Figures { questions, top1, top3, mrr10 } = figures;
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
        TuningState::Running => "at work",
        TuningState::Done if run.kind == RunKind::Questions => "done",
        TuningState::Done if run.activated => "used",
        TuningState::Done => "base stays",
        TuningState::Failed => "failed",
        TuningState::Cancelled => "cancelled",
    };
    let figures = run.course.verdict.as_ref().map(gain).unwrap_or_default();
    let why = run.problem.as_ref().map(|problem| &problem.message).or(run.course.reason.as_ref());
    let why = why.map(|why| format!("  {why}")).unwrap_or_default();
    let TuningCourse { training, held_out, questions, .. } = &run.course;
    let (kind, came) = match run.kind {
        RunKind::Tuning => ("tuning", format!("{training} + {held_out} pairs{figures}")),
        RunKind::Questions => ("asking", format!("{} of {} questions kept", questions.kept, questions.asked)),
    };
    line(&format!("{kind} {:<4} {state:<11} {came}{why}", run.id));
}

fn gain(verdict: &Verdict) -> String {
    let after = match (&verdict.decision, &verdict.after) {
        (Decision::Activate { .. }, Some(after)) => format!(" → {:.1}", after.mrr10),
        _ => String::new(),
    };
    format!("  MRR@10 {:.1}{after}", verdict.before.mrr10)
}

/// One generation in a line.
pub(crate) fn generation(generation: &GenerationView) {
    let role = match (generation.active, generation.former) {
        (true, _) => "answers",
        (false, true) => "former",
        (false, false) => "",
    };
    let missing =
        if generation.missing > 0 { format!(", {} to be embedded", generation.missing) } else { String::new() };
    let GenerationView { id, encoder, documents, .. } = generation;
    line(&format!("generation {id:<4} {role:<8} {encoder}  {documents} documents{missing}"));
}

/// What was put to use: how far it is tuned, and how much its parts count.
fn chosen(run: &TuningView) -> String {
    match run.course.verdict.as_ref().map(|verdict| &verdict.decision) {
        Some(Decision::Activate { name, dense_weight, late_weight, .. }) => {
            format!("What was adapted ({name}; meaning {dense_weight:.2}, detail {late_weight:.2})")
        }
        _ => "What was adapted".to_owned(),
    }
}

fn megabytes(run: &TuningView) -> String {
    format!("{:.1} MB", run.course.bytes as f64 / 1e6)
}

/// Seconds for people.
pub(crate) fn duration(seconds: f32) -> String {
    match seconds {
        0.0..90.0 => format!("{seconds:.0} s"),
        90.0..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
