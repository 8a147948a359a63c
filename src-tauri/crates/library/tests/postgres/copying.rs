//! A collection goes from a file to a server and back with all that people made of it, and is the same again.

use crate::server::database;
use crate::support::{content, list, new_vectors, page, passages, store, stranger, vectors};
use pincite_library::{CollectionId, Library, NewGeneration};
use sqlx::{AssertSqlSafe, Connection};
use std::path::Path;
use tempfile::TempDir;

/// Tables that belong to a computer, or to no collection.
const STAY: [&str; 7] = ["_sqlx_migrations", "collection", "grid_file", "run", "seal", "setting", "watched_folder"];

/// A collection with rows in all its tables, in a library in a file.
async fn made(folder: &TempDir) -> (Library, CollectionId) {
    let library = Library::open(&folder.path().join("made.db")).await.unwrap();
    let deal = library.create_collection("Deal").await.unwrap().id;
    let plain = library.ensure_generation(deal, "e5", "plain", 3).await.unwrap();
    let tuned = NewGeneration { encoder: "e5-tuned-1", fingerprint: "0123456789abcdef", width: 3, base: Some("e5") };
    let tuned = library.add_generation(deal, &tuned).await.unwrap().id;
    for (number, path) in [(1, "/in/lease.pdf"), (2, "/in/loan.pdf")] {
        let document = list(&library, deal, path).await;
        let pages = [page("i"), page("1")];
        let texts = passages(&["the rent is due", "the tenant pays", "closing"]);
        let embedded = new_vectors(plain.id, &vectors(3, f32::from(number)));
        let placed = library.store_content(&content(document, path, number, &pages, &texts, Some(&embedded))).await;
        let content = placed.unwrap().content;
        library.store_vectors(content, &new_vectors(tuned, &vectors(3, 7.0))).await.unwrap();
    }
    library.activate(tuned).await.unwrap();
    list(&library, deal, "/in/waits.pdf").await;
    let rows = format!(
        "INSERT INTO sighting (collection, document, path) VALUES ({deal}, 1, '/copy/lease.pdf');
        INSERT INTO tag VALUES (1, 'urgent');
        INSERT INTO recognised_page VALUES (2, 1, 0.5, x'0102');
        INSERT INTO annotation (content, page, boxes, text, note, colour) VALUES (1, 0, '[]', 'rent', 'high', 'pink');
        INSERT INTO question (collection, content, passage, text, origin) VALUES ({deal}, 1, 2, 'Who pays?', 'generator');
        INSERT INTO question (collection, content, quote, text, origin) VALUES ({deal}, 1, 'gone', 'What?', 'person');
        INSERT INTO questioned VALUES (2, {deal}, 'r');
        INSERT INTO asked_question (collection, document, text, times) VALUES ({deal}, NULL, 'Rent?', 2);
        INSERT INTO asked_question (collection, document, text, times) VALUES ({deal}, 2, 'Rent?', 1);
        INSERT INTO grid (collection, name, is_chosen) VALUES ({deal}, 'Leases', 1);
        INSERT INTO grid_document VALUES (1, 1);
        INSERT INTO grid_signature (grid, document, name, row_sha256) VALUES (1, 1, 'Ann', hex(zeroblob(32)));
        INSERT INTO grid_question (grid, position, name, text, kind) VALUES (1, 0, 'Rent', 'What is the rent?', 'amount');
        INSERT INTO grid_cell (question, document, content, first_passage, generation, state, presence, read_passages,
            read_scores, judged) VALUES (1, 1, 1, 1, {tuned}, 'found', 0.75, x'01000000', x'00', 'right');
        INSERT INTO grid_answer VALUES (1, 'search', 0, 2, 1, '1', 'It is due.', '2', 'p. 1', 0.5, 'amount', '9', 'GBP 9');
        INSERT INTO feedback (collection, content, passage, text, question, mark, cell, said)
            VALUES ({deal}, 1, 2, 'the tenant pays', 'Who pays?', 'answers', 1, 1);"
    );
    let mut connection = stranger(library.path()).await;
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    (library, deal)
}

async fn texts(file: &Path, sql: String) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut stranger(file).await).await.unwrap()
}

/// All rows of the tables of a collection.
async fn dump(file: &Path) -> Vec<(String, Vec<String>)> {
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
    let mut dumped = Vec::new();
    for table in texts(file, tables.to_owned()).await {
        if STAY.contains(&table.as_str()) || table == "job" {
            continue;
        }
        let columns = texts(file, format!("SELECT 'quote(' || name || ')' FROM pragma_table_info('{table}')")).await;
        let row = columns.join(" || ', ' || ");
        dumped.push((table.clone(), texts(file, format!("SELECT {row} FROM {table} ORDER BY 1")).await));
    }
    dumped
}

fn there(hash: &str, listed: &str) -> String {
    format!("shared:/{}{listed}", &hash[..4])
}

fn back(_: &str, listed: &str) -> String {
    listed.split_once("/in/").map_or_else(|| "/copy/lease.pdf".to_owned(), |(_, name)| format!("/in/{name}"))
}

async fn copied(from: &Library, deal: CollectionId, to: &Library, place: pincite_library::Place<'_>) -> CollectionId {
    let into = to.create_collection("Deal").await.unwrap().id;
    from.copy_collection(deal, to, into, place).await.unwrap();
    into
}

#[tokio::test]
async fn a_collection_is_the_same_after_the_way_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let (library, deal) = made(&folder).await;
    let server = Library::open(&database().await).await.unwrap();
    server.create_collection("Another one").await.unwrap();
    let on_server = copied(&library, deal, &server, &there).await;
    let file = Library::open(&folder.path().join("back.db")).await.unwrap();
    copied(&server, on_server, &file, &back).await;

    // What differs on purpose: a document that was never read, the name of a tuned encoder, and gaps between numbers.
    let mut connection = stranger(library.path()).await;
    let expected = "DELETE FROM sighting WHERE path = '/in/waits.pdf'; DELETE FROM document WHERE content IS NULL;
        UPDATE sighting SET id = (SELECT count(*) FROM sighting before WHERE before.id <= sighting.id);
        UPDATE generation SET encoder = 'e5-copied-0123456789ab' WHERE base IS NOT NULL";
    sqlx::raw_sql(expected).execute(&mut connection).await.unwrap();
    let was = dump(library.path()).await;
    for (table, rows) in &was {
        assert!(!rows.is_empty(), "{table} is empty, so nothing is shown of it");
    }
    assert_eq!(dump(file.path()).await, was);
    assert!(file.check().await.unwrap().is_empty(), "what was copied is sealed");
}

#[tokio::test]
async fn a_file_that_the_other_library_has_is_stored_once() {
    let folder = tempfile::tempdir().unwrap();
    let (library, deal) = made(&folder).await;
    let other = Library::open(&folder.path().join("other.db")).await.unwrap();
    let own = other.create_collection("Own").await.unwrap().id;
    store(&other, own, "/own/loan.pdf", 2, &["the rent is due", "the tenant pays", "closing"]).await;
    let deal_there = copied(&library, deal, &other, &back).await;
    let contents = other.contents(deal_there).await.unwrap();
    assert_eq!(contents.len(), 2);
    let loan = other.contents(own).await.unwrap()[0].id;
    assert!(contents.iter().any(|content| content.id == loan));
    assert_eq!(other.passages(loan).await.unwrap().len(), 3);
    let vectors = texts(other.path(), format!("SELECT count(*) || '' FROM vectors WHERE content = {loan}")).await;
    assert_eq!(vectors, ["2"], "of both generations");

    other.rename_collection(deal_there, "First copy").await.unwrap();
    copied(&library, deal, &other, &back).await;
    let notes = texts(other.path(), "SELECT note FROM annotation".to_owned()).await;
    assert_eq!(notes, ["high"], "a note that is there is not doubled");
    let listed =
        texts(other.path(), format!("SELECT path FROM sighting WHERE collection = {deal_there} ORDER BY 1")).await;
    assert_eq!(listed, ["/copy/lease.pdf", "/in/lease.pdf", "/in/loan.pdf"]);
    assert!(other.check().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_file_that_was_read_differently_is_refused_and_nothing_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let (library, deal) = made(&folder).await;
    let other = Library::open(&folder.path().join("other.db")).await.unwrap();
    let own = other.create_collection("Own").await.unwrap().id;
    store(&other, own, "/own/loan.pdf", 2, &["the rent is due"]).await;
    let into = other.create_collection("Deal").await.unwrap().id;
    let refused = library.copy_collection(deal, &other, into, &back).await.unwrap_err();
    assert_eq!(refused.code(), "library.read_differently");
    assert!(refused.to_string().contains("Master Agreement"), "{refused}");
    assert_eq!(other.contents(into).await.unwrap(), []);
    assert_eq!(other.documents(into).await.unwrap(), []);
}

/// Numbers of what is gone must not become those of something else.
#[tokio::test]
async fn what_points_to_something_gone_points_to_nothing_there() {
    let folder = tempfile::tempdir().unwrap();
    let (library, deal) = made(&folder).await;
    let gone = "UPDATE feedback SET passage = 99, cell = 77; UPDATE grid_cell SET generation = 55, first_passage = 99;
        UPDATE grid_answer SET passage = 100";
    sqlx::raw_sql(gone).execute(&mut stranger(library.path()).await).await.unwrap();
    let other = Library::open(&folder.path().join("other.db")).await.unwrap();
    copied(&library, deal, &other, &back).await;
    let numbers = "SELECT passage || ' ' || cell FROM feedback UNION ALL
        SELECT generation || ' ' || first_passage FROM grid_cell UNION ALL SELECT passage || '' FROM grid_answer";
    assert_eq!(texts(other.path(), numbers.to_owned()).await, ["0 -77", "-55 0", "0"]);
}
