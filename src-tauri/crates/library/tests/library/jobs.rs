//! The queue within one process; what other processes do to it is in `processes`.

use crate::support::{Temporary, force, harm, list, problem, store};
use pincite_library::{JobId, JobState, Library, Places, Status, Task};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A job about a file that is listed anew.
async fn queue(library: &Library, path: &str) -> JobId {
    let name = "Deal";
    let known = library.collections().await.unwrap().into_iter().find(|one| one.name == name);
    let collection = match known {
        Some(collection) => collection.id,
        None => library.create_collection(name).await.unwrap().id,
    };
    library.list_files(collection, &[PathBuf::from(path)]).await.unwrap()[0].job
}

#[tokio::test]
async fn files_are_read_in_order_before_vectors_are_computed() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let first = queue(library, "/1.pdf").await;
    let document = library.job(first).await.unwrap().task.document().unwrap();
    let embedding = library.queue_embedding(document).await.unwrap();
    assert_eq!(library.queue_embedding(document).await.unwrap(), embedding, "twice is once");
    let second = queue(library, "/2.pdf").await;
    let mut order = Vec::new();
    while let Some(job) = library.claim_next(Places::ALL).await.unwrap() {
        order.push(job.id);
    }
    assert_eq!(order, [first, second, embedding]);
    assert_eq!(library.job(embedding).await.unwrap().task, Task::Embed { document });
}

/// A row that a newer or damaged version wrote was recorded as done: its document then waited for ever.
#[tokio::test]
async fn a_job_of_an_unknown_kind_is_not_taken_for_another() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let listed = library.job(queue(library, "/a.pdf").await).await.unwrap();
    for set in ["kind = 'dance'", "kind = 'ingest', path = NULL"] {
        harm(library, &format!("UPDATE job SET {set} WHERE id = {}", listed.id)).await;
        let job = library.job(listed.id).await.unwrap();
        assert!(
            matches!(&job.task, Task::Unreadable { document, .. } if *document == listed.task.document()),
            "{job:?}"
        );
    }
}

#[tokio::test]
async fn a_job_carries_what_it_was_given_and_its_times() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let listed = library.list_files(deal, &["/a.pdf".into()]).await.unwrap().remove(0);
    let again = library.list_files(deal, &["/a.pdf".into()]).await.unwrap().remove(0);
    assert_eq!((again.job, listed.is_new, again.is_new), (listed.job, true, false), "a burst of events is one job");
    let job = library.claim_next(Places::ALL).await.unwrap().unwrap();
    assert_eq!((job.id, job.task.document()), (listed.job, Some(listed.document)));
    assert_eq!((job.task.path(), job.state, job.attempts), (Some(Path::new("/a.pdf")), JobState::Running, 1));
    assert!(job.started_at >= Some(job.created_at) && job.finished_at.is_none());
    let while_running = library.list_files(deal, &["/a.pdf".into()]).await.unwrap().remove(0);
    assert_ne!(while_running.job, listed.job, "a change seen while the file is being read is looked at");
    assert_eq!(library.claim_next(Places::ALL).await.unwrap(), None, "but afterwards, not at the same time");
    assert!(library.finish_job(job.id).await.unwrap());
    assert_eq!(library.claim_next(Places::ALL).await.unwrap().map(|next| next.id), Some(while_running.job));
    let done = library.job(job.id).await.unwrap();
    assert!(done.state == JobState::Done && done.finished_at.is_some());
    assert!(!library.finish_job(job.id).await.unwrap(), "it ended before");
}

#[tokio::test]
async fn failing_and_cancelling_tell_the_document() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let paths = ["/broken.pdf".into(), "/unwanted.pdf".into()];
    let listed = library.list_files(deal, &paths).await.unwrap();
    let first = library.claim_next(Places::ALL).await.unwrap().unwrap();
    assert!(library.fail_job(first.id, &problem("pdf.truncated")).await.unwrap());
    assert!(
        library.cancel_job(listed[1].job, Some(&problem("engine.cancelled"))).await.unwrap(),
        "a queued one can be"
    );
    for (listed, state, code) in
        [(&listed[0], JobState::Failed, "pdf.truncated"), (&listed[1], JobState::Cancelled, "engine.cancelled")]
    {
        let (job, document) =
            (library.job(listed.job).await.unwrap(), library.document(listed.document).await.unwrap());
        assert_eq!((job.state, job.problem), (state, Some(problem(code))));
        assert_eq!((document.status, document.problem), (Status::Failed, Some(problem(code))));
    }
    assert!(!library.cancel_job(first.id, Some(&problem("engine.cancelled"))).await.unwrap(), "too late");
    assert!(library.unfinished_jobs().await.unwrap().is_empty());
}

#[tokio::test]
async fn cancelling_a_second_look_leaves_a_ready_document_alone() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let placed = store(library, deal, "/a.pdf", 1, &["text"]).await;
    for job in library.unfinished_jobs().await.unwrap() {
        assert!(library.cancel_job(job.id, Some(&problem("engine.cancelled"))).await.unwrap());
    }
    let document = library.document(placed.document).await.unwrap();
    assert_eq!((document.status, document.problem), (Status::Ready, None), "nothing is wrong with it");
}

#[tokio::test]
async fn a_cancelled_job_cannot_be_finished() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    queue(library, "/a.pdf").await;
    let running = library.claim_next(Places::ALL).await.unwrap().unwrap().id;
    assert!(library.cancel_job(running, Some(&problem("engine.cancelled"))).await.unwrap());
    assert!(!library.finish_job(running).await.unwrap(), "whoever ran it learns that it was not wanted");
    assert_eq!(library.job(running).await.unwrap().state, JobState::Cancelled);
}

#[tokio::test]
async fn a_released_job_waits_as_if_never_started() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    queue(library, "/a.pdf").await;
    for _ in 0..10 {
        let claimed = library.claim_next(Places::ALL).await.unwrap().expect("quitting in order never uses a job up");
        assert_eq!(claimed.attempts, 1);
        assert!(library.release_job(claimed.id).await.unwrap());
    }
}

#[tokio::test]
async fn a_merged_document_hands_its_job_on() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    let first = store(library, deal, "/a.pdf", 1, &["text"]).await;
    list(library, deal, "/copy.pdf").await;
    let jobs = library.unfinished_jobs().await.unwrap();
    store(library, deal, "/copy.pdf", 1, &["text"]).await;
    let job = library.job(jobs[1].id).await.unwrap();
    assert_eq!(
        job.task.document(),
        Some(first.document),
        "the running job is not lost with the document it began with"
    );
}

#[tokio::test]
async fn jobs_are_about_documents_that_exist() {
    let Temporary { library, folder: _folder } = &Temporary::new().await;
    let orphan = library.queue_embedding(pincite_library::DocumentId(9)).await.unwrap_err();
    assert_eq!(orphan.code(), "library.no_document");
    assert_eq!(library.job(JobId(5)).await.unwrap_err().code(), "library.no_job");
}

#[tokio::test]
async fn jobs_that_ended_long_ago_are_forgotten_and_no_others() {
    let temporary = Temporary::new().await;
    let first = queue(&temporary.library, "/a.pdf").await;
    let last = JobId(2501);
    let ended = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2500)
        INSERT INTO job (kind, state, finished_at) SELECT 'embed', 'done', n FROM n";
    harm(&temporary.library, ended).await;
    let library = temporary.again().await;
    assert_eq!(library.job(last).await.unwrap().state, JobState::Done, "the latest can still be looked up");
    assert_eq!(
        library.claim_next(Places::ALL).await.unwrap().unwrap().id,
        first,
        "what is still to be done is older, and stays"
    );
    let left = force(&library, "DELETE FROM job").await.unwrap();
    assert_eq!(left, 1001, "a library that is used for years does not grow by its past jobs");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_claims_never_get_the_same_job() {
    let temporary = Temporary::new().await;
    for number in 0..60 {
        queue(&temporary.library, &format!("/{number}.pdf")).await;
    }
    let handles = [temporary.library.clone(), temporary.library.clone(), temporary.again().await];
    let tasks = handles.map(|library| {
        tokio::spawn(async move {
            let mut mine = Vec::new();
            while let Some(job) = library.claim_next(Places::ALL).await.unwrap() {
                mine.push(job.id);
            }
            (mine, library)
        })
    });
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap().0);
    }
    assert_eq!((all.len(), all.iter().collect::<HashSet<_>>().len()), (60, 60), "each exactly once");
}
