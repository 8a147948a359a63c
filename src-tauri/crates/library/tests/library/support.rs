//! What every test needs: a library in a folder of its own, and contents to put into it. Not for assertions.

use crate::server;
use jiff::civil::date;
use pincite_item::items_of_label;
use pincite_library::{
    CollectionId, ContentHash, DocumentId, FileVersion, GenerationId, Library, NewContent, NewPassage, NewVectors,
    PageMeta, Placement, Problem, RowPlace, StoredTable, Vectors,
};
use pincite_passage::{Kind, Passage, Span};
use pincite_pdf::Rect;
use pincite_table::{self as tables, Cell, Column, Period, Row, Table, Unit};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection};
use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// A library that is gone with the test.
pub(crate) struct Temporary {
    pub(crate) library: Library,
    pub(crate) folder: TempDir,
}

impl Temporary {
    pub(crate) async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = if crate::IS_SHARED { server::database().await } else { folder.path().join("library.db") };
        let library = Library::open(&place).await.unwrap();
        Self { library, folder }
    }

    /// A second handle on the same library, as another process would have it.
    pub(crate) async fn again(&self) -> Library {
        Library::open(self.library.path()).await.unwrap()
    }
}

/// A connection that is not ours: what it changes is not sealed.
pub(crate) async fn stranger(file: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(file).foreign_keys(false).connect().await.unwrap()
}

/// Changes a library as another program or a bad disk would.
pub(crate) async fn harm(library: &Library, statement: &str) {
    let changed = force(library, statement).await.unwrap();
    assert!(changed > 0, "{statement}");
}

/// Runs a statement without the library. Returns how many rows it changed.
pub(crate) async fn force(library: &Library, statement: &str) -> sqlx::Result<u64> {
    let statement = sqlx::raw_sql(AssertSqlSafe(statement.to_owned()));
    if crate::IS_SHARED {
        let mut connection = server::connection(library.path().to_str().unwrap()).await;
        return statement.execute(&mut connection).await.map(|done| done.rows_affected());
    }
    statement.execute(&mut stranger(library.path()).await).await.map(|done| done.rows_affected())
}

/// Begins a transaction without the library, which ends unfinished with what this returns.
pub(crate) async fn begin(library: &Library, statement: &str) -> Box<dyn Any + Send> {
    let statement = sqlx::raw_sql(AssertSqlSafe(format!("BEGIN; {statement}")));
    if crate::IS_SHARED {
        let mut connection = server::connection(library.path().to_str().unwrap()).await;
        statement.execute(&mut connection).await.unwrap();
        return Box::new(connection);
    }
    let mut connection = stranger(library.path()).await;
    statement.execute(&mut connection).await.unwrap();
    Box::new(connection)
}

/// Runs a test's asynchronous part, for tests that also do other things.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    /// One for all calls: connections of a library belong to the runtime that made them.
    static RUNTIME: LazyLock<Runtime> =
        LazyLock::new(|| tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap());
    RUNTIME.block_on(future)
}

/// Hash of imagined bytes: only its being different from others matters.
pub(crate) fn hash(number: u8) -> ContentHash {
    ContentHash([number; 32])
}

/// A file that was read.
pub(crate) fn seen(path: &Path) -> FileVersion<'_> {
    FileVersion { path, bytes: 1000, modified_ms: 1_700_000_000_000 }
}

pub(crate) fn problem(code: &str) -> Problem {
    Problem { code: code.to_owned(), message: format!("It is about {code}.") }
}

/// Lists one file and gives its document.
pub(crate) async fn list(library: &Library, collection: CollectionId, path: &str) -> DocumentId {
    library.list_files(collection, &[PathBuf::from(path)]).await.unwrap()[0].document
}

/// A page that can be searched.
pub(crate) fn page(label: &str) -> PageMeta {
    PageMeta { label: label.to_owned(), width: 612.0, height: 792.0, problem: None }
}

/// A passage whose words stand side by side on lines of five.
pub(crate) fn passage(ordinal: u32, text: &str) -> NewPassage {
    let spans = words(text).enumerate().map(|(number, (start, end))| {
        let column = (number % 5) as f32 * 80.0;
        let line = (number / 5) as f32 * 14.5;
        let rect = Rect { x0: 72.0 + column, y0: 100.25 + line, x1: 140.0 + column, y1: 111.0 + line };
        Span { start, end, page: ordinal, rect }
    });
    let passage = Passage {
        ordinal,
        text: text.to_owned(),
        headings: vec!["ARTICLE VII".to_owned(), "7.2 Termination".to_owned()],
        clause: Some("7.2(b)".to_owned()),
        sentences: vec![(0, text.len() as u32)],
        spans: spans.collect(),
        kind: if ordinal.is_multiple_of(2) { Kind::Prose } else { Kind::Table },
        ..Passage::default()
    };
    NewPassage { passage, terms: text.to_lowercase() }
}

fn words(text: &str) -> impl Iterator<Item = (u32, u32)> {
    text.split_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start as u32, (start + word.len()) as u32)
    })
}

/// Passages with these texts.
pub(crate) fn passages(texts: &[&str]) -> Vec<NewPassage> {
    (0..).zip(texts).map(|(ordinal, text)| passage(ordinal, text)).collect()
}

/// A table with one row of one figure, which stands in a passage.
pub(crate) fn table(label: &str, figure: &str, passage: u32) -> StoredTable {
    let period = Some(Period { span: tables::Span::Months(12), year: 2018, end: Some(date(2018, 12, 31)) });
    let value = figure.replace(',', "").parse().ok();
    let cell = Cell { text: figure.to_owned(), value, unit: Unit::Money, scale: 1_000_000, ..Cell::default() };
    let row = Row { path: vec![label.to_owned()], items: items_of_label(label), cells: vec![cell], ..Row::default() };
    let column = Column { head: vec!["2018".to_owned()], period };
    let table = Table { title: "Results".to_owned(), columns: vec![column], rows: vec![row] };
    StoredTable { table, places: vec![Some(RowPlace { passage, sentence: 0 })] }
}

/// Vectors of width 3, one row per passage, told apart by `seed`.
pub(crate) fn vectors(count: u32, seed: f32) -> Vectors {
    let values = (0..count * 3).map(|n| seed + n as f32 / 7.0).collect();
    Vectors { width: 3, owners: (0..count).collect(), values }
}

/// These vectors, to be stored in a generation.
pub(crate) fn new_vectors(generation: GenerationId, vectors: &Vectors) -> NewVectors {
    NewVectors { generation, vectors: vectors.clone() }
}

/// Content ready to store, to be changed at will.
pub(crate) fn content<'a>(
    document: DocumentId,
    path: &'a str,
    number: u8,
    pages: &'a [PageMeta],
    passages: &'a [NewPassage],
    vectors: Option<&'a NewVectors>,
) -> NewContent<'a> {
    NewContent {
        document,
        seen: seen(Path::new(path)),
        hash: hash(number),
        title: Some("Master Agreement"),
        recipe: "one",
        language: pincite_language::Language::English,
        problem: None,
        pages,
        passages,
        tables: &[],
        vectors,
    }
}

/// Lists a file and stores content for it.
pub(crate) async fn store(
    library: &Library,
    collection: CollectionId,
    path: &str,
    number: u8,
    texts: &[&str],
) -> Placement {
    let document = list(library, collection, path).await;
    let pages = [page("1")];
    let passages = passages(texts);
    library.store_content(&content(document, path, number, &pages, &passages, None)).await.unwrap()
}
