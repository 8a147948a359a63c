//! Progress on standard error: bars on a terminal, and plain lines elsewhere for measurements.

use crate::output;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use pincite_api::{DocumentId, Event, Phase, Progress};
use std::collections::HashMap;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Interval between plain lines, as far as there is progress.
const PAUSE: Duration = Duration::from_secs(10);
/// A plain line comes after this many steps, or after a hundredth of a long stage.
const STEPS: usize = 10;

/// The bars of the documents in progress.
#[derive(Default)]
pub(crate) struct Bars {
    all: MultiProgress,
    names: HashMap<DocumentId, String>,
    bars: HashMap<DocumentId, ProgressBar>,
    /// When the last plain line was printed, or when the first step was done: what is over soon needs no line.
    printed: Option<Instant>,
}

impl Bars {
    /// Sets the name that a document's bar shows.
    pub(crate) fn name(&mut self, document: DocumentId, name: &str) {
        self.names.insert(document, name.to_owned());
    }

    /// Shows an event.
    pub(crate) fn show(&mut self, event: &Event) {
        match event {
            Event::Progress(progress) => self.advance(progress),
            Event::Document(document) => self.finish(document.id),
            Event::DocumentRemoved { document, .. } => self.finish(*document),
            Event::Notice(problem) => self.all.suspend(|| output::note(problem)),
            Event::Duplicate(_) | Event::Collections | Event::Tuning(_) | Event::Tunings { .. } => {}
            Event::Elsewhere | Event::Idle => {}
            Event::Grid(_) | Event::Grids { .. } => {}
        }
    }

    fn advance(&mut self, progress: &Progress) {
        let name = self.names.get(&progress.document).cloned().unwrap_or_default();
        if !stderr().is_terminal() && self.printed.get_or_insert_with(Instant::now).elapsed() >= PAUSE {
            anstream::eprintln!("{name}: {} {}/{}", unit(progress.phase), progress.done, progress.total);
            self.printed = Some(Instant::now());
        }
        let bar = self.bars.entry(progress.document).or_insert_with(|| self.all.add(bar(name)));
        bar.set_message(unit(progress.phase));
        bar.set_length(u64::from(progress.total));
        bar.set_position(u64::from(progress.done));
    }

    fn finish(&mut self, document: DocumentId) {
        if let Some(bar) = self.bars.remove(&document) {
            bar.finish_and_clear();
        }
    }
}

fn unit(phase: Phase) -> &'static str {
    match phase {
        Phase::Reading => "reading pages",
        Phase::Recognising => "recognising pages",
        Phase::Splitting => "cutting passages",
        Phase::Embedding => "embedding passages",
        Phase::Storing => "storing",
    }
}

/// A bar with this name.
fn bar(name: String) -> ProgressBar {
    let template = "{prefix:40!} {msg:18} {bar:24} {pos}/{len} {per_sec} {eta}";
    // The template is a constant. If it is invalid, the default bar is used.
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style).with_prefix(name)
}

/// A bar for a measurement with `total` steps called `what`.
pub(crate) fn steps(what: &'static str, total: usize) -> ProgressBar {
    let bar = bar(String::new());
    bar.set_message(what);
    bar.set_length(total as u64);
    bar
}

/// Progress of a measurement, which may take hours and often runs without a terminal.
pub(crate) struct Stages {
    bar: ProgressBar,
    plain: bool,
    /// The last printed stage and its time.
    printed: Option<(&'static str, Instant)>,
}

impl Stages {
    /// Shows nothing before the first step.
    pub(crate) fn new() -> Self {
        Self { bar: steps("", 0), plain: !stderr().is_terminal(), printed: None }
    }

    /// Shows that `done` of `total` steps called `what` are finished.
    pub(crate) fn show(&mut self, what: &'static str, done: usize, total: usize) {
        self.bar.set_message(what);
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
        let is_round = done.is_multiple_of(STEPS.max(total / 100));
        if self.plain && (done == total || is_round || self.is_due(what)) {
            anstream::eprintln!("{what} {done}/{total}");
            self.printed = Some((what, Instant::now()));
        }
    }

    fn is_due(&self, what: &str) -> bool {
        self.printed.is_none_or(|(last, at)| last != what || at.elapsed() >= PAUSE)
    }
}

impl Drop for Stages {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
