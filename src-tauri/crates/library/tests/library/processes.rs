//! Several processes on one library: jobs are claimed once, the living are not robbed, the dead cost no more than a file.
//! Every process is this test program again, told by its environment what to do.

use crate::server;
use crate::support::{Temporary, block_on, list};
use pincite_library::{JobState, Library, MAX_ATTEMPTS, Places, Status};
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const LIBRARY: &str = "PINCITE_TEST_LIBRARY";

/// Starts this program as another process that runs one ignored test.
pub(crate) fn spawn(test: &str, library: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", test, "--nocapture", "--test-threads=1"]).env(LIBRARY, library);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// The library such a process is to open; `None` when someone runs the ignored tests by hand.
pub(crate) fn told() -> Option<PathBuf> {
    std::env::var_os(LIBRARY).map(PathBuf::from)
}

/// Lines a process prints that begin with this word, without it.
pub(crate) fn lines(child: &mut Child, word: &'static str) -> impl Iterator<Item = String> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    lines.filter_map(move |line| line.split_once(word).map(|(_, rest)| rest.trim().to_owned()))
}

#[test]
#[ignore = "run by other tests in a process of its own"]
fn child_claims_until_nothing_is_left() {
    let Some(path) = told() else { return };
    block_on(async {
        let library = Library::open(&path).await.unwrap();
        while let Some(job) = library.claim_next(Places::ALL).await.unwrap() {
            println!("claimed {}", job.id);
            assert!(library.finish_job(job.id).await.unwrap());
        }
    });
}

#[test]
#[ignore = "run by other tests in a process of its own"]
fn child_claims_one_and_waits() {
    let Some(path) = told() else { return };
    block_on(async {
        let library = Library::open(&path).await.unwrap();
        let job = library.claim_next(Places::ALL).await.unwrap().unwrap();
        println!("claimed {}", job.id);
        std::io::stdout().flush().unwrap();
        std::io::stdin().read_line(&mut String::new()).unwrap();
    });
}

#[test]
fn each_job_is_claimed_by_one_process() {
    let temporary = block_on(Temporary::new());
    block_on(async {
        let deal = temporary.library.create_collection("Deal").await.unwrap().id;
        for number in 0..90 {
            list(&temporary.library, deal, &format!("/{number}.pdf")).await;
        }
    });
    let mut children: Vec<_> =
        (0..3).map(|_| spawn("processes::child_claims_until_nothing_is_left", temporary.library.path())).collect();
    let claimed: Vec<String> =
        children.iter_mut().flat_map(|child| lines(child, "claimed ").collect::<Vec<_>>()).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!((claimed.len(), claimed.iter().collect::<HashSet<_>>().len()), (90, 90), "each exactly once");
}

/// Starts a process that claims a job, and waits until it has.
pub(crate) fn busy_process(library: &Path) -> Child {
    let mut child = spawn("processes::child_claims_one_and_waits", library);
    lines(&mut child, "claimed ").next().expect("it claims the only job");
    child
}

pub(crate) fn kill(library: &Library, mut child: Child) {
    let before = if crate::IS_SHARED { block_on(server::workers(library.path())) } else { 0 };
    child.kill().unwrap();
    child.wait().unwrap();
    // The server hears of it a moment later.
    while crate::IS_SHARED && block_on(server::workers(library.path())) >= before {
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_living_process_keeps_its_job_and_a_dead_one_loses_it() {
    let temporary = block_on(Temporary::new());
    let library = &temporary.library;
    let deal = block_on(library.create_collection("Deal")).unwrap().id;
    block_on(list(library, deal, "/a.pdf"));
    let child = busy_process(library.path());
    assert_eq!(block_on(library.requeue_interrupted()).unwrap(), 0, "it lives");
    assert_eq!(block_on(library.claim_next(Places::ALL)).unwrap(), None);
    kill(library, child);
    let job =
        block_on(library.claim_next(Places::ALL)).unwrap().expect("an open library takes up what a dead process left");
    assert_eq!((job.attempts, job.state), (2, JobState::Running));
}

#[test]
fn one_crash_costs_one_file() {
    let temporary = block_on(Temporary::new());
    let library = &temporary.library;
    let deal = block_on(library.create_collection("Deal")).unwrap().id;
    let poison = block_on(list(library, deal, "/poison.pdf"));
    for _ in 0..=MAX_ATTEMPTS {
        kill(library, busy_process(library.path()));
    }
    block_on(list(library, deal, "/fine.pdf"));
    let next = block_on(library.claim_next(Places::ALL)).unwrap().unwrap();
    assert_eq!(next.task.path(), Some(Path::new("/fine.pdf")), "the rest of the queue goes on");
    assert_eq!(block_on(library.requeue_interrupted()).unwrap(), 0, "and the poison is out of it");
    let document = block_on(library.document(poison)).unwrap();
    let problem = document.problem.expect("the document says why");
    assert_eq!((document.status, problem.code.as_str()), (Status::Failed, "library.job_interrupted"));
    assert!(problem.message.contains("/poison.pdf"), "{}", problem.message);
    let left = std::fs::read_dir(temporary.folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let workers = left.filter(|name| name.to_string_lossy().contains("-worker-")).count();
    assert!(workers <= 2, "dead processes' files are swept away on opening: {workers} are left");
}

/// A sound file that was read beside a poisonous one was blamed for its crashes.
#[test]
fn a_file_that_ended_with_the_program_is_tried_once_more_alone() {
    let temporary = block_on(Temporary::new());
    let library = &temporary.library;
    let deal = block_on(library.create_collection("Deal")).unwrap().id;
    let sound = block_on(list(library, deal, "/sound.pdf"));
    for _ in 0..MAX_ATTEMPTS {
        kill(library, busy_process(library.path()));
    }
    block_on(list(library, deal, "/other.pdf"));
    let claim = || block_on(library.claim_next(Places::ALL)).unwrap();
    let other = claim().expect("the others go first");
    assert_eq!(other.task.path(), Some(Path::new("/other.pdf")));
    assert_eq!(claim(), None, "it waits until nothing else is at work");
    block_on(library.finish_job(other.id)).unwrap();
    let alone = claim().expect("now it is tried once more");
    assert!(alone.alone && alone.task.document() == Some(sound), "{alone:?}");
    block_on(list(library, deal, "/late.pdf"));
    assert_eq!(claim(), None, "and nothing is begun beside it");
    block_on(library.finish_job(alone.id)).unwrap();
    assert_eq!(block_on(library.document(sound)).unwrap().problem, None, "it is not blamed");
    assert!(claim().is_some());
}

/// Each process looked into the queue each second, and took the write lock for it.
#[test]
fn a_process_hears_of_what_another_one_queues_without_looking() {
    let temporary = block_on(Temporary::new());
    let library = temporary.library.clone();
    block_on(async {
        let other = temporary.again().await;
        let deal = library.create_collection("Deal").await.unwrap().id;
        let mut changes = library.changes();
        let quiet = async { while tokio::time::timeout(Duration::from_secs(7), changes.next()).await.is_ok() {} };
        let rested = tokio::time::timeout(Duration::from_secs(30), quiet).await;
        rested.expect("nobody writes, and soon nobody is woken any more");
        assert_eq!(library.claim_next(Places::ALL).await.unwrap(), None);
        list(&other, deal, "/a.pdf").await;
        tokio::time::timeout(Duration::from_secs(5), changes.next()).await.expect("it is told");
        assert!(library.claim_next(Places::ALL).await.unwrap().is_some());
    });
}

/// Nothing is written when a process dies.
#[test]
fn a_process_hears_that_another_one_died() {
    let temporary = block_on(Temporary::new());
    let library = temporary.library.clone();
    block_on(async {
        let deal = library.create_collection("Deal").await.unwrap().id;
        list(&library, deal, "/a.pdf").await;
        let child = busy_process(library.path());
        let mut changes = library.changes();
        assert_eq!(library.claim_next(Places::ALL).await.unwrap(), None, "it is at work");
        while tokio::time::timeout(Duration::from_secs(7), changes.next()).await.is_ok() {}
        let killed = library.clone();
        tokio::task::spawn_blocking(move || kill(&killed, child)).await.unwrap();
        tokio::time::timeout(Duration::from_secs(5), changes.next()).await.expect("it is told");
        assert!(library.claim_next(Places::ALL).await.unwrap().is_some(), "what it left is taken up");
    });
}
