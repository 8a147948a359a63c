//! Finds the passages again that people's questions were about, by their text, when a document is stored anew. Not for
//! finding what answers a question.

use crate::error::At;
use crate::{DocumentId, Library, PassageId, QuestionId, Result};
use sqlx::SqliteConnection;
use std::collections::HashMap;

impl Library {
    /// Keeps what people made when a document's passages are about to go; what programs wrote goes with them.
    pub(crate) async fn lift_questions(&self, tx: &mut SqliteConnection, document: DocumentId) -> Result<()> {
        let update =
            sqlx::query!("UPDATE question SET passage = NULL WHERE document = ? AND quote IS NOT NULL", document);
        update.execute(&mut *tx).await.at(self)?;
        Ok(())
    }

    /// Puts questions of a document that have no passage to the one with their quote, if there is one. A program's
    /// question of the same words gives way.
    pub(crate) async fn put_questions_back(&self, tx: &mut SqliteConnection, document: DocumentId) -> Result<()> {
        let waiting = sqlx::query!(
            r#"SELECT id AS "id!: QuestionId", quote AS "quote!" FROM question WHERE document = ? AND passage IS NULL"#,
            document
        );
        let waiting = waiting.fetch_all(&mut *tx).await.at(self)?;
        if waiting.is_empty() {
            return Ok(());
        }
        let places = self.by_text(tx, document).await?;
        for (question, passage) in waiting.iter().filter_map(|one| Some((one.id, places.get(&one.quote)?))) {
            let update = sqlx::query!("UPDATE OR REPLACE question SET passage = ? WHERE id = ?", passage, question);
            update.execute(&mut *tx).await.at(self)?;
        }
        Ok(())
    }

    /// The first passage of a document with each text.
    async fn by_text(&self, tx: &mut SqliteConnection, document: DocumentId) -> Result<HashMap<String, PassageId>> {
        let mut places = HashMap::new();
        for stored in self.passages_in(tx, document).await? {
            places.entry(stored.passage.text).or_insert(stored.id);
        }
        Ok(places)
    }
}
