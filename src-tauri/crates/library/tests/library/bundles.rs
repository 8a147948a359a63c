//! A bundle has its files byte by byte, whatever version wrote it, and is never written to.

use crate::support::Temporary;
use crate::upgrade::{fixture, versions};
use pincite_library::{Error, Library};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;

#[tokio::test]
async fn enclosed_files_come_out_as_they_went_in() {
    let temporary = Temporary::new().await;
    temporary.library.create_collection("Deal").await.unwrap();
    temporary.library.begin_bundle().await.unwrap();
    // Nothing, less than a part, a part, and several.
    let files = [0, 100, 4 << 20, (9 << 20) + 1].map(|length| (0..length).map(|i| (i % 251) as u8).collect::<Vec<_>>());
    for (number, bytes) in files.iter().enumerate() {
        temporary.library.enclose(&format!("file {number}"), bytes.as_slice()).await.unwrap();
    }
    let path = temporary.folder.path().join("deal.pincite");
    temporary.library.write_bundle(&path).await.unwrap();
    assert!(!Library::is_bundle_file(temporary.library.path()) && Library::is_bundle_file(&path));
    let bundle = Library::open(&path).await.unwrap();
    assert!(bundle.is_bundle());
    assert_eq!(bundle.collections().await.unwrap()[0].name, "Deal");
    assert_eq!(bundle.enclosed().await.unwrap(), ["file 1", "file 2", "file 3"], "an empty file has no part");
    for (number, bytes) in files.iter().enumerate() {
        let mut out = Vec::new();
        bundle.extract(&format!("file {number}"), &mut out).await.unwrap();
        assert!(out == *bytes, "file {number}");
    }
    let refused = bundle.create_collection("Other").await.unwrap_err();
    assert!(matches!(refused, Error::Bundle { .. }), "{refused}");
}

/// An older version's library, as its bundle would be.
async fn older_bundle(version: u32, path: &Path) {
    std::fs::copy(fixture(version), path).unwrap();
    let mut file = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let statements = "CREATE TABLE enclosed (name TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, part));
        INSERT INTO enclosed VALUES ('lease', 0, x'2550'); PRAGMA application_id = 0x50694275";
    sqlx::raw_sql(statements).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
}

#[tokio::test]
async fn bundles_of_all_versions_are_brought_to_this_one_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut older = versions();
    older.pop();
    for version in older {
        let path = folder.path().join(format!("{version}.pincite"));
        older_bundle(version, &path).await;
        let before = std::fs::read(&path).unwrap();
        let refused = Library::open(&path).await.unwrap_err();
        assert!(matches!(refused, Error::OlderBundle { .. }), "{refused}");
        let copy = folder.path().join(format!("{version}-copy"));
        Library::update_bundle(&path, &copy).await.unwrap();
        let bundle = Library::open(&copy).await.unwrap();
        assert!(bundle.is_bundle());
        assert!(!bundle.collections().await.unwrap().is_empty());
        assert_eq!(bundle.enclosed().await.unwrap(), ["lease"]);
        assert!(std::fs::read(&path).unwrap() == before, "the bundle itself");
    }
}
