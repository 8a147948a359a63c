//! Which database holds the library: the SQLite file of one machine, or a PostgreSQL server that many share. The rest of the
//! crate reads through [`Store::reader`] and writes through [`Writing`], with one text of SQL for both.
//!
//! What one of them does in its own way is in `sqlite` and `postgres`.

mod statement;

pub(crate) use statement::{Change, Column, Rows, postgres_text, query, query_as, query_scalar};

use crate::changes::Committed;
use crate::rows::{NewContentRow, NewPageRow, NewPassageRow};
use crate::{CollectionId, ContentId, Judgement, NewVectors, PassageId, postgres, sqlite};
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool};

type SqlResult<T> = std::result::Result<T, sqlx::Error>;

/// The database of an open library.
#[derive(Debug)]
pub(crate) enum Store {
    Sqlite(sqlite::Store),
    Postgres(Box<postgres::Store>),
}

impl Store {
    /// Connections that read what was committed.
    pub(crate) fn reader(&self) -> On<'_> {
        match self {
            Self::Sqlite(store) => On::SqliteReader(store.reader()),
            Self::Postgres(store) => On::PostgresReader(store.pool()),
        }
    }

    pub(crate) async fn snapshot(&self) -> SqlResult<Snapshot> {
        Ok(match self {
            Self::Sqlite(store) => Snapshot::Sqlite(store.reader().begin().await?),
            Self::Postgres(store) => {
                let one_state = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Snapshot::Postgres(store.pool().begin_with(one_state).await?)
            }
        })
    }
}

/// A transaction that only reads, and sees the library as it was at its start.
pub(crate) enum Snapshot {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

/// A transaction that writes. Dropped without [`Writing::commit`], it changes nothing.
pub(crate) struct Writing {
    transaction: Transaction,
    committed: Committed,
}

pub(crate) enum Transaction {
    Sqlite(sqlite::Transaction),
    Postgres(postgres::Transaction),
}

impl Writing {
    pub(crate) fn new(transaction: Transaction, committed: Committed) -> Self {
        Self { transaction, committed }
    }

    /// The first of some free numbers for passages, one after the other.
    pub(crate) async fn take_passages(&mut self) -> SqlResult<PassageId> {
        match &mut self.transaction {
            Transaction::Sqlite(transaction) => transaction.next_passage().await,
            Transaction::Postgres(transaction) => transaction.take_passages().await,
        }
    }

    /// Stores a content, so far without pages and passages.
    pub(crate) async fn insert_content(&mut self, row: &NewContentRow<'_>) -> SqlResult<ContentId> {
        match &mut self.transaction {
            Transaction::Sqlite(transaction) => transaction.insert_content(row).await,
            Transaction::Postgres(transaction) => transaction.insert_content(row).await,
        }
    }

    /// Stores pages of a content.
    pub(crate) async fn insert_pages(&mut self, content: ContentId, rows: &[NewPageRow<'_>]) -> SqlResult<()> {
        match &mut self.transaction {
            Transaction::Sqlite(transaction) => transaction.insert_pages(content, rows).await,
            Transaction::Postgres(transaction) => transaction.insert_pages(content, rows).await,
        }
    }

    /// Stores passages of a content.
    pub(crate) async fn insert_passages(&mut self, content: ContentId, rows: &[NewPassageRow]) -> SqlResult<()> {
        match &mut self.transaction {
            Transaction::Sqlite(transaction) => transaction.insert_passages(content, rows).await,
            Transaction::Postgres(transaction) => transaction.insert_passages(content, rows).await,
        }
    }

    /// Makes the terms of a content, one line a passage, an index of where each stands. A file needs none.
    pub(crate) async fn index_terms(
        &mut self,
        collection: CollectionId,
        content: ContentId,
        lines: &str,
    ) -> SqlResult<()> {
        match &mut self.transaction {
            Transaction::Sqlite(_) => Ok(()),
            Transaction::Postgres(transaction) => transaction.index_terms(collection, content, lines).await,
        }
    }

    /// Makes the vectors of a content an index of what is near. A file needs none.
    pub(crate) async fn index_vectors(&mut self, content: ContentId, new: &NewVectors) -> SqlResult<()> {
        match &mut self.transaction {
            Transaction::Sqlite(_) => Ok(()),
            Transaction::Postgres(transaction) => transaction.index_vectors(content, new).await,
        }
    }

    /// Notes what this person says of a cell of a grid. A file has one person, of whom the cell itself tells.
    pub(crate) async fn note_judgement(
        &mut self,
        cell: i64,
        judged: Option<Judgement>,
        sentence: Option<&str>,
    ) -> SqlResult<()> {
        match &mut self.transaction {
            Transaction::Sqlite(_) => Ok(()),
            Transaction::Postgres(transaction) => transaction.note_judgement(cell, judged, sentence).await,
        }
    }

    /// Takes all rows as they are for right, whatever their seals said.
    pub(crate) async fn seal_all(&mut self) -> SqlResult<()> {
        match &mut self.transaction {
            Transaction::Sqlite(transaction) => transaction.seal_all().await,
            Transaction::Postgres(_) => Ok(()),
        }
    }

    /// Commits, and tells whoever listens for changes.
    pub(crate) async fn commit(self) -> SqlResult<()> {
        match self.transaction {
            Transaction::Sqlite(transaction) => transaction.commit().await?,
            Transaction::Postgres(transaction) => transaction.commit().await?,
        }
        self.committed.tell();
        Ok(())
    }
}

/// What runs a statement.
pub(crate) enum On<'c> {
    SqliteReader(&'c SqlitePool),
    Sqlite(&'c mut SqliteConnection),
    PostgresReader(&'c PgPool),
    Postgres(&'c mut PgConnection),
}

impl<'c> From<&'c mut Writing> for On<'c> {
    fn from(writing: &'c mut Writing) -> Self {
        match &mut writing.transaction {
            Transaction::Sqlite(transaction) => Self::Sqlite(transaction),
            Transaction::Postgres(transaction) => Self::Postgres(transaction),
        }
    }
}

impl<'c> From<&'c mut Snapshot> for On<'c> {
    fn from(snapshot: &'c mut Snapshot) -> Self {
        match snapshot {
            Snapshot::Sqlite(transaction) => Self::Sqlite(transaction),
            Snapshot::Postgres(transaction) => Self::Postgres(transaction),
        }
    }
}

impl<'c> From<&'c mut SqliteConnection> for On<'c> {
    fn from(connection: &'c mut SqliteConnection) -> Self {
        Self::Sqlite(connection)
    }
}

/// For one statement of several.
impl<'c> From<&'c mut On<'_>> for On<'c> {
    fn from(on: &'c mut On<'_>) -> Self {
        match on {
            On::SqliteReader(pool) => Self::SqliteReader(pool),
            On::Sqlite(connection) => Self::Sqlite(connection),
            On::PostgresReader(pool) => Self::PostgresReader(pool),
            On::Postgres(connection) => Self::Postgres(connection),
        }
    }
}
