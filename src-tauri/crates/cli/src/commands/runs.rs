//! Runs that adapt a search or write questions: shown while they go on, and their outcome as text: what was tested, and how
//! it came out. Not for starting them (`tune`, `questions`).

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output::{self, line};
use crate::progress;
use indicatif::ProgressBar;
use pincite_api::{
    Decision, Event, Evidence, GenerationView, Metrics, Moved, OnPeoples, Problem, QuestionPlan, RunId, RunKind,
    TuningPhase, TuningProgress, TuningReport, TuningState, TuningView, Verdict,
};
use std::collections::BTreeMap;
use tokio::sync::broadcast::{Receiver, error::RecvError};

/// Goes on with a run that has not ended, unless another process does.
pub(super) async fn resume(context: &Context, run: &TuningView) -> Result<(), Error> {
    if !context.json {
        line(&match run.state {
            TuningState::Running => format!("run {} is running in another process; waiting for its end", run.id),
            _ => format!("run {} has not ended; it goes on where it was", run.id),
        });
    }
    Ok(context.engine.work().await?)
}

/// Shows a run's progress until it has ended, in this or another process.
pub(super) async fn to_its_end(context: &Context, events: Receiver<Event>, run: RunId) -> Result<TuningView, Error> {
    let adapt = context.engine.adapt();
    let bar = progress::steps("preparing", 0);
    let ended = tokio::select! {
        ended = adapt.wait(run) => ended?,
        () = draw(events, &bar, run) => adapt.wait(run).await?,
    };
    bar.finish_and_clear();
    Ok(ended)
}

/// Prints a run that has ended. A failed run fails the command, a cancelled one does not, nor one that keeps the base.
pub(super) fn print(context: &Context, ended: &TuningView, cancelled: &str) -> Result<Outcome, Error> {
    if !context.as_json(ended) && ended.state == TuningState::Done {
        print_outcome(ended);
    }
    match (&ended.state, &ended.problem) {
        (TuningState::Failed, Some(problem)) if !context.json => Err(Error::Run(problem.clone())),
        (TuningState::Failed, _) => Ok(Outcome::Failed),
        (TuningState::Cancelled, _) if !context.json => {
            line(cancelled);
            Ok(Outcome::Done)
        }
        _ => Ok(Outcome::Done),
    }
}

async fn draw(mut events: Receiver<Event>, bar: &ProgressBar, run: RunId) {
    loop {
        match events.recv().await {
            Ok(Event::Tuning(progress)) if progress.run == run => advance(bar, &progress),
            Ok(Event::Notice(problem)) => bar.suspend(|| output::note(&problem)),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

fn advance(bar: &ProgressBar, progress: &TuningProgress) {
    bar.set_message(match progress.phase {
        TuningPhase::Generating => "generating",
        TuningPhase::Preparing => "preparing",
        TuningPhase::Training => "steps",
        TuningPhase::Judging => "judging",
        TuningPhase::Embedding => "embedding passages",
    });
    bar.set_length(u64::from(progress.total));
    bar.set_position(u64::from(progress.done));
    if let Some(loss) = progress.loss {
        bar.set_prefix(format!("loss {loss:.3}"));
    }
}

fn print_outcome(ended: &TuningView) {
    if ended.kind == RunKind::Questions || ended.report.questions.asked > 0 {
        print_tally(ended);
    }
    match ended.kind {
        RunKind::Tuning => print_verdict(ended),
        RunKind::Encoder => line(&format!("{} is used now; `pincite tune undo` goes back.", encoder(ended))),
        RunKind::Questions => {}
    }
}

/// The encoder that a person chose.
fn encoder(run: &TuningView) -> &str {
    run.encoder.as_deref().unwrap_or_default()
}

/// What generating questions would do.
pub(super) fn print_plan(plan: &QuestionPlan) {
    let time = plan.seconds.map(|seconds| format!(", {}", duration(seconds))).unwrap_or_default();
    line(&format!(
        "{} passages to be asked about by {}; about {} questions{time}",
        plan.passages, plan.writer, plan.questions
    ));
    if plan.unknown_language > 0 {
        line(&format!(
            "{} documents get no questions: {} does not know their language. Mark answers in them, or import a generator \
             for it with `pincite models import`.",
            plan.unknown_language, plan.writer
        ));
    }
}

/// How many questions a run generated, and why others are not kept.
fn print_tally(run: &TuningView) {
    let tally = &run.report.questions;
    let by = run.report.writer.as_deref().map(|writer| format!(" by {writer}")).unwrap_or_default();
    line(&format!("{} of {} questions{by} are kept", tally.kept, tally.asked));
    reasons("not kept", &tally.rejected);
    reasons("passages not asked about", &tally.skipped);
}

/// How often each reason came up: "not kept: 3 too long, 1 not found".
fn reasons(what: &str, counts: &BTreeMap<String, usize>) {
    let all: Vec<String> = counts.iter().map(|(code, count)| format!("{count} {}", code.replace('_', " "))).collect();
    if !all.is_empty() {
        line(&format!("{what}: {}", all.join(", ")));
    }
}

/// The outcome of a run that came to a verdict.
fn print_verdict(run: &TuningView) {
    if let Some(verdict) = &run.report.verdict {
        line(&tested(verdict, &run.report.evidence));
        table(verdict);
        for question in &verdict.moved {
            moved(question);
        }
    }
    line(&conclusion(run));
}

/// What was tested, and on whose questions.
fn tested(verdict: &Verdict, evidence: &Evidence) -> String {
    let Evidence { people, generated, natural } = evidence;
    format!(
        "tested on {} questions about passages of this collection; of all questions people wrote {people}, a generator \
         {generated}, and {natural} are headings, terms and sentences of the documents",
        verdict.before.questions
    )
}

fn conclusion(run: &TuningView) -> String {
    let megabytes = megabytes(run);
    if run.activated {
        return format!("The trained encoder is used now ({megabytes}); `pincite tune undo` goes back.");
    }
    if let Some(generation) = run.generation.filter(|_| run.offered) {
        return format!(
            "The trained encoder is better in this test ({megabytes}). It is offered, and not used yet: {}. \
             `pincite tune activate {generation}` uses it.",
            missing(run)
        );
    }
    match &run.report.reason {
        Some(reason) => format!("Nothing changes. {reason}"),
        None => "Nothing changes.".to_owned(),
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
    if let Some(OnPeoples { before, after }) = &verdict.people {
        let Metrics { questions, mrr10, .. } = before;
        line(&format!("people's own {questions} questions: MRR@10 {mrr10:.1} → {:.1}", after.mrr10));
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

fn row(name: &str, metrics: &Metrics) -> String {
    let Metrics { questions, top1, top3, mrr10 } = metrics;
    format!("{name:<8}{questions:>9}{top1:>8.1}{top3:>8.1}{mrr10:>9.1}")
}

fn moved(moved: &Moved) {
    let rank = |rank: Option<usize>| rank.map_or("–".to_owned(), |rank| rank.to_string());
    line(&format!("  {:>3} → {:<3} {}", rank(moved.before), rank(moved.after), moved.question));
}

/// One run in a line.
pub(super) fn print_run(run: &TuningView) {
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
    let id = run.id;
    match run.kind {
        RunKind::Tuning => line(&format!("tuning {id:<4} {state:<11} {training} + {held_out} pairs{metrics}{why}")),
        RunKind::Questions => {
            let kept = format!("{} of {} questions kept", questions.kept, questions.asked);
            line(&format!("questions {id:<4} {state:<11} {kept}{why}"));
        }
        RunKind::Encoder => line(&format!("encoder {id:<4} {state:<11} {}{why}", encoder(run))),
    }
}

fn gain(verdict: &Verdict) -> String {
    let after = match (&verdict.decision, &verdict.after) {
        (Decision::Activate | Decision::Offer, Some(after)) => format!(" → {:.1}", after.mrr10),
        _ => String::new(),
    };
    format!("  MRR@10 {:.1}{after}", verdict.before.mrr10)
}

/// One generation in a line.
pub(super) fn print_generation(generation: &GenerationView) {
    let role = if generation.active {
        "in use"
    } else if generation.former {
        "former"
    } else {
        ""
    };
    let missing =
        if generation.missing > 0 { format!(", {} to be embedded", generation.missing) } else { String::new() };
    let GenerationView { id, encoder, documents, .. } = generation;
    line(&format!("generation {id:<4} {role:<8} {encoder}  {documents} documents{missing}"));
}

fn megabytes(run: &TuningView) -> String {
    format!("{:.1} MB", run.report.bytes as f64 / 1e6)
}

/// Seconds for people.
pub(super) fn duration(seconds: f32) -> String {
    match seconds {
        0.0..90.0 => format!("{seconds:.0} s"),
        90.0..5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
