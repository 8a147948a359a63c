//! Tells when another program committed something: the server says so (`LISTEN`). And when one died, which nobody says.

use super::workers::workers;
use crate::changes::{Counts, Source};
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use std::time::Duration;
use tokio::task::AbortHandle;

/// Where commits are told.
pub(super) const CHANNEL: &str = "pincite";
/// How long to wait before a lost connection is made again, and between looks whether workers died.
const AGAIN: Duration = Duration::from_secs(4);

/// Ends the listening with the library.
struct Listening(AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Counts commits of other programs from now on; each says who made it, by the name of its worker.
pub(super) fn listen(pool: PgPool, worker: String, counts: Counts) -> Source {
    let task = tokio::spawn(async move {
        loop {
            // It ends when the connection is lost.
            let _ = tell(&pool, &worker, &counts).await;
            tokio::time::sleep(AGAIN).await;
        }
    });
    Source { is_reliable: true, kept: Some(Box::new(Listening(task.abort_handle()))) }
}

/// Counts until the connection is lost.
async fn tell(pool: &PgPool, worker: &str, counts: &Counts) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    let mut alive = workers(pool).await?;
    // What was committed while nobody listened.
    counts.one_elsewhere();
    loop {
        match tokio::time::timeout(AGAIN, listener.try_recv()).await {
            Ok(told) => match told? {
                Some(told) if told.payload() == worker => {}
                Some(_) => counts.one_elsewhere(),
                None => return Ok(()),
            },
            Err(_) => {
                let now = workers(pool).await?;
                if !alive.is_subset(&now) {
                    counts.one();
                }
                alive = now;
            }
        }
    }
}
