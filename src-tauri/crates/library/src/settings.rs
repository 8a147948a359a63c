//! What people chose for a library. A setting without a row has its default.

use crate::error::Context;
use crate::store::{Writing, query, query_scalar};
use crate::{Library, Result};

impl Library {
    /// Where the PDFs of a shared library lie, as the URL of a folder or of an object store; `None`: nobody said so yet.
    pub async fn originals(&self) -> Result<Option<String>> {
        self.setting("originals").await
    }

    /// Says where the PDFs of a shared library lie. Those that are there already are not moved.
    pub async fn set_originals(&self, url: &str) -> Result<()> {
        self.set("originals", url).await
    }

    /// Notes that a backup was written at this Unix time in seconds.
    pub async fn note_backup(&self, written_at: i64) -> Result<()> {
        self.set("last_backup", &written_at.to_string()).await
    }

    /// Unix time in seconds of the last backup of this library, if there was one.
    pub async fn last_backup(&self) -> Result<Option<i64>> {
        Ok(self.setting("last_backup").await?.and_then(|value| value.parse().ok()))
    }

    pub(crate) async fn setting(&self, name: &str) -> Result<Option<String>> {
        let value = query_scalar!("SELECT value FROM setting WHERE name = $1", name);
        value.fetch_optional(self.reader()).await.context(self)
    }

    pub(crate) async fn set(&self, name: &str, value: &str) -> Result<()> {
        let mut tx = self.write().await?;
        self.set_in(&mut tx, name, value).await?;
        tx.commit().await.context(self)
    }

    pub(crate) async fn set_in(&self, tx: &mut Writing, name: &str, value: &str) -> Result<()> {
        let upsert = query!(
            "INSERT INTO setting (name, value) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name,
            value
        );
        upsert.execute(tx).await.context(self)?;
        Ok(())
    }
}
