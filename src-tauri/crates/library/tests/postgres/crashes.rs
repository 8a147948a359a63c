//! kill -9 of the server while a program stores contents: nothing is lost, nothing double. And a program that was at work goes on.

use crate::durability::{CHILD, assert_nothing_lost, check, kills};
use crate::processes::spawn;
use crate::server::Server;
use crate::support::{block_on, list};
use pincite_library::{Library, Places};
use rand::RngExt;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::time::Duration;

/// A server takes a second to start again.
const ROUNDS: usize = 4;

#[test]
fn kills_of_the_server_leave_each_content_whole_or_not_there() {
    let mut server = Server::start(true);
    let path = PathBuf::from(format!("{}/postgres", server.address));
    let deal = block_on(async {
        let library = Library::open(&path).await.unwrap();
        let deal = library.create_collection("Deal").await.unwrap().id;
        library.close().await;
        deal
    });
    let mut seen = HashSet::new();
    let mut before = BTreeSet::new();
    let mut longest = 700;
    for _ in 0..kills() * ROUNDS / 20 {
        let mut child = spawn(CHILD, &path);
        std::thread::sleep(Duration::from_millis(rand::rng().random_range(100..longest)));
        server.crash();
        // It ended by itself when the server went, unless it was just between two statements.
        let _ = child.kill();
        let after = block_on(check(&path, deal));
        assert_nothing_lost(before.clone(), child, &after);
        if after == before {
            longest += 500; // perhaps it had no time to store anything
        }
        seen.insert(after.len());
        before = after;
    }
    assert!(seen.len() > 1, "the kills met a working process: {seen:?} contents were there");
}

/// A program whose connections were lost claimed jobs that everyone took from it again.
#[test]
fn a_program_works_on_after_its_server_was_started_again() {
    let mut server = Server::start(true);
    let path = PathBuf::from(format!("{}/postgres", server.address));
    let library = block_on(Library::open(&path)).unwrap();
    let deal = block_on(library.create_collection("Deal")).unwrap().id;
    block_on(list(&library, deal, "/a.pdf"));
    server.crash();
    let claimed = block_on(async {
        // The first statement finds that its connection is lost.
        while library.own_jobs().await.is_err() {}
        library.claim_next(Places::ALL).await.unwrap().unwrap()
    });
    let other = block_on(Library::open(&path)).unwrap();
    assert_eq!(block_on(other.claim_next(Places::ALL)).unwrap(), None, "it is at work");
    assert!(block_on(library.finish_job(claimed.id)).unwrap());
}
