//! Rows of any table, as both databases read and write them. Not for what they mean.

use crate::store::{On, Writing};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    AssertSqlSafe, Column, Database, Encode, Postgres, QueryBuilder, Row as _, Sqlite, Type, TypeInfo, ValueRef,
};

type SqlResult<T> = std::result::Result<T, sqlx::Error>;

/// Arguments of a statement at most. SQLite takes some 32,000.
const ARGUMENTS: usize = 4_000;
/// Asks for the number of a new row.
const RETURNING: &str = " RETURNING id";
/// Columns that are true or false. SQLite has numbers for them.
const FLAGS: [&str; 2] = ["active", "is_chosen"];

/// A stored value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
    Flag(bool),
}

/// The columns of a row with their names.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row(pub(super) Vec<(String, Value)>);

impl Row {
    fn value(&self, column: &str) -> &Value {
        self.0.iter().find(|(name, _)| name == column).map_or(&Value::Null, |(_, value)| value)
    }

    /// A number, 0 if there is none.
    pub(super) fn integer(&self, column: &str) -> i64 {
        if let Value::Integer(number) = self.value(column) { *number } else { 0 }
    }

    /// A text, empty if there is none.
    pub(super) fn text(&self, column: &str) -> &str {
        if let Value::Text(text) = self.value(column) { text } else { "" }
    }

    /// Bytes, empty if there are none.
    pub(super) fn bytes(&self, column: &str) -> &[u8] {
        if let Value::Bytes(bytes) = self.value(column) { bytes } else { &[] }
    }

    /// Puts a text in place of what a column holds.
    pub(super) fn set(&mut self, column: &str, text: String) {
        if let Some((_, value)) = self.0.iter_mut().find(|(name, _)| name == column) {
            *value = Value::Text(text);
        }
    }

    pub(super) fn without_id(mut self) -> Self {
        self.0.retain(|(name, _)| name != "id");
        self
    }
}

/// The rows of a table that fulfil a condition about `$1`, in the order in which they were made.
pub(super) async fn rows<'c>(on: impl Into<On<'c>>, table: &str, condition: &str, of: i64) -> SqlResult<Vec<Row>> {
    let select = AssertSqlSafe(format!("SELECT * FROM {table} WHERE {condition}"));
    let mut found = match on.into() {
        On::SqliteReader(pool) => sqlite_rows(&sqlx::query(select).bind(of).fetch_all(pool).await?),
        On::Sqlite(connection) => sqlite_rows(&sqlx::query(select).bind(of).fetch_all(connection).await?),
        On::PostgresReader(pool) => postgres_rows(&sqlx::query(select).bind(of).fetch_all(pool).await?),
        On::Postgres(connection) => postgres_rows(&sqlx::query(select).bind(of).fetch_all(connection).await?),
    }?;
    found.sort_by_key(|row| row.integer("id"));
    Ok(found)
}

fn sqlite_rows(rows: &[SqliteRow]) -> SqlResult<Vec<Row>> {
    rows.iter().map(sqlite_row).collect()
}

fn sqlite_row(row: &SqliteRow) -> SqlResult<Row> {
    let mut columns = Vec::with_capacity(row.len());
    for column in row.columns() {
        let raw = row.try_get_raw(column.ordinal())?;
        let value = match raw.type_info().name() {
            _ if raw.is_null() => Value::Null,
            "INTEGER" if FLAGS.contains(&column.name()) => Value::Flag(row.try_get(column.ordinal())?),
            "INTEGER" => Value::Integer(row.try_get(column.ordinal())?),
            "REAL" => Value::Real(row.try_get(column.ordinal())?),
            "BLOB" => Value::Bytes(row.try_get(column.ordinal())?),
            _ => Value::Text(row.try_get(column.ordinal())?),
        };
        columns.push((column.name().to_owned(), value));
    }
    Ok(Row(columns))
}

fn postgres_rows(rows: &[PgRow]) -> SqlResult<Vec<Row>> {
    rows.iter().map(postgres_row).collect()
}

fn postgres_row(row: &PgRow) -> SqlResult<Row> {
    let mut columns = Vec::with_capacity(row.len());
    for column in row.columns() {
        let at = column.ordinal();
        let value = match column.type_info().name() {
            _ if row.try_get_raw(at)?.is_null() => Value::Null,
            "BOOL" => Value::Flag(row.try_get(at)?),
            "INT8" => Value::Integer(row.try_get(at)?),
            "FLOAT4" => Value::Real(row.try_get::<f32, _>(at)?.into()),
            "BYTEA" => Value::Bytes(row.try_get(at)?),
            _ => Value::Text(row.try_get(at)?),
        };
        columns.push((column.name().to_owned(), value));
    }
    Ok(Row(columns))
}

/// Inserts rows with the same columns.
pub(super) async fn insert(tx: &mut Writing, table: &str, rows: &[Row]) -> SqlResult<()> {
    let columns = rows.first().map_or(1, |row| row.0.len());
    for rows in rows.chunks(ARGUMENTS / columns) {
        match On::from(&mut *tx) {
            On::SqliteReader(pool) => _ = statement::<Sqlite>(table, rows).build().execute(pool).await?,
            On::Sqlite(connection) => _ = statement::<Sqlite>(table, rows).build().execute(connection).await?,
            On::PostgresReader(pool) => _ = statement::<Postgres>(table, rows).build().execute(pool).await?,
            On::Postgres(connection) => _ = statement::<Postgres>(table, rows).build().execute(connection).await?,
        }
    }
    Ok(())
}

/// Inserts a row and returns its number.
pub(super) async fn insert_numbered(tx: &mut Writing, table: &str, row: &Row) -> SqlResult<i64> {
    let row = std::slice::from_ref(row);
    match On::from(tx) {
        On::SqliteReader(pool) => {
            statement::<Sqlite>(table, row).push(RETURNING).build_query_scalar().fetch_one(pool).await
        }
        On::Sqlite(connection) => {
            statement::<Sqlite>(table, row).push(RETURNING).build_query_scalar().fetch_one(connection).await
        }
        On::PostgresReader(pool) => {
            statement::<Postgres>(table, row).push(RETURNING).build_query_scalar().fetch_one(pool).await
        }
        On::Postgres(connection) => {
            statement::<Postgres>(table, row).push(RETURNING).build_query_scalar().fetch_one(connection).await
        }
    }
}

/// The statement that inserts these rows.
fn statement<DB: Database>(table: &str, rows: &[Row]) -> QueryBuilder<DB>
where
    i64: for<'q> Encode<'q, DB> + Type<DB>,
    f64: for<'q> Encode<'q, DB> + Type<DB>,
    bool: for<'q> Encode<'q, DB> + Type<DB>,
    for<'q> &'q str: Encode<'q, DB> + Type<DB>,
    for<'q> &'q [u8]: Encode<'q, DB> + Type<DB>,
{
    let columns: Vec<&str> = rows.iter().take(1).flat_map(|row| &row.0).map(|(name, _)| name.as_str()).collect();
    let mut statement = QueryBuilder::new(format!("INSERT INTO {table} ({}) ", columns.join(", ")));
    statement.push_values(rows, |mut values, row| {
        for (_, value) in &row.0 {
            match value {
                Value::Null => values.push("NULL"),
                Value::Integer(number) => values.push_bind(*number),
                Value::Real(number) => values.push_bind(*number),
                Value::Text(text) => values.push_bind(text.as_str()),
                Value::Bytes(bytes) => values.push_bind(bytes.as_slice()),
                Value::Flag(flag) => values.push_bind(*flag),
            };
        }
    });
    statement
}
