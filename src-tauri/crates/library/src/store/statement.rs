//! A statement that either database runs. It is checked against SQLite when this crate is compiled, and against PostgreSQL by
//! the tests, which run on both.

use super::{On, SqlResult};
use futures_util::stream::BoxStream;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::{Map, Query, QueryScalar};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow, Postgres, Sqlite};

/// A statement that returns rows of a type, once for each database. Only the one that runs is built.
pub(crate) struct Rows<S, P> {
    pub(crate) sqlite: S,
    pub(crate) postgres: P,
}

/// The same for one column.
pub(crate) struct Column<S, P> {
    pub(crate) sqlite: S,
    pub(crate) postgres: P,
}

/// The same without rows.
pub(crate) struct Change<'q> {
    pub(crate) sqlite: Box<dyn FnOnce() -> Query<'q, Sqlite, SqliteArguments> + Send + 'q>,
    pub(crate) postgres: Box<dyn FnOnce() -> Query<'q, Postgres, PgArguments> + Send + 'q>,
}

impl Change<'_> {
    /// Runs it. Returns how many rows it changed.
    pub(crate) async fn execute<'c>(self, on: impl Into<On<'c>>) -> SqlResult<u64> {
        Ok(match on.into() {
            On::SqliteReader(pool) => (self.sqlite)().execute(pool).await?.rows_affected(),
            On::Sqlite(connection) => (self.sqlite)().execute(connection).await?.rows_affected(),
            On::PostgresReader(pool) => (self.postgres)().execute(pool).await?.rows_affected(),
            On::Postgres(connection) => (self.postgres)().execute(connection).await?.rows_affected(),
        })
    }
}

/// How rows are fetched, for the two kinds of statements that return some.
macro_rules! fetching {
    () => {
        /// All rows.
        pub(crate) async fn fetch_all<'c>(self, on: impl Into<On<'c>>) -> SqlResult<Vec<O>> {
            match on.into() {
                On::SqliteReader(pool) => (self.sqlite)().fetch_all(pool).await,
                On::Sqlite(connection) => (self.sqlite)().fetch_all(connection).await,
                On::PostgresReader(pool) => (self.postgres)().fetch_all(pool).await,
                On::Postgres(connection) => (self.postgres)().fetch_all(connection).await,
            }
        }

        /// The first row, if there is one.
        pub(crate) async fn fetch_optional<'c>(self, on: impl Into<On<'c>>) -> SqlResult<Option<O>> {
            match on.into() {
                On::SqliteReader(pool) => (self.sqlite)().fetch_optional(pool).await,
                On::Sqlite(connection) => (self.sqlite)().fetch_optional(connection).await,
                On::PostgresReader(pool) => (self.postgres)().fetch_optional(pool).await,
                On::Postgres(connection) => (self.postgres)().fetch_optional(connection).await,
            }
        }

        /// The first row.
        pub(crate) async fn fetch_one<'c>(self, on: impl Into<On<'c>>) -> SqlResult<O> {
            self.fetch_optional(on).await?.ok_or(sqlx::Error::RowNotFound)
        }
    };
}

impl<'q, S, P, F, G, O> Rows<S, P>
where
    S: FnOnce() -> Map<'q, Sqlite, F, SqliteArguments>,
    P: FnOnce() -> Map<'q, Postgres, G, PgArguments>,
    F: FnMut(SqliteRow) -> SqlResult<O> + Send,
    G: FnMut(PgRow) -> SqlResult<O> + Send,
    O: Send + Unpin,
{
    fetching!();

    /// Rows as they come.
    pub(crate) fn fetch<'c>(self, on: On<'c>) -> BoxStream<'c, SqlResult<O>>
    where
        'q: 'c,
        F: 'c,
        G: 'c,
        O: 'c,
    {
        match on {
            On::SqliteReader(pool) => (self.sqlite)().fetch(pool),
            On::Sqlite(connection) => (self.sqlite)().fetch(connection),
            On::PostgresReader(pool) => (self.postgres)().fetch(pool),
            On::Postgres(connection) => (self.postgres)().fetch(connection),
        }
    }
}

impl<'q, S, P, O> Column<S, P>
where
    S: FnOnce() -> QueryScalar<'q, Sqlite, O, SqliteArguments>,
    P: FnOnce() -> QueryScalar<'q, Postgres, O, PgArguments>,
    O: Send + Unpin,
    (O,): for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    fetching!();
}

/// A statement that returns no rows: text, arguments. Numbers are `i64`, because PostgreSQL has no others without a sign.
macro_rules! query {
    ($sql:literal $(, $argument:expr)* $(,)?) => {
        $crate::store::Change {
            sqlite: Box::new(|| sqlx::query!($sql $(, $argument)*)),
            postgres: Box::new(
                || sqlx::query::<sqlx::Postgres>($crate::store::postgres_text($sql))$(.bind(&$argument))*
            ),
        }
    };
}

/// A statement that returns rows of a type: type, text, arguments.
macro_rules! query_as {
    ($row:ty, $sql:literal $(, $argument:expr)* $(,)?) => {
        $crate::store::Rows {
            sqlite: || sqlx::query_as!($row, $sql $(, $argument)*),
            postgres: || sqlx::query::<sqlx::Postgres>($crate::store::postgres_text($sql))$(.bind(&$argument))*
                .try_map(|row: sqlx::postgres::PgRow| <$row as sqlx::FromRow<_>>::from_row(&row)),
        }
    };
}

/// A statement that returns one column: text, arguments.
macro_rules! query_scalar {
    ($sql:literal $(, $argument:expr)* $(,)?) => {
        $crate::store::Column {
            sqlite: || sqlx::query_scalar!($sql $(, $argument)*),
            postgres: || sqlx::query_scalar::<sqlx::Postgres, _>($crate::store::postgres_text($sql))$(.bind(&$argument))*,
        }
    };
}

pub(crate) use {query, query_as, query_scalar};

/// The text without what only sqlx's macros read: `AS "id!: JobId"` becomes `AS "id"`.
pub(crate) fn postgres_text(text: &'static str) -> AssertSqlSafe<String> {
    let mut plain = String::with_capacity(text.len());
    for (number, part) in text.split('"').enumerate() {
        if number % 2 == 0 {
            plain.push_str(part);
        } else {
            let name = part.split(['!', '?', ':']).next().unwrap_or(part);
            plain.push('"');
            plain.push_str(name);
            plain.push('"');
        }
    }
    AssertSqlSafe(plain)
}

#[cfg(test)]
mod tests {
    use super::postgres_text;

    #[test]
    fn names_of_columns_lose_what_only_the_macros_read() {
        let text =
            r#"SELECT id AS "id!: JobId", path AS "path?", kind AS "kind: String", alone FROM job WHERE id = $1"#;
        let plain = r#"SELECT id AS "id", path AS "path", kind AS "kind", alone FROM job WHERE id = $1"#;
        assert_eq!(postgres_text(text).0, plain);
    }
}
