//! Who looked at what in a shared library, if the firm wants that. Not for who asks the server without Pincite: its own log knows.

use crate::error::Context;
use crate::store::On;
use crate::{CollectionId, Error, Library, Result};
use serde::Serialize;

/// Whether looks are noted, in the settings of the library.
const NOTE_LOOKS: &str = "note_looks";

/// A question that was asked, or a document that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct Look {
    /// Who looked, by their name on the server.
    pub person: String,
    /// When, as Unix time in seconds.
    pub looked_at: i64,
    /// The collection's name then.
    pub collection: String,
    /// The document's name then; `None`: all documents were asked, or several.
    pub document: Option<String>,
    /// The question; `None`: the document was opened.
    pub question: Option<String>,
}

impl Library {
    /// Whether it is noted who looks at what. Never in a library that nobody shares.
    pub async fn notes_looks(&self) -> Result<bool> {
        Ok(self.is_shared() && self.setting(NOTE_LOOKS).await?.as_deref() == Some("on"))
    }

    /// Notes from now on who looks at what, or no more. What was noted stays.
    ///
    /// # Errors
    /// [`Error::NotShared`]; [`Error::SignIn`] unless the library's tables were made under this name.
    pub async fn note_looks(&self, on: bool) -> Result<()> {
        if !self.is_shared() {
            return Err(self.not_shared());
        }
        self.set(NOTE_LOOKS, if on { "on" } else { "off" }).await
    }

    /// Notes that this person looked, if looks are noted.
    pub async fn note_look(
        &self,
        collection: CollectionId,
        document: Option<&str>,
        question: Option<&str>,
    ) -> Result<()> {
        let On::PostgresReader(pool) = self.reader() else { return Ok(()) };
        let insert = sqlx::query(
            "INSERT INTO look (collection, document, question) SELECT name, $2, $3 FROM collection
            WHERE id = $1 AND EXISTS (SELECT 1 FROM setting WHERE name = $4 AND value = 'on')",
        );
        let insert = insert.bind(collection).bind(document).bind(question).bind(NOTE_LOOKS);
        insert.execute(pool).await.context(self)?;
        Ok(())
    }

    /// What was noted, the last one first.
    ///
    /// # Errors
    /// [`Error::NotShared`].
    pub async fn looks(&self) -> Result<Vec<Look>> {
        let On::PostgresReader(pool) = self.reader() else { return Err(self.not_shared()) };
        let looks = "SELECT person, looked_at, collection, document, question FROM look ORDER BY id DESC";
        sqlx::query_as(looks).fetch_all(pool).await.context(self)
    }

    pub(super) fn not_shared(&self) -> Error {
        Error::NotShared { library: self.path().to_owned() }
    }
}
