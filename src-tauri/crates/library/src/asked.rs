//! Questions that people asked, and the setting that keeps them. Not for questions about passages (`questions`), nor for
//! answering.

use crate::error::Context;
use crate::questions::tidy;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, DocumentId, Library, Result};

/// Longest question that is kept, in characters. A longer one is pasted text.
const LONGEST: usize = 500;
/// Questions kept per collection.
const MOST: i64 = 2000;

/// A question that people asked.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct AskedQuestion {
    /// Its words, with single spaces between them.
    pub text: String,
    /// The only document it was asked of; `None`: the whole collection.
    pub document: Option<DocumentId>,
    /// Unix time in seconds when it was last asked.
    pub asked: i64,
    /// How often it was asked.
    #[sqlx(try_from = "i64")]
    pub times: u32,
}

impl Library {
    /// Remembers that a person asked a question of a collection, or of one of its documents. The same words in the same
    /// scope count as one question. The oldest questions go when there are more than 2,000.
    ///
    /// `false` if it is not kept: the setting is off, it has no words, or it has more than 500 characters. It is not
    /// kept either if the collection does not list the document.
    pub async fn remember_question(
        &self,
        collection: CollectionId,
        document: Option<DocumentId>,
        text: &str,
    ) -> Result<bool> {
        let Some(text) = tidy(text).filter(|text| text.chars().count() <= LONGEST) else { return Ok(false) };
        let mut tx = self.write().await?;
        // It gets a new number, because numbers order questions by when they were asked last.
        let former = query_scalar!(
            "DELETE FROM asked_question WHERE collection = $1 AND coalesce(document, 0) = coalesce($2, 0) AND text = $3
            RETURNING times",
            collection,
            document,
            text
        );
        let setting = self.keep_setting();
        let times = 1 + former.fetch_optional(&mut tx).await.context(self)?.unwrap_or(0);
        let insert = query!(
            "INSERT INTO asked_question (collection, document, text, times)
            SELECT c.id, $2, $3, $4 FROM collection c WHERE c.id = $1
                AND ($2 IS NULL OR EXISTS (SELECT 1 FROM document d WHERE d.id = $2 AND d.collection = $1))
                AND NOT EXISTS (SELECT 1 FROM setting WHERE name = $5 AND value = 'off')",
            collection,
            document,
            text,
            times,
            setting
        );
        if insert.execute(&mut tx).await.context(self)? == 0 {
            return Ok(false); // as it was: others may have asked it before
        }
        self.drop_oldest(&mut tx, collection).await?;
        tx.commit().await.context(self)?;
        Ok(true)
    }

    async fn drop_oldest(&self, tx: &mut Writing, collection: CollectionId) -> Result<()> {
        let delete = query!(
            "DELETE FROM asked_question WHERE collection = $1 AND id <=
                (SELECT id FROM asked_question WHERE collection = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)",
            collection,
            MOST
        );
        delete.execute(&mut *tx).await.context(self)?;
        Ok(())
    }

    /// Questions that people asked of a collection, the last one first.
    pub async fn asked_questions(&self, collection: CollectionId) -> Result<Vec<AskedQuestion>> {
        let rows = query_as!(
            AskedQuestion,
            r#"SELECT text, document AS "document: DocumentId", asked_at AS asked, times AS "times: u32"
            FROM asked_question WHERE collection = $1 ORDER BY id DESC"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// How many questions are kept, of all collections.
    pub async fn count_asked_questions(&self) -> Result<u32> {
        let count =
            query_scalar!("SELECT count(*) FROM asked_question").fetch_one(self.reader()).await.context(self)?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Forgets the questions that people asked of a collection, or of all; how many.
    pub async fn forget_questions(&self, collection: Option<CollectionId>) -> Result<u32> {
        let mut tx = self.write().await?;
        let forgotten = self.delete_asked(&mut tx, collection).await?;
        tx.commit().await.context(self)?;
        Ok(forgotten)
    }

    /// Forgets one question that people asked of a collection, whatever its scope; how many entries.
    pub async fn forget_question(&self, collection: CollectionId, text: &str) -> Result<u32> {
        let Some(text) = tidy(text) else { return Ok(0) };
        let delete = query!("DELETE FROM asked_question WHERE collection = $1 AND text = $2", collection, text);
        let deleted = self.change(delete).await?;
        Ok(u32::try_from(deleted).unwrap_or(u32::MAX))
    }

    async fn delete_asked(&self, tx: &mut Writing, collection: Option<CollectionId>) -> Result<u32> {
        let delete = query!("DELETE FROM asked_question WHERE $1 IS NULL OR collection = $1", collection);
        let deleted = delete.execute(&mut *tx).await.context(self)?;
        Ok(u32::try_from(deleted).unwrap_or(u32::MAX))
    }

    /// Whether questions that this person asks are kept. They are unless it was turned off.
    pub async fn keeps_questions(&self) -> Result<bool> {
        Ok(self.setting(&self.keep_setting()).await?.is_none_or(|value| value != "off"))
    }

    /// Keeps the questions that this person asks from now on, or keeps none. Then those of all collections are forgotten, too, but
    /// in a shared library, where others asked them as well.
    pub async fn keep_questions(&self, keep: bool) -> Result<()> {
        let value = if keep { "on" } else { "off" };
        let mut tx = self.write().await?;
        self.set_in(&mut tx, &self.keep_setting(), value).await?;
        if !keep && !self.is_shared() {
            self.delete_asked(&mut tx, None).await?;
        }
        tx.commit().await.context(self)
    }

    /// The name of the setting: each person of a shared library has their own.
    fn keep_setting(&self) -> String {
        match self.person() {
            Some(person) => format!("keep_questions of {person}"),
            None => "keep_questions".to_owned(),
        }
    }
}
