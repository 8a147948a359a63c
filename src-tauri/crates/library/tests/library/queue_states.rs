//! The states of a job and of its document, step by step, for each way that a job can end. A changed transition shows in a
//! snapshot. Not for the order of jobs (`jobs`).

use crate::processes::{busy_process, kill};
use crate::support::{Temporary, block_on, problem};
use pincite_library::{JobId, Library, Places};
use std::fmt::Write;

/// Compares with a snapshot that a file and a server share.
macro_rules! assert_same {
    ($states:expr) => {
        insta::with_settings!({ prepend_module_to_snapshot => false }, { insta::assert_snapshot!($states) })
    };
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Claim,
    Finish,
    Fail,
    Cancel,
    Release,
    /// Another process claims the job and is killed.
    Kill,
    Requeue,
}

impl Step {
    /// Takes the step and says what the library answered.
    fn take(self, library: &Library, job: JobId) -> String {
        match self {
            Self::Claim => {
                let claimed = block_on(library.claim_next(Places::ALL)).unwrap();
                claimed.map_or("nothing", |claimed| if claimed.id == job { "the job" } else { "another" }).to_owned()
            }
            Self::Finish => block_on(library.finish_job(job)).unwrap().to_string(),
            Self::Fail => block_on(library.fail_job(job, &problem("pdf.truncated"))).unwrap().to_string(),
            Self::Cancel => block_on(library.cancel_job(job, Some(&problem("engine.cancelled")))).unwrap().to_string(),
            Self::Release => block_on(library.release_job(job)).unwrap().to_string(),
            Self::Kill => {
                kill(library, busy_process(library.path()));
                "killed".to_owned()
            }
            Self::Requeue => block_on(library.requeue_interrupted()).unwrap().to_string(),
        }
    }
}

/// The states of one listed file after each step, one line each.
fn states(steps: &[Step]) -> String {
    let temporary = block_on(Temporary::new());
    let library = &temporary.library;
    let deal = block_on(library.create_collection("Deal")).unwrap().id;
    let listed = block_on(library.list_files(deal, &["/a.pdf".into()])).unwrap().remove(0);
    let mut lines = String::new();
    let mut note = |step: &str, answer: &str| {
        let (job, document) =
            (block_on(library.job(listed.job)).unwrap(), block_on(library.document(listed.document)).unwrap());
        let problem = job.problem.map_or("no problem".to_owned(), |problem| problem.code);
        let state = job.state;
        let attempts = job.attempts;
        let status = document.status;
        writeln!(lines, "{step} → {answer}: {state:?}, attempts {attempts}, {problem}; document {status:?}").unwrap();
    };
    note("List", "listed");
    steps.iter().for_each(|step| note(&format!("{step:?}"), &step.take(library, listed.job)));
    lines
}

#[test]
fn a_job_that_is_done() {
    assert_same!(states(&[Step::Claim, Step::Finish, Step::Finish, Step::Fail, Step::Claim]));
}

#[test]
fn a_job_that_fails() {
    assert_same!(states(&[Step::Claim, Step::Fail, Step::Release, Step::Cancel, Step::Claim]));
}

#[test]
fn a_job_that_is_released() {
    assert_same!(states(&[Step::Release, Step::Claim, Step::Release, Step::Claim, Step::Finish]));
}

#[test]
fn a_job_that_is_cancelled_in_the_queue() {
    assert_same!(states(&[Step::Cancel, Step::Claim, Step::Finish]));
}

#[test]
fn a_job_that_is_cancelled_while_it_runs() {
    assert_same!(states(&[Step::Claim, Step::Cancel, Step::Finish, Step::Release]));
}

#[test]
fn a_job_that_kills_its_process() {
    let once = [Step::Kill, Step::Requeue];
    assert_same!(states(&[once, once, once, once, [Step::Claim, Step::Requeue]].concat()));
}
