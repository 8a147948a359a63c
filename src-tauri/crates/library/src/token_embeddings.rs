//! Quantized token embeddings of passages, for late interaction. Not for computing or comparing them.

use crate::error::Context;
use crate::passages::json;
use crate::{CollectionId, ContentId, GenerationId, Library, PassageId, Result};
use sqlx::SqliteConnection;
use std::collections::HashMap;

impl Library {
    /// The quantized token embeddings of these passages in a generation. Passages without any are left out.
    pub async fn token_embeddings(
        &self,
        generation: GenerationId,
        passages: &[PassageId],
    ) -> Result<HashMap<PassageId, Vec<u8>>> {
        let wanted = json(passages);
        let rows = sqlx::query!(
            r#"SELECT p.id AS "id!: PassageId", s.bytes FROM passage p JOIN content c ON c.id = p.content
            JOIN vectors v ON v.generation = ? AND v.content = p.content
            JOIN token_embeddings s ON s.vectors = v.id AND s.ordinal = p.id - c.first_passage
            WHERE p.id IN (SELECT value FROM json_each(?))"#,
            generation,
            wanted
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?;
        Ok(rows.into_iter().map(|row| (row.id, row.bytes)).collect())
    }

    /// Stores the token embeddings of a content's passages, in order, for this row of vectors. They replace the stored ones.
    pub(crate) async fn put_token_embeddings(
        &self,
        tx: &mut SqliteConnection,
        vectors: i64,
        embeddings: &[Vec<u8>],
    ) -> Result<()> {
        sqlx::query!("DELETE FROM token_embeddings WHERE vectors = ?", vectors)
            .execute(&mut *tx)
            .await
            .context(self)?;
        for (ordinal, bytes) in (0_i64..).zip(embeddings) {
            let insert = sqlx::query!(
                "INSERT INTO token_embeddings (vectors, ordinal, bytes) VALUES (?, ?, ?)",
                vectors,
                ordinal,
                bytes
            );
            insert.execute(&mut *tx).await.context(self)?;
        }
        Ok(())
    }

    /// Copies the token embeddings that a content has in other collections from the same encoder to the generations of
    /// this collection.
    pub(crate) async fn copy_token_embeddings(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        content: ContentId,
    ) -> Result<()> {
        let copy = sqlx::query!(
            "INSERT INTO token_embeddings (vectors, ordinal, bytes)
            SELECT v.id, s.ordinal, s.bytes FROM generation g JOIN vectors v ON v.generation = g.id
            JOIN generation og ON og.fingerprint = g.fingerprint AND og.width = g.width AND og.id <> g.id
            JOIN vectors ov ON ov.generation = og.id AND ov.content = v.content
            JOIN token_embeddings s ON s.vectors = ov.id
            WHERE g.collection = ? AND v.content = ? AND g.late_weight > 0 ON CONFLICT DO NOTHING",
            collection,
            content
        );
        copy.execute(&mut *tx).await.context(self)?;
        Ok(())
    }
}
