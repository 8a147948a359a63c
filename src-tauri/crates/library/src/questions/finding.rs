//! Finds the passages again that people's questions were about, by their text, when a content is stored anew. Not for
//! finding what answers a question.

use crate::error::Context;
use crate::{ContentId, Library, PassageId, QuestionId, Result};
use sqlx::SqliteConnection;
use std::collections::HashMap;

impl Library {
    /// Keeps what people made when the passages of a content are about to go; what programs wrote goes with them.
    pub(crate) async fn lift_questions(&self, tx: &mut SqliteConnection, content: ContentId) -> Result<()> {
        let update =
            sqlx::query!("UPDATE question SET passage = NULL WHERE content = ? AND quote IS NOT NULL", content);
        update.execute(&mut *tx).await.context(self)?;
        Ok(())
    }

    /// Puts questions of a content that have no passage to the one with their quote, if there is one. A program's
    /// question of the same words gives way.
    pub(crate) async fn put_questions_back(&self, tx: &mut SqliteConnection, content: ContentId) -> Result<()> {
        let waiting = sqlx::query!(
            r#"SELECT id AS "id!: QuestionId", quote AS "quote!" FROM question WHERE content = ? AND passage IS NULL"#,
            content
        );
        let waiting = waiting.fetch_all(&mut *tx).await.context(self)?;
        if waiting.is_empty() {
            return Ok(());
        }
        let places = self.by_text(tx, content).await?;
        for (question, passage) in waiting.iter().filter_map(|one| Some((one.id, places.get(&one.quote)?))) {
            let update = sqlx::query!("UPDATE OR REPLACE question SET passage = ? WHERE id = ?", passage, question);
            update.execute(&mut *tx).await.context(self)?;
        }
        Ok(())
    }

    /// The first passage of a content with each text.
    async fn by_text(&self, tx: &mut SqliteConnection, content: ContentId) -> Result<HashMap<String, PassageId>> {
        let mut places = HashMap::new();
        for stored in self.passages_in(tx, content).await? {
            places.entry(stored.passage.text).or_insert(stored.id);
        }
        Ok(places)
    }
}
