//! What is not as it was stored is found, whichever table it is in; and what can be read of a damaged file is kept.

use crate::support::{Temporary, content, harm, passages, store, stranger};
use crate::upgrade::filled;
use pincite_library::{
    ContentId, DocumentId, Fault, GenerationId, GridCellPlace, GridId, GridQuestionId, Kept, Library, Mark, PassageId,
    Places, RowFaults,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::AssertSqlSafe;
use std::path::Path;

fn rows(kept: Kept, changed: u32, lost: u32) -> Fault {
    Fault::Rows(kept, RowFaults { changed, lost })
}

#[tokio::test]
async fn what_was_stored_is_as_it_was_stored() {
    let Temporary { library, folder: _folder } = &filled().await;
    assert_eq!(library.check().await.unwrap(), []);
    let deal = library.collections().await.unwrap()[0].id;
    let document = library.documents(deal).await.unwrap().remove(0);
    library.rename_document(document.id, "Master").await.unwrap();
    for _ in 0..2 {
        library.remember_question(deal, Some(document.id), "How much is due?").await.unwrap();
    }
    assert_eq!(library.check().await.unwrap(), [], "a row that was replaced took its seal with it");
    let other = passages(&["Another text."]);
    let new = content(document.id, "/a.pdf", 2, &[], &other, None);
    library.store_content(&new).await.unwrap();
    assert_eq!(library.check().await.unwrap(), [], "marks and highlights have followed to the new content");
    library.remove_document(document.id).await.unwrap();
    library.delete_collection(deal).await.unwrap();
    assert_eq!(library.check().await.unwrap(), [], "rows that go with others take their seals with them");
}

/// A loop that looks for work would else write to the disk for ever, and wake every other process each time.
#[tokio::test]
async fn a_transaction_without_changes_writes_nothing() {
    let Temporary { library, folder } = &filled().await;
    while let Some(job) = library.claim_next(Places::ALL).await.unwrap() {
        library.finish_job(job.id).await.unwrap();
    }
    let log = || std::fs::metadata(folder.path().join("library.db-wal")).unwrap().len();
    let before = log();
    for _ in 0..3 {
        assert_eq!(library.claim_next(Places::ALL).await.unwrap(), None);
    }
    assert_eq!(log(), before);
}

/// Statements of another program, and what is found.
#[tokio::test]
async fn every_change_by_another_program_is_found() {
    let text = Fault::Text(ContentId(1));
    let index = Fault::Vectors(GenerationId(1), ContentId(1));
    let place =
        GridCellPlace { grid: GridId(1), question: GridQuestionId(1), document: DocumentId(1), is_judged: true };
    let cell = Fault::Cell(place);
    let cases = [
        ("UPDATE passage SET body = (SELECT body FROM passage WHERE id = 2) WHERE id = 1", text.clone()),
        ("UPDATE passage SET first_page = 7 WHERE id = 2", text.clone()),
        ("DELETE FROM passage WHERE id = 2", text.clone()),
        ("UPDATE page SET label = '9'", text.clone()),
        ("DELETE FROM page", text.clone()),
        ("UPDATE content_terms SET lines = 'pay' || char(10) || 'compete'", text.clone()),
        ("DELETE FROM content_terms", text.clone()),
        ("UPDATE content_tables SET body = x'01'", text.clone()),
        ("DELETE FROM content_tables", text.clone()),
        ("UPDATE content_language SET language = 'fr'", text.clone()),
        ("UPDATE content SET title = 'Other'", text.clone()),
        ("UPDATE content SET passage_count = 1", text),
        ("UPDATE recognised_page SET confidence = 0.5", Fault::Recognised(ContentId(1))),
        ("UPDATE vectors SET elements = zeroblob(24)", index.clone()),
        ("UPDATE vectors SET owners = x'0000000000000000'", index.clone()),
        ("DELETE FROM vectors", index),
        ("UPDATE grid_cell SET state = 'found'", cell.clone()),
        ("UPDATE grid_cell SET presence = 0.25", cell.clone()),
        ("UPDATE grid_answer SET sentence = 'Pay nothing.'", cell.clone()),
        ("DELETE FROM grid_answer", cell),
        ("UPDATE feedback SET mark = 'does_not' WHERE id = 1", rows(Kept::Marks, 1, 0)),
        ("DELETE FROM feedback WHERE id = 1", rows(Kept::Marks, 0, 1)),
        ("UPDATE annotation SET note = 'never'", rows(Kept::Notes, 1, 0)),
        ("DELETE FROM annotation", rows(Kept::Notes, 0, 1)),
        (
            "INSERT INTO annotation SELECT 7, content, page, boxes, text, note, colour, 0, NULL FROM annotation",
            rows(Kept::Notes, 1, 0),
        ),
        ("UPDATE grid SET name = 'Other'", rows(Kept::Tables, 1, 0)),
        ("UPDATE grid_question SET text = 'Who?'", rows(Kept::Tables, 1, 0)),
        ("UPDATE question SET text = 'Who?' WHERE id = 1", rows(Kept::Questions, 1, 0)),
        ("DELETE FROM asked_question", rows(Kept::Questions, 0, 1)),
        ("UPDATE document SET name = 'Other' WHERE id = 1", rows(Kept::Documents, 1, 0)),
        ("UPDATE sighting SET path = '/z.pdf' WHERE id = 1", rows(Kept::Documents, 1, 0)),
        ("DELETE FROM tag", rows(Kept::Documents, 0, 1)),
        ("UPDATE generation SET encoder = 'e6' WHERE id = 1", rows(Kept::Encoders, 1, 0)),
        ("UPDATE run SET report = 'null'", rows(Kept::Encoders, 1, 0)),
        ("INSERT INTO setting VALUES ('keep_questions', 'off')", rows(Kept::Settings, 1, 0)),
        ("UPDATE job SET path = '/z.pdf' WHERE id = 1", rows(Kept::Work, 1, 0)),
        ("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'passage'", rows(Kept::Work, 1, 0)),
    ];
    for (statement, expected) in cases {
        let Temporary { library, folder: _folder } = &filled().await;
        harm(library, statement).await;
        let found = library.check().await.unwrap();
        assert!(found.contains(&expected), "{statement}: {found:?}");
    }
}

#[tokio::test]
async fn a_changed_letter_is_not_quoted() {
    let Temporary { library, folder: _folder } = &filled().await;
    let change = "UPDATE passage SET body = CAST(replace(CAST(body AS TEXT), '1,577', '1,677') AS BLOB) WHERE id = 1";
    harm(library, change).await;
    let loaded = library.load_passages(&[PassageId(1), PassageId(2)]).await.unwrap();
    assert_eq!((loaded.passages.len(), loaded.damaged), (1, vec![ContentId(1)]));
}

#[tokio::test]
async fn what_is_given_up_counts_as_it_is() {
    let Temporary { library, folder: _folder } = &filled().await;
    for change in ["UPDATE feedback SET mark = 'does_not'", "UPDATE vectors SET elements = zeroblob(24)"] {
        harm(library, change).await;
    }
    let faults = library.check().await.unwrap();
    assert_eq!(faults.len(), 3, "the number of changes is among them: {faults:?}");
    library.give_up(&faults).await.unwrap();
    assert_eq!(library.check().await.unwrap(), []);
    let deal = library.collections().await.unwrap()[0].id;
    assert_eq!(library.feedback(deal).await.unwrap()[0].mark, Mark::DoesNot, "a mark is kept as it is");
    let generation = library.active_generation(deal).await.unwrap().unwrap();
    assert_eq!(
        library.contents_without_vectors(generation.id).await.unwrap(),
        [ContentId(1)],
        "vectors are computed again"
    );
}

/// A library file, closed.
async fn closed_library(temporary: Temporary) -> (tempfile::TempDir, std::path::PathBuf) {
    let Temporary { library, folder } = temporary;
    let path = library.path().to_owned();
    library.close().await;
    (folder, path)
}

#[tokio::test]
async fn a_sound_library_is_not_salvaged() {
    let (folder, path) = closed_library(filled().await).await;
    let before = std::fs::read(&path).unwrap();
    assert_eq!(Library::salvage(&path).await.unwrap(), None);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(files, 2, "the library and the lock of its opening");
    assert_eq!(Library::salvage(&folder.path().join("none.db")).await.unwrap(), None);
}

/// Each page of the file in turn is overwritten: the rest is kept, what people made first of all.
#[tokio::test]
async fn whatever_page_is_destroyed_the_rest_is_kept() {
    let (_folder, path) = closed_library(filled().await).await;
    let whole = std::fs::read(&path).unwrap();
    let pages = whole.len() / 4096;
    let mut marks = 0;
    for damaged in 1..pages {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("library.db");
        let mut bytes = whole.clone();
        bytes[damaged * 4096..(damaged + 1) * 4096].fill(0xa5);
        std::fs::write(&path, &bytes).unwrap();
        match Library::salvage(&path).await {
            Ok(Some(aside)) => assert_eq!(std::fs::read(aside).unwrap(), bytes, "the damaged file stays as it is"),
            Ok(None) => panic!("page {damaged} is not missed"),
            Err(error) => {
                assert_eq!(error.code(), "library.corrupt", "page {damaged}");
                continue;
            }
        }
        let library = Library::open(&path).await.unwrap();
        let faults = library.check().await.unwrap();
        assert!(!faults.iter().any(|fault| matches!(fault, Fault::File { .. })), "page {damaged}: {faults:?}");
        library.give_up(&faults).await.unwrap();
        for collection in library.collections().await.unwrap() {
            marks += library.feedback(collection.id).await.unwrap().len();
        }
        library.close().await;
    }
    assert!(
        marks + 10 > pages,
        "a mark goes with its own page, and with the seven that name the tables: {marks} of {pages}"
    );
}

#[tokio::test]
async fn an_open_library_is_not_salvaged() {
    let temporary = filled().await;
    assert_eq!(Library::salvage(temporary.library.path()).await.unwrap_err().code(), "library.in_use");
}

/// Everything in a library, as text.
async fn dump(path: &Path) -> Vec<String> {
    let mut stranger = stranger(path).await;
    let tables = sqlx::query_scalar::<_, String>(
        "SELECT format('SELECT ''%s '' || json_array(%s) FROM %s ORDER BY 1', m.name,
            group_concat(format('quote(%s)', c.name), ', '), m.name)
        FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name",
    );
    let mut rows = Vec::new();
    for select in tables.fetch_all(&mut stranger).await.unwrap() {
        rows.extend(sqlx::query_scalar::<_, String>(AssertSqlSafe(select)).fetch_all(&mut stranger).await.unwrap());
    }
    let schema = "SELECT name || coalesce(sql, '') FROM sqlite_master ORDER BY name";
    rows.extend(sqlx::query_scalar::<_, String>(schema).fetch_all(&mut stranger).await.unwrap());
    rows
}

/// Whether a library says that something is wrong with it.
async fn is_noticed(path: &Path) -> bool {
    match Library::open(path).await {
        Err(_) => true,
        Ok(library) => {
            let faults = library.check().await;
            library.close().await;
            !faults.is_ok_and(|faults| faults.is_empty())
        }
    }
}

/// A flipped bit is noticed, or lies where nothing is stored.
#[tokio::test]
async fn no_flipped_bit_goes_unnoticed() {
    let temporary = filled().await;
    let deal = temporary.library.collections().await.unwrap()[0].id;
    for number in 3..9 {
        let text = format!("The fee of document {number} is due in {number} days. ").repeat(8);
        store(&temporary.library, deal, &format!("/{number}.pdf"), number, &[text.as_str(); 20]).await;
    }
    let (_folder, path) = closed_library(temporary).await;
    let whole = std::fs::read(&path).unwrap();
    let before = dump(&path).await;
    let mut random = StdRng::seed_from_u64(39);
    let mut noticed = 0;
    for _ in 0..60 {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("library.db");
        let mut bytes = whole.clone();
        let bit = random.random_range(0..bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, &bytes).unwrap();
        if is_noticed(&path).await {
            noticed += 1;
        } else {
            assert_eq!(dump(&path).await, before, "bit {bit} changed what is stored");
        }
    }
    assert!(noticed >= 20, "most of the file is used: {noticed}");
}
