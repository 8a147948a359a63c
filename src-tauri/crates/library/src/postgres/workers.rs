//! Who is at work: each program holds a lock on the server, which gives it back when the connection ends, however it ends. So
//! there are no heartbeats.

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection, PgPool};
use std::collections::HashSet;
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::sync::Mutex;

/// The first number of all our advisory locks: "Pinc".
pub(super) const LOCKS: i32 = 0x5069_6e63;
/// The second number of who writes. Those of workers are above it.
pub(super) const WRITING: i32 = 0;

/// This program among those that work.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) name: String,
    number: i32,
    options: PgConnectOptions,
    connection: Mutex<PgConnection>,
}

impl Worker {
    /// Takes a free number as its name.
    pub(super) async fn start(options: PgConnectOptions) -> Result<Self, sqlx::Error> {
        let mut connection = PgConnection::connect_with(&options).await?;
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut number = (since_1970.subsec_nanos() ^ process::id()) as i32 & i32::MAX;
        loop {
            number = number.checked_add(1).unwrap_or(WRITING + 1);
            if lock(&mut connection, number).await? {
                return Ok(Self { name: number.to_string(), number, options, connection: Mutex::new(connection) });
            }
        }
    }

    /// Takes the lock again if the connection was lost, as when the server was started again. Others may have taken up the jobs
    /// of this program meanwhile.
    pub(super) async fn hold(&self) -> Result<(), sqlx::Error> {
        let mut connection = self.connection.lock().await;
        if connection.ping().await.is_err() {
            *connection = PgConnection::connect_with(&self.options).await?;
            lock(&mut connection, self.number).await?;
        }
        Ok(())
    }

    /// Gives the lock back.
    pub(super) async fn end(&self) {
        let mut connection = self.connection.lock().await;
        // Without a connection nothing is held.
        let _ = sqlx::query("SELECT pg_advisory_unlock_all()").execute(&mut *connection).await;
    }
}

/// Takes the lock of a worker. `false`: another one has it.
async fn lock(connection: &mut PgConnection, number: i32) -> Result<bool, sqlx::Error> {
    let lock = sqlx::query_scalar("SELECT pg_try_advisory_lock($1, $2)").bind(LOCKS).bind(number);
    lock.fetch_one(connection).await
}

/// The names of all workers that are alive.
pub(super) async fn workers(pool: &PgPool) -> Result<HashSet<String>, sqlx::Error> {
    let held = sqlx::query_scalar(
        "SELECT objid::TEXT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::BIGINT = $1
            AND objid::BIGINT > $2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    let names: Vec<String> = held.bind(i64::from(LOCKS)).bind(i64::from(WRITING)).fetch_all(pool).await?;
    Ok(names.into_iter().collect())
}
