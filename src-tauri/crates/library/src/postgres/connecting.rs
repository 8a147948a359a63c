//! Connects to a library on a server. The server and its extension are checked, and the tables are made or updated.

use super::listening::{CHANNEL, listen};
use super::narrowing::Server;
use super::workers::{LOCKS, WRITING, Worker, workers};
use crate::changes::{Counts, Source};
use crate::{Error, Library, PassageId, Result};
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgSslMode};
use sqlx::{PgConnection, PgPool, Postgres};
use std::collections::HashSet;
use std::net::IpAddr;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::time::Duration;

type SqlResult<T> = std::result::Result<T, sqlx::Error>;

/// Connections of one program. Its questions take one for some milliseconds each.
const CONNECTIONS: u32 = 5;
/// Time-out for a connection.
const PATIENCE: Duration = Duration::from_secs(20);
/// The oldest server that is supported, as `server_version_num` gives it.
const OLDEST: i32 = 150_000;
/// The oldest version of pgvector that is supported: it goes on searching where a filter leaves too few.
const OLDEST_VECTORS: [u32; 2] = [0, 8];
/// Settings of all connections. How far the index of vectors is searched is measured in `docs/sharing.md`.
const SETTINGS: [(&str, &str); 5] = [
    ("search_path", "pincite,public"),
    ("hnsw.ef_search", "1000"),
    ("hnsw.iterative_scan", "relaxed_order"),
    ("hnsw.max_scan_tuples", "200000"),
    ("hnsw.scan_mem_multiplier", "16"),
];
static MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// An open library on a server.
#[derive(Debug)]
pub(crate) struct Store {
    /// Without a password.
    address: PathBuf,
    /// The name that signed in.
    person: String,
    pool: PgPool,
    worker: Worker,
}

/// A transaction that writes.
pub(crate) struct Transaction {
    inner: sqlx::Transaction<'static, Postgres>,
    /// Who writes.
    worker: String,
}

impl Transaction {
    /// The first of some free numbers for passages, one after the other. It is drawn by lot, because the next free number would
    /// tell how much others store. JavaScript has all numbers up to 2^53.
    pub(crate) async fn take_passages(&mut self) -> SqlResult<PassageId> {
        let drawn = sqlx::query_scalar("SELECT floor(random() * 9007199254000000)::BIGINT");
        drawn.fetch_one(&mut *self.inner).await
    }

    /// Commits, and tells all who listen.
    pub(crate) async fn commit(mut self) -> SqlResult<()> {
        let tell = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(&self.worker);
        tell.execute(&mut *self.inner).await?;
        self.inner.commit().await
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.inner
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.inner
    }
}

impl Store {
    /// Connects to `postgres://user@server/database`.
    pub(crate) async fn open(address: &str) -> Result<Self> {
        let options: PgConnectOptions =
            address.parse().map_err(|_| Error::Address { address: without_password(address) })?;
        let encryption = encryption(&options);
        let options = options.ssl_mode(encryption).application_name("pincite").options(SETTINGS);
        let address = PathBuf::from(without_password(address));
        let person = options.get_username().to_owned();
        let failed = |error| Error::from_database(&address, error);
        let worker = Worker::start(options.clone()).await.map_err(failed)?;
        let connections = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
        let pool = connections.connect_with(options).await.map_err(failed)?;
        prepare(&address, &pool).await?;
        Ok(Self { address, person, pool, worker })
    }

    pub(crate) fn address(&self) -> &Path {
        &self.address
    }

    pub(crate) fn person(&self) -> &str {
        &self.person
    }

    pub(crate) fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Closes all connections. This program is no worker any more.
    pub(crate) async fn close(&self) {
        self.worker.end().await;
        self.pool.close().await;
    }

    /// A transaction that waits until no other one writes, so that what it reads stays true until it commits.
    pub(crate) async fn write(&self) -> SqlResult<Transaction> {
        let mut transaction = self.pool.begin().await?;
        let alone = sqlx::query("SELECT pg_advisory_xact_lock($1, $2)").bind(LOCKS).bind(WRITING);
        alone.execute(&mut *transaction).await?;
        Ok(Transaction { inner: transaction, worker: self.worker.name.clone() })
    }

    /// The name of this program as a worker. Its lock is taken again if its connection was lost.
    pub(crate) async fn worker(&self) -> SqlResult<&str> {
        self.worker.hold().await?;
        Ok(&self.worker.name)
    }

    /// The names of all workers that are alive.
    pub(crate) async fn workers(&self) -> SqlResult<HashSet<String>> {
        workers(&self.pool).await
    }

    pub(crate) fn server<'l>(&'l self, library: &'l Library) -> Server<'l> {
        Server { library, pool: &self.pool }
    }

    /// Counts commits of other programs from now on.
    pub(crate) fn listen(&self, counts: Counts) -> Source {
        listen(self.pool.clone(), self.worker.name.clone(), counts)
    }
}

/// Checks the server, and brings its tables to this version. Who only uses the tables needs no right to make them.
async fn prepare(address: &Path, pool: &PgPool) -> Result<()> {
    let failed = |error| Error::from_database(address, error);
    let version = sqlx::query_scalar("SELECT current_setting('server_version_num')::INT").fetch_one(pool);
    let version: i32 = version.await.map_err(failed)?;
    if version < OLDEST {
        return Err(Error::Server { library: address.to_owned(), detail: format!("PostgreSQL {}", version / 10_000) });
    }
    prepare_vectors(address, pool).await?;
    let newest = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default();
    match migrated(pool).await.map_err(failed)? {
        Some(version) if version == newest => return Ok(()),
        Some(version) if version > newest => return Err(Error::Newer { library: address.to_owned() }),
        Some(_) => {}
        None => _ = sqlx::raw_sql("CREATE SCHEMA IF NOT EXISTS pincite").execute(pool).await.map_err(failed)?,
    }
    MIGRATIONS.run(pool).await.map_err(|error| Error::from_migration(address, error))
}

/// Checks pgvector. Where it is installed and this database lacks it, an administrator who opens the library adds it.
async fn prepare_vectors(address: &Path, pool: &PgPool) -> Result<()> {
    let failed = |error| Error::from_database(address, error);
    let lacking = |detail: String| Error::Server { library: address.to_owned(), detail };
    let installed = "SELECT installed_version FROM pg_available_extensions WHERE name = 'vector'";
    let installed: Option<Option<String>> = sqlx::query_scalar(installed).fetch_optional(pool).await.map_err(failed)?;
    match installed {
        None => Err(lacking("pgvector is not installed".to_owned())),
        Some(None) => {
            let create = sqlx::query("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public").execute(pool).await;
            match create.map_err(failed) {
                Ok(_) => Ok(()),
                Err(Error::SignIn { .. }) => Err(lacking("CREATE EXTENSION vector is missing".to_owned())),
                Err(error) => Err(error),
            }
        }
        Some(Some(version)) if is_old(&version) => Err(lacking(format!("pgvector {version}"))),
        Some(Some(_)) => Ok(()),
    }
}

/// Whether a version of pgvector is too old.
fn is_old(version: &str) -> bool {
    let numbers: Vec<u32> = version.split('.').map_while(|number| number.parse().ok()).collect();
    numbers.as_slice() < OLDEST_VECTORS.as_slice()
}

/// The version of the tables; `None`: there are none.
async fn migrated(pool: &PgPool) -> SqlResult<Option<i64>> {
    let are_there =
        "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'pincite' AND tablename = '_sqlx_migrations')";
    if !sqlx::query_scalar(are_there).fetch_one(pool).await? {
        return Ok(None);
    }
    let version = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM pincite._sqlx_migrations");
    version.fetch_one(pool).await.map(Some)
}

/// Whether a text is meant as the address of a server.
pub(crate) fn is_address(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

/// An address as it may be shown, kept and logged.
fn without_password(address: &str) -> String {
    let Some((_, rest)) = address.split_once("://") else { return address.to_owned() };
    let (place, settings) = rest.split_once('?').unwrap_or((rest, ""));
    let place = match place.rsplit_once('@') {
        Some((user, server)) => format!("{}@{server}", user.split(':').next().unwrap_or_default()),
        None => place.to_owned(),
    };
    let kept: Vec<&str> = settings.split('&').filter(|it| !it.is_empty() && !it.starts_with("password")).collect();
    let mark = if kept.is_empty() { "" } else { "?" };
    format!("postgres://{place}{mark}{}", kept.join("&"))
}

/// How a connection is encrypted. To another computer it always is, and the server must prove its name unless the address asks
/// for less.
fn encryption(options: &PgConnectOptions) -> PgSslMode {
    let host = options.get_host();
    let is_here = host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    match options.get_ssl_mode() {
        PgSslMode::Disable | PgSslMode::Allow | PgSslMode::Prefer if !is_here => PgSslMode::VerifyFull,
        mode => mode,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown_or_logged() {
        assert_eq!(without_password("postgres://ann:s3cret@db.firm/deals"), "postgres://ann@db.firm/deals");
        assert_eq!(
            without_password("postgres://db/deals?user=ann&password=s3cret&sslmode=require"),
            "postgres://db/deals?user=ann&sslmode=require"
        );
        assert_eq!(without_password("postgres://ann:a@b:c@db:5433/deals"), "postgres://ann@db:5433/deals");
    }

    #[test]
    fn an_old_pgvector_is_refused() {
        assert!(is_old("0.7.4") && is_old("0.5") && is_old(""));
        assert!(!is_old("0.8.0") && !is_old("0.8") && !is_old("0.10.1") && !is_old("1.0.0"));
    }

    #[test]
    fn nothing_goes_to_another_computer_unencrypted() {
        for (address, mode) in [
            ("postgres://ann@db.firm/deals", PgSslMode::VerifyFull),
            ("postgres://ann@db.firm/deals?sslmode=disable", PgSslMode::VerifyFull),
            ("postgres://ann@10.0.0.7/deals?sslmode=require", PgSslMode::Require),
            ("postgres://ann@localhost/deals", PgSslMode::Prefer),
            ("postgres://ann@127.0.0.1/deals?sslmode=disable", PgSslMode::Disable),
        ] {
            let chosen = encryption(&address.parse().unwrap());
            assert_eq!(format!("{chosen:?}"), format!("{mode:?}"), "{address}");
        }
    }
}
