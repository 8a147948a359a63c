//! Settings as text by key. Not for secrets.

use crate::error::At;
use crate::{Library, Result};

impl Library {
    /// The value of this key, if it is set.
    pub async fn setting(&self, key: &str) -> Result<Option<String>> {
        sqlx::query_scalar!("SELECT value FROM setting WHERE key = ?", key).fetch_optional(self.reader()).await.at(self)
    }

    /// Sets the value of this key; `None` deletes it.
    pub async fn set_setting(&self, key: &str, value: Option<&str>) -> Result<()> {
        let mut tx = self.write().await?;
        sqlx::query!("DELETE FROM setting WHERE key = ?", key).execute(&mut *tx).await.at(self)?;
        if let Some(value) = value {
            let insert = sqlx::query!("INSERT INTO setting (key, value) VALUES (?, ?)", key, value);
            insert.execute(&mut *tx).await.at(self)?;
        }
        tx.commit().await.at(self)
    }
}
