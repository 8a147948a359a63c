//! A process that tunes, killed at random moments of every phase, and what is there afterwards. The process is this test
//! program again, told by its environment what to do.

use crate::classroom::{Classroom, LESSON, open, start_runtime};
use crate::{alone, training_on};
use pincite_adapt::Settings;
use pincite_api::{Event, TuningPhase, TuningState, TuningView};
use rand::RngExt;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

const HOME: &str = "PINCITE_TEST_HOME";
const KILLS: usize = 20;
/// What is told when a run is over: some have no more phases to be killed in.
const ENDED: &str = "Ended";

/// The process to be killed. As one of the tests it is told no data folder, and has nothing to do.
#[test]
fn worker() {
    if let Some(home) = std::env::var_os(HOME) {
        work(Path::new(&home));
    }
}

/// Works until it is killed, and says in which phase it is.
fn work(home: &Path) {
    start_runtime();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let opened = open(home).await;
        let mut events = opened.events.subscribe();
        opened.work().await;
        let mut last = None;
        loop {
            match events.recv().await {
                Ok(Event::Tuning(news)) if last != Some(news.phase) => {
                    last = Some(news.phase);
                    say(&format!("{:?}", news.phase));
                }
                Ok(Event::Tunings { collection }) => {
                    let runs = opened.adapt.history(collection).await.unwrap();
                    if runs.iter().all(|run| !matches!(run.state, TuningState::Queued | TuningState::Running)) {
                        say(ENDED);
                    }
                }
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
}

fn say(phase: &str) {
    // The test program keeps what is printed.
    std::io::stderr().write_all(format!("phase {phase}\n").as_bytes()).unwrap();
}

pub(crate) struct Worker {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStderr>>,
}

impl Worker {
    pub(crate) fn start(home: &Path) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "kills::worker"]).env(HOME, home).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        Self { child, lines }
    }

    /// Waits until it enters the phase or a later one, a little more, and kills it; the last phase it told.
    pub(crate) fn kill_in(mut self, phase: TuningPhase, after: Duration) -> Option<String> {
        let order = ["Generating", "Preparing", "Training", "Judging", "Embedding", ENDED];
        let wanted = &order[order.iter().position(|name| *name == format!("{phase:?}")).unwrap()..];
        let entered = self.lines.by_ref().map_while(Result::ok).find_map(|line| {
            let told = line.strip_prefix("phase ")?.to_owned();
            wanted.contains(&told.as_str()).then_some(told)
        });
        std::thread::sleep(after);
        self.kill();
        entered
    }

    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Killed at twenty random moments of tuning, checkpointing, re-embedding and switching. Answers come from exactly one
/// whole generation each time. Runs continue or are cleared. In the end no file is left that nothing refers to.
#[tokio::test(flavor = "multi_thread")]
async fn kills_do_no_harm() {
    let _alone = alone().await;
    let room = Classroom::new().await;
    let mut met = HashMap::new();
    let mut answered = HashMap::new();
    let mut seed = 0;
    let phases = [TuningPhase::Preparing, TuningPhase::Training, TuningPhase::Judging, TuningPhase::Embedding];
    for kill in 0..KILLS {
        if running(&room).await.is_none() {
            seed += 1;
            let settings = Settings { seed, epochs: 12, ..LESSON };
            room.adapt.start_with(room.collection, training_on(room.pairs(false)), settings).await.unwrap();
        }
        let phase = phases[kill % phases.len()];
        // A tiny encoder re-embeds and switches in no time.
        let longest = if phase == TuningPhase::Embedding { 25 } else { 120 };
        let after = Duration::from_millis(rand::rng().random_range(0..longest));
        let phase = Worker::start(room.home()).kill_in(phase, after);
        *met.entry(phase).or_insert(0) += 1;
        room.check_vectors().await;
        let active = room.active().await.id;
        let scores = room.scores().await;
        let first = answered.entry(active).or_insert_with(|| scores.clone());
        assert_eq!(*first, scores, "one generation always answers the same, and none is mixed with another");
    }
    assert!(
        met.len() > 3 && answered.len() > 2,
        "kills met every phase ({met:?}), and runs came through ({answered:?})"
    );
    let worker = Worker::start(room.home());
    while let Some(run) = running(&room).await {
        room.adapt.wait(run.id).await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    worker.kill();
    let runs = room.adapt.history(room.collection).await.unwrap();
    assert!(runs.iter().all(|run| run.state == TuningState::Done), "killed runs came to their end: {runs:?}");
    assert!(runs.iter().all(|run| run.report.losses.len() >= run.report.examined.len()), "with their whole report");
    let generations = room.adapt.generations().list(room.collection).await.unwrap();
    let mut encoders: Vec<String> =
        generations.into_iter().filter(|it| it.base.is_some()).map(|it| it.encoder).collect();
    encoders.sort();
    assert_eq!((room.names("tuned"), room.names("tuning")), (encoders, vec![]), "and nothing else is left");
}

async fn running(room: &Classroom) -> Option<TuningView> {
    let runs = room.adapt.history(room.collection).await.unwrap().into_iter();
    runs.into_iter().find(|run| matches!(run.state, TuningState::Queued | TuningState::Running))
}
