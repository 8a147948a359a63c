//! A statement that either database runs. It is checked against SQLite when this crate is compiled, and against PostgreSQL by
//! the tests, which run on both.

use super::{On, Reader, SqlResult};
use futures_util::stream::BoxStream;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::{Map, Query, QueryScalar};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow, Postgres, Sqlite};

/// A statement with its arguments, once for each database.
pub(crate) struct Statement<S, P> {
    pub(crate) sqlite: S,
    pub(crate) postgres: P,
}

/// A statement that returns no rows.
pub(crate) type Change<'q> = Statement<Query<'q, Sqlite, SqliteArguments>, Query<'q, Postgres, PgArguments>>;

impl Change<'_> {
    /// Runs it. Returns how many rows it changed.
    pub(crate) async fn execute<'c>(self, on: impl Into<On<'c>>) -> SqlResult<u64> {
        Ok(match on.into() {
            On::SqliteReader(pool) => self.sqlite.execute(pool).await?.rows_affected(),
            On::Sqlite(connection) => self.sqlite.execute(connection).await?.rows_affected(),
            On::PostgresReader(pool) => self.postgres.execute(pool).await?.rows_affected(),
            On::Postgres(connection) => self.postgres.execute(connection).await?.rows_affected(),
        })
    }
}

/// How rows are fetched, for the two kinds of statements that return some.
macro_rules! fetching {
    () => {
        /// All rows.
        pub(crate) async fn fetch_all<'c>(self, on: impl Into<On<'c>>) -> SqlResult<Vec<O>> {
            match on.into() {
                On::SqliteReader(pool) => self.sqlite.fetch_all(pool).await,
                On::Sqlite(connection) => self.sqlite.fetch_all(connection).await,
                On::PostgresReader(pool) => self.postgres.fetch_all(pool).await,
                On::Postgres(connection) => self.postgres.fetch_all(connection).await,
            }
        }

        /// The first row, if there is one.
        pub(crate) async fn fetch_optional<'c>(self, on: impl Into<On<'c>>) -> SqlResult<Option<O>> {
            match on.into() {
                On::SqliteReader(pool) => self.sqlite.fetch_optional(pool).await,
                On::Sqlite(connection) => self.sqlite.fetch_optional(connection).await,
                On::PostgresReader(pool) => self.postgres.fetch_optional(pool).await,
                On::Postgres(connection) => self.postgres.fetch_optional(connection).await,
            }
        }

        /// The first row.
        pub(crate) async fn fetch_one<'c>(self, on: impl Into<On<'c>>) -> SqlResult<O> {
            self.fetch_optional(on).await?.ok_or(sqlx::Error::RowNotFound)
        }
    };
}

impl<'q, F, G, O> Statement<Map<'q, Sqlite, F, SqliteArguments>, Map<'q, Postgres, G, PgArguments>>
where
    F: FnMut(SqliteRow) -> SqlResult<O> + Send,
    G: FnMut(PgRow) -> SqlResult<O> + Send,
    O: Send + Unpin,
{
    fetching!();

    /// Rows as they come.
    pub(crate) fn fetch<'c>(self, reader: &'c Reader) -> BoxStream<'c, SqlResult<O>>
    where
        'q: 'c,
        F: 'c,
        G: 'c,
        O: 'c,
    {
        match reader {
            Reader::Sqlite(pool) => self.sqlite.fetch(pool),
            Reader::Postgres(pool) => self.postgres.fetch(pool),
        }
    }
}

impl<'q, O> Statement<QueryScalar<'q, Sqlite, O, SqliteArguments>, QueryScalar<'q, Postgres, O, PgArguments>>
where
    O: Send + Unpin,
    (O,): for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    fetching!();
}

/// A statement that returns no rows: text, arguments. Numbers are `i64`, because PostgreSQL has no others without a sign.
macro_rules! query {
    ($sql:literal $(, $argument:expr)* $(,)?) => {
        $crate::store::Statement {
            sqlite: sqlx::query!($sql $(, $argument)*),
            postgres: sqlx::query::<sqlx::Postgres>($crate::store::postgres_text($sql))$(.bind(&$argument))*,
        }
    };
}

/// A statement that returns rows of a type: type, text, arguments.
macro_rules! query_as {
    ($row:ty, $sql:literal $(, $argument:expr)* $(,)?) => {
        $crate::store::Statement {
            sqlite: sqlx::query_as!($row, $sql $(, $argument)*),
            postgres: sqlx::query::<sqlx::Postgres>($crate::store::postgres_text($sql))$(.bind(&$argument))*
                .try_map(|row: sqlx::postgres::PgRow| <$row as sqlx::FromRow<_>>::from_row(&row)),
        }
    };
}

/// A statement that returns one column: text, arguments.
macro_rules! query_scalar {
    ($sql:literal $(, $argument:expr)* $(,)?) => {
        $crate::store::Statement {
            sqlite: sqlx::query_scalar!($sql $(, $argument)*),
            postgres: sqlx::query_scalar::<sqlx::Postgres, _>($crate::store::postgres_text($sql))$(.bind(&$argument))*,
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
            plain.extend(['"', '"']);
            plain.insert_str(plain.len() - 1, name);
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
