//! Seals of stored rows: a hash beside each, written in the transaction that writes the row. `checking` compares them.
//!
//! Triggers that only our writing connection has note which rows a transaction changes, those of cascades included. So every
//! table is sealed, and who writes rows needs no thought for it. What changes without our connection breaks its seal.

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::sqlite::{SqliteRow, SqliteValueRef};
use sqlx::{AssertSqlSafe, Decode, Row, Sqlite, SqliteConnection, TypeInfo, ValueRef};
use std::sync::Arc;

type SqlResult<T> = std::result::Result<T, sqlx::Error>;

/// SQLite's own table of the highest ids. It can have no triggers.
const SEQUENCE: &str = "sqlite_sequence";

/// A table, and which of its rows share a seal.
#[derive(Debug)]
pub(crate) struct SealedTable {
    pub(crate) name: String,
    /// The column that the rows under one seal share: the id, or the first column of the key. `0`: all rows have one seal.
    owner: String,
    /// Columns of the key, in order.
    key: String,
}

/// The hash of the rows with this owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seal {
    pub(crate) owner: i64,
    pub(crate) sum: i64,
}

/// Which rows of a table are hashed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rows {
    All,
    /// Those that this transaction changed.
    Changed,
}

/// All tables that are sealed.
#[derive(Clone, Debug)]
pub(crate) struct Seals(Arc<[SealedTable]>);

impl Seals {
    /// The tables of an open library.
    pub(crate) async fn of(connection: &mut SqliteConnection) -> SqlResult<Self> {
        let tables = sqlx::query_as::<_, (String, bool, Option<String>, Option<String>)>(
            "SELECT m.name, max(c.name = 'id'), max(iif(c.pk = 1 AND c.type = 'INTEGER', c.name, NULL)),
                (SELECT group_concat(name, ', ') FROM
                    (SELECT name FROM pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk))
            FROM sqlite_master m JOIN pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                AND m.name NOT IN ('seal', '_sqlx_migrations')
            GROUP BY m.name ORDER BY m.name",
        );
        let sealed = tables.fetch_all(connection).await?.into_iter().map(|(name, has_id, first, key)| SealedTable {
            name,
            owner: if has_id { "id".to_owned() } else { first.unwrap_or_else(|| "0".to_owned()) },
            key: key.unwrap_or_else(|| "rowid".to_owned()),
        });
        let sequence = SealedTable { name: SEQUENCE.to_owned(), owner: "0".to_owned(), key: "name".to_owned() };
        Ok(Self(sealed.chain([sequence]).collect()))
    }

    pub(crate) fn tables(&self) -> &[SealedTable] {
        &self.0
    }

    /// Notes from now on which rows this connection changes.
    pub(crate) async fn watch(&self, connection: &mut SqliteConnection) -> SqlResult<()> {
        sqlx::raw_sql("CREATE TEMP TABLE changed (tbl TEXT, owner INTEGER, PRIMARY KEY (tbl, owner)) WITHOUT ROWID")
            .execute(&mut *connection)
            .await?;
        for table in self.tables().iter().filter(|table| table.name != SEQUENCE) {
            sqlx::raw_sql(AssertSqlSafe(table.triggers())).execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Seals the rows that the open transaction changed.
    pub(crate) async fn seal_changes(&self, connection: &mut SqliteConnection) -> SqlResult<()> {
        let changed = sqlx::query_scalar::<_, String>("SELECT DISTINCT tbl FROM changed");
        let changed = changed.fetch_all(&mut *connection).await?;
        if !changed.is_empty() {
            let former = "DELETE FROM seal WHERE (tbl, owner) IN (SELECT tbl, owner FROM changed)";
            sqlx::query(former).execute(&mut *connection).await?;
        }
        for table in self.tables().iter().filter(|table| changed.contains(&table.name) || table.name == SEQUENCE) {
            table.seal(&mut *connection, Rows::Changed).await?;
        }
        if !changed.is_empty() {
            sqlx::query("DELETE FROM changed").execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Seals all rows as they are.
    pub(crate) async fn seal_all(&self, connection: &mut SqliteConnection) -> SqlResult<()> {
        sqlx::query("DELETE FROM seal").execute(&mut *connection).await?;
        for table in self.tables() {
            table.seal(&mut *connection, Rows::All).await?;
        }
        Ok(())
    }
}

impl SealedTable {
    fn triggers(&self) -> String {
        let Self { name, owner, .. } = self;
        // The conflict rule of the statement that fires a trigger holds in it, too: so `OR IGNORE` would not.
        let note = |row: &str| {
            let owner = if owner == "0" { "0".to_owned() } else { format!("{row}.{owner}") };
            format!(
                "INSERT INTO changed SELECT '{name}', {owner}
                WHERE NOT EXISTS (SELECT 1 FROM changed WHERE tbl = '{name}' AND owner = {owner});"
            )
        };
        let old = note("old");
        let new = note("new");
        format!(
            "CREATE TEMP TRIGGER seal_inserted_{name} AFTER INSERT ON main.{name} BEGIN {new} END;
            CREATE TEMP TRIGGER seal_updated_{name} AFTER UPDATE ON main.{name} BEGIN {old} {new} END;
            CREATE TEMP TRIGGER seal_deleted_{name} AFTER DELETE ON main.{name} BEGIN {old} END;"
        )
    }

    async fn seal(&self, connection: &mut SqliteConnection, rows: Rows) -> SqlResult<()> {
        let seals = self.computed(&mut *connection, rows).await?;
        let seals: Vec<String> = seals.iter().map(|seal| format!("[{},{}]", seal.owner, seal.sum)).collect();
        // Where nothing is another one, nothing is written: a transaction without changes must not touch the disk.
        let insert = "INSERT INTO seal SELECT ?, value ->> 0, value ->> 1 FROM json_each(?) WHERE true
            ON CONFLICT DO UPDATE SET sum = excluded.sum WHERE sum <> excluded.sum";
        let seals = format!("[{}]", seals.join(","));
        sqlx::query(insert).bind(&self.name).bind(seals).execute(connection).await?;
        Ok(())
    }

    /// The seals that the stored rows should have, by owner.
    pub(crate) async fn computed(&self, connection: &mut SqliteConnection, rows: Rows) -> SqlResult<Vec<Seal>> {
        let Self { name, owner, key } = self;
        let among = match rows {
            Rows::Changed if name != SEQUENCE => {
                format!("WHERE {owner} IN (SELECT owner FROM changed WHERE tbl = '{name}')")
            }
            _ => String::new(),
        };
        // The owner is the first column of the order, because it is the id or the first column of the key.
        let select = AssertSqlSafe(format!("SELECT {owner}, * FROM {name} {among} ORDER BY {key}"));
        let mut stored = sqlx::query(select).fetch(connection);
        let mut seals = Vec::<Seal>::new();
        let mut hash = RowHash::default();
        while let Some(row) = stored.try_next().await? {
            let owner = row.try_get(0)?;
            if seals.last().is_none_or(|last| last.owner != owner) {
                hash = RowHash::default();
                seals.push(Seal { owner, sum: 0 });
            }
            hash.row(&row)?;
            if let Some(last) = seals.last_mut() {
                last.sum = hash.sum();
            }
        }
        Ok(seals)
    }

    /// The seals that are stored, by owner.
    pub(crate) async fn stored(&self, connection: &mut SqliteConnection) -> SqlResult<Vec<Seal>> {
        let seals = sqlx::query_as!(Seal, "SELECT owner, sum FROM seal WHERE tbl = ? ORDER BY owner", self.name);
        seals.fetch_all(connection).await
    }
}

/// The hash of rows: each column with its type and its length.
#[derive(Clone, Default)]
pub(crate) struct RowHash(Sha256);

impl RowHash {
    pub(crate) fn integer(&mut self, value: Option<i64>) -> &mut Self {
        match value {
            Some(value) => self.bytes("INTEGER", &value.to_le_bytes()),
            None => self.bytes("NULL", &[]),
        }
    }

    pub(crate) fn bytes(&mut self, kind: &str, bytes: &[u8]) -> &mut Self {
        self.0.update(kind.as_bytes());
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub(crate) fn sum(&self) -> i64 {
        let hash = self.0.clone().finalize();
        hash.first_chunk().map_or(0, |bytes| i64::from_le_bytes(*bytes))
    }

    /// The columns of a stored row after its owner, which is among them.
    fn row(&mut self, row: &SqliteRow) -> SqlResult<()> {
        for column in 1..row.len() {
            let value = row.try_get_raw(column)?;
            let kind = value.type_info().into_owned();
            match kind.name() {
                _ if value.is_null() => self.integer(None),
                "INTEGER" => self.integer(Some(decoded(value)?)),
                "REAL" => self.bytes("REAL", &decoded::<f64>(value)?.to_le_bytes()),
                kind => self.bytes(kind, decoded(value)?),
            };
        }
        Ok(())
    }
}

fn decoded<'r, T: Decode<'r, Sqlite>>(value: SqliteValueRef<'r>) -> SqlResult<T> {
    T::decode(value).map_err(sqlx::Error::Decode)
}
