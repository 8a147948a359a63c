//! Opening: what is refused and how it is said; opening by several at once; reading while another one writes.

use crate::support::{Temporary, store};
use pincite_library::{Error, Library};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection};
use std::path::Path;
use std::time::Duration;

/// The same file, without the library.
async fn raw(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    options.busy_timeout(Duration::from_secs(5)).connect().await.unwrap()
}

async fn execute(connection: &mut SqliteConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(connection).await.unwrap();
}

async fn refusal(path: &Path) -> Error {
    let error = Library::open(path).await.unwrap_err();
    assert!(error.to_string().contains(path.to_str().unwrap()), "the message names the file: {error}");
    error
}

#[tokio::test]
async fn makes_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/library.db");
    Library::open(&path).await.unwrap().close().await;
    assert!(path.is_file());
}

#[tokio::test]
async fn text_is_not_a_library() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let text = "Dear colleague, ".repeat(500);
    std::fs::write(&path, &text).unwrap();
    assert_eq!(refusal(&path).await.code(), "library.corrupt");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "a refused file is left as it is");
}

/// A library that lost its bytes was replaced by a new one without a word.
#[tokio::test]
async fn an_empty_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    std::fs::write(&path, "").unwrap();
    assert_eq!(refusal(&path).await.code(), "library.empty");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), 0);
    std::fs::remove_file(&path).unwrap();
    Library::open(&path).await.expect("once it is deleted a new library is made").close().await;
}

/// A process that dies while it makes a library leaves no file of the library's name.
#[tokio::test]
async fn what_a_dead_maker_left_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    for left in ["library.db-new", "library.db-new-wal", "library.db-wal"] {
        std::fs::write(folder.path().join(left), "half").unwrap();
    }
    let library = Library::open(&path).await.unwrap();
    library.create_collection("Deal").await.unwrap();
    library.close().await;
    assert_eq!(names(&folder), ["library.db", "library.db-opening"]);
}

/// After a clean `add` the library was 4,096 bytes, with everything in the write-ahead log beside it.
#[tokio::test]
async fn a_copy_of_the_file_alone_is_whole_after_a_checkpoint() {
    let Temporary { library, folder } = Temporary::new().await;
    let reader = Library::open(library.path()).await.unwrap(); // as a window beside a command: the log is not removed
    let deal = library.create_collection("Deal").await.unwrap().id;
    store(&library, deal, "/a.pdf", 1, &["some text"; 40]).await;
    library.checkpoint().await.unwrap();
    let copy = folder.path().join("copy.db");
    std::fs::copy(library.path(), &copy).unwrap();
    let copied = Library::open(&copy).await.unwrap();
    assert_eq!(copied.documents(deal).await.unwrap(), reader.documents(deal).await.unwrap());
}

#[tokio::test]
async fn another_programs_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    execute(&mut raw(&path).await, "CREATE TABLE bookmarks (url TEXT)").await;
    assert_eq!(refusal(&path).await.code(), "library.not_a_library");
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master").fetch_all(&mut raw(&path).await).await.unwrap();
    assert_eq!(tables, ["bookmarks"], "nothing was added to it");
}

#[tokio::test]
async fn a_newer_schema_is_refused() {
    let Temporary { library, folder } = Temporary::new().await;
    library.close().await;
    let path = folder.path().join("library.db");
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        VALUES (9999, 'from the future', 1, x'00', 0)";
    execute(&mut raw(&path).await, newer).await;
    assert_eq!(refusal(&path).await.code(), "library.newer");
}

#[tokio::test]
async fn damage_is_said_to_be_damage() {
    let Temporary { library, folder } = Temporary::new().await;
    let deal = library.create_collection("Deal").await.unwrap().id;
    for number in 0..30 {
        store(&library, deal, &format!("/{number}.pdf"), number, &["some text"; 40]).await;
    }
    library.close().await;
    let path = folder.path().join("library.db");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[4096..].fill(0xA5); // all but the first page: the header stays plausible
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(refusal(&path).await.code(), "library.corrupt");
}

#[tokio::test]
async fn places_where_no_file_can_be_are_said_to_be_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    assert_eq!(refusal(&file.join("library.db")).await.code(), "library.access", "its folder is a file");
    let inner = folder.path().join("folder");
    std::fs::create_dir(&inner).unwrap();
    assert_eq!(refusal(&inner).await.code(), "library.access", "it is a folder itself");
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_without_rights_is_said_to_be_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o555)).unwrap();
    let may_write_anyway = std::fs::write(folder.path().join("probe"), "").is_ok(); // root may do everything
    let opened = Library::open(&folder.path().join("library.db")).await;
    assert_eq!(opened.is_ok(), may_write_anyway, "{opened:?}");
    if let Err(error) = opened {
        assert_eq!(error.code(), "library.access", "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_may_open_a_new_library_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let openings: Vec<_> = (0..6)
        .map(|_| {
            tokio::spawn({
                let path = path.clone();
                async move { Library::open(&path).await }
            })
        })
        .collect();
    for opening in openings {
        let library = opening.await.unwrap().expect("who comes second waits for the schema");
        library.collections().await.unwrap();
    }
}

#[tokio::test]
async fn closing_leaves_one_file() {
    let Temporary { library, folder } = Temporary::new().await;
    library.create_collection("Deal").await.unwrap();
    library.close().await;
    let Temporary { library: other, folder: _other } = Temporary::new().await;
    drop(other);
    assert_eq!(names(&folder), ["library.db", "library.db-opening"], "log, shared memory and worker are gone");
}

fn names(folder: &tempfile::TempDir) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_go_on_while_another_process_writes_and_writes_wait() {
    let temporary = Temporary::new().await;
    let library = temporary.library.clone();
    library.create_collection("Deal").await.unwrap();
    let mut other = raw(library.path()).await;
    execute(&mut other, "BEGIN IMMEDIATE; INSERT INTO collection (name) VALUES ('Half-way')").await;
    let opening = tokio::time::timeout(Duration::from_secs(5), Library::open(library.path())).await;
    opening.expect("opening an up-to-date library does not wait for a writer").unwrap();
    let read = tokio::time::timeout(Duration::from_secs(5), library.collections()).await;
    assert_eq!(read.expect("a read never waits for a writer").unwrap().len(), 1, "and sees what was committed");
    let write = tokio::spawn(async move { library.create_collection("Waiting").await });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!write.is_finished(), "two never write at once");
    execute(&mut other, "COMMIT").await;
    write.await.unwrap().expect("the second writer gets its turn");
    assert_eq!(temporary.library.collections().await.unwrap().len(), 3);
}
