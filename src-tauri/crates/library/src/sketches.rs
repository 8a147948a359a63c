//! Sketches of passages, by which late interaction compares their tokens. Not for making or comparing them.

use crate::error::At;
use crate::passages::json;
use crate::{CollectionId, DocumentId, GenerationId, Library, PassageId, Result};
use sqlx::SqliteConnection;
use std::collections::HashMap;

impl Library {
    /// The sketches that these passages have in a generation; passages without any are left out.
    pub async fn sketches(
        &self,
        generation: GenerationId,
        passages: &[PassageId],
    ) -> Result<HashMap<PassageId, Vec<u8>>> {
        let wanted = json(passages);
        let rows = sqlx::query!(
            r#"SELECT p.id AS "id!: PassageId", s.bytes FROM passage p JOIN document d ON d.id = p.document
            JOIN vectors v ON v.generation = ? AND v.document = p.document
            JOIN sketch s ON s.vectors = v.id AND s.ordinal = p.id - d.first_passage
            WHERE p.id IN (SELECT value FROM json_each(?))"#,
            generation,
            wanted
        );
        let rows = rows.fetch_all(self.reader()).await.at(self)?;
        Ok(rows.into_iter().map(|row| (row.id, row.bytes)).collect())
    }

    /// Stores the sketches of a document's passages, in order, beside its vectors (the row of this number) and in place of
    /// former ones; none: there are none.
    pub(crate) async fn put_sketches(
        &self,
        tx: &mut SqliteConnection,
        vectors: i64,
        sketches: &[Vec<u8>],
    ) -> Result<()> {
        sqlx::query!("DELETE FROM sketch WHERE vectors = ?", vectors).execute(&mut *tx).await.at(self)?;
        for (ordinal, bytes) in (0_i64..).zip(sketches) {
            let insert =
                sqlx::query!("INSERT INTO sketch (vectors, ordinal, bytes) VALUES (?, ?, ?)", vectors, ordinal, bytes);
            insert.execute(&mut *tx).await.at(self)?;
        }
        Ok(())
    }

    /// Gives a document's vectors in this collection's generations the sketches it has elsewhere from the same encoder.
    pub(crate) async fn copy_sketches(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        document: DocumentId,
    ) -> Result<()> {
        let copy = sqlx::query!(
            "INSERT INTO sketch (vectors, ordinal, bytes)
            SELECT v.id, s.ordinal, s.bytes FROM generation g JOIN vectors v ON v.generation = g.id
            JOIN generation og ON og.fingerprint = g.fingerprint AND og.width = g.width AND og.id <> g.id
            JOIN vectors ov ON ov.generation = og.id AND ov.document = v.document
            JOIN sketch s ON s.vectors = ov.id
            WHERE g.collection = ? AND v.document = ? AND g.late_weight > 0 ON CONFLICT DO NOTHING",
            collection,
            document
        );
        copy.execute(&mut *tx).await.at(self)?;
        Ok(())
    }
}
