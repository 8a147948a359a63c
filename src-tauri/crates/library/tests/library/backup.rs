//! A copy is the library at one moment, and nothing takes the place of a library that is in use.

use crate::durability::{CHILD, check};
use crate::processes::spawn;
use crate::support::{Temporary, block_on};
use pincite_library::{Error, Library};
use std::time::Duration;

#[test]
fn a_copy_is_whole_while_another_process_stores_and_removes() {
    let temporary = block_on(Temporary::new());
    let deal = block_on(temporary.library.create_collection("Deal")).unwrap().id;
    let mut child = spawn(CHILD, temporary.library.path());
    let mut seen = Vec::new();
    for number in 0..6 {
        std::thread::sleep(Duration::from_millis(120));
        let copy = temporary.folder.path().join(format!("copy-{number}.db"));
        block_on(temporary.library.copy_to(&copy)).unwrap();
        assert!(block_on(temporary.library.copy_to(&copy)).is_err(), "a file that is there is not replaced");
        seen.push(block_on(check(&copy, deal)).len());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(seen.iter().any(|count| *count > 0), "it had stored something: {seen:?}");
}

#[test]
fn a_library_is_replaced_when_nobody_has_it_open() {
    block_on(async {
        let temporary = Temporary::new().await;
        let path = temporary.library.path().to_owned();
        temporary.library.create_collection("Before").await.unwrap();
        let copy = temporary.folder.path().join("copy.db");
        temporary.library.copy_to(&copy).await.unwrap();
        temporary.library.create_collection("After").await.unwrap();
        let refused = Library::replace(&path, &copy).await.unwrap_err();
        assert!(matches!(refused, Error::InUse { .. }), "{refused}");
        temporary.library.clone().close().await;
        drop(temporary.library);
        let aside = Library::replace(&path, &copy).await.unwrap().unwrap();
        let names = |path| async move {
            let library = Library::open(path).await.unwrap();
            library.collections().await.unwrap().into_iter().map(|one| one.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&path).await, ["Before"]);
        assert_eq!(names(&aside).await, ["After", "Before"], "nothing is lost");
        std::fs::write(&copy, "no library").unwrap();
        assert!(Library::replace(&path, &copy).await.is_err());
        assert_eq!(names(&path).await, ["Before"], "what cannot be opened takes no place");
    });
}
