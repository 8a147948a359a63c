//! Generations: complete sets of passage vectors, each made by one encoder. Not for choosing which one answers
//! (`activation`) nor for the vectors themselves.

use crate::error::Context;
use crate::{CollectionId, Error, GenerationId, Library, Result};
use sqlx::SqliteConnection;

/// A set of passage vectors made by one encoder.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Its number.
    pub id: GenerationId,
    /// The collection it is for.
    pub collection: CollectionId,
    /// Name of the encoder.
    pub encoder: String,
    /// Fingerprint of the encoder: vectors of two fingerprints are never compared.
    pub fingerprint: String,
    /// Elements of a vector.
    pub width: u32,
    /// Name of the untuned encoder that its encoder was tuned from, at however many removes; `None`: it is untuned.
    pub base: Option<String>,
    /// Weight of the dense score that was fitted for it, 0 to 1; `None`: the search's own.
    pub dense_weight: Option<f32>,
    /// Weight of late interaction that was fitted for it, 0 to 1; `None`: the search's own.
    pub late_weight: Option<f32>,
    /// Whether questions are answered with it.
    pub active: bool,
}

/// An encoder that is to make a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewGeneration<'a> {
    /// Name of the encoder.
    pub encoder: &'a str,
    /// Fingerprint of the encoder.
    pub fingerprint: &'a str,
    /// Elements of a vector.
    pub width: u32,
    /// Name of the untuned encoder it was tuned from; `None`: it is untuned.
    pub base: Option<&'a str>,
    /// Weight of the dense score that was fitted for it, 0 to 1.
    pub dense_weight: Option<f32>,
    /// Weight of late interaction that was fitted for it, 0 to 1. Above 0 its passages have token embeddings.
    pub late_weight: Option<f32>,
}

/// A generation with its history and what it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct GenerationStats {
    /// The generation.
    pub generation: Generation,
    /// Unix time in seconds when it was made.
    pub created_at: i64,
    /// Unix time in seconds when it was made active last, if ever and not undone.
    pub activated_at: Option<i64>,
    /// Contents with vectors in it.
    pub documents: u32,
    /// Searchable contents of the collection without vectors in it: it cannot be made active while there are some.
    pub missing: u32,
    /// Vectors in it.
    pub vectors: u64,
    /// Bytes they take.
    pub bytes: u64,
}

impl Library {
    /// The generation that an untuned encoder makes for a collection; see [`Library::add_generation`].
    ///
    /// # Errors
    /// [`Error::NoCollection`].
    pub async fn ensure_generation(
        &self,
        collection: CollectionId,
        encoder: &str,
        fingerprint: &str,
        width: u32,
    ) -> Result<Generation> {
        let new = NewGeneration { encoder, fingerprint, width, base: None, dense_weight: None, late_weight: None };
        self.add_generation(collection, &new).await
    }

    /// The generation that this encoder makes for a collection: the one that is there, as it is, or a new one. A new one
    /// of an untuned encoder is active at once if the collection has no active one; a tuned encoder's waits for
    /// [`Library::activate`]. Vectors that other collections have for the same contents from the same encoder are
    /// copied, not computed again.
    ///
    /// # Errors
    /// [`Error::NoCollection`]; [`Error::Database`] for a weight that is not from 0 to 1.
    pub async fn add_generation(&self, collection: CollectionId, new: &NewGeneration<'_>) -> Result<Generation> {
        let mut tx = self.write().await?;
        if self.insert_generation(&mut tx, collection, new).await? {
            self.copy_all_vectors(&mut tx, collection).await?;
        }
        tx.commit().await.context(self)?;
        let all = self.generations(collection).await?;
        all.into_iter().find(|one| one.fingerprint == new.fingerprint).ok_or(Error::NoCollection(collection))
    }

    /// `true` if it was not there.
    async fn insert_generation(
        &self,
        tx: &mut SqliteConnection,
        collection: CollectionId,
        new: &NewGeneration<'_>,
    ) -> Result<bool> {
        let insert = sqlx::query_scalar!(
            r#"INSERT INTO generation (collection, encoder, fingerprint, width, base, dense_weight, late_weight, active)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
                ?5 IS NULL AND NOT EXISTS (SELECT 1 FROM generation WHERE collection = ?1 AND active = 1))
            ON CONFLICT (collection, fingerprint) DO NOTHING RETURNING id AS "id!: GenerationId""#,
            collection,
            new.encoder,
            new.fingerprint,
            new.width,
            new.base,
            new.dense_weight,
            new.late_weight
        );
        let made = insert.fetch_optional(&mut *tx).await.context_or(self, Error::NoCollection(collection))?;
        let Some(made) = made else { return Ok(false) };
        let history = sqlx::query!(
            "INSERT INTO activation (generation) SELECT id FROM generation WHERE id = ? AND active = 1",
            made
        );
        history.execute(&mut *tx).await.context(self)?;
        Ok(true)
    }

    /// Generations of a collection, oldest first.
    pub async fn generations(&self, collection: CollectionId) -> Result<Vec<Generation>> {
        let rows = sqlx::query_as!(
            Generation,
            r#"SELECT id AS "id!: GenerationId", collection AS "collection!: CollectionId", encoder, fingerprint,
                width AS "width!: u32", base, dense_weight AS "dense_weight: f32",
                late_weight AS "late_weight: f32", active AS "active!: bool"
            FROM generation WHERE collection = ? ORDER BY id"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Generations of a collection with what they hold, oldest first.
    pub async fn generation_stats(&self, collection: CollectionId) -> Result<Vec<GenerationStats>> {
        let rows = sqlx::query!(
            r#"SELECT g.id AS "id!: GenerationId", g.created_at,
                (SELECT max(activated_at) FROM activation WHERE generation = g.id) AS "activated_at: i64",
                (SELECT count(*) FROM document d JOIN content c ON c.id = d.content
                    WHERE d.collection = g.collection AND c.passage_count > 0 AND NOT EXISTS
                        (SELECT 1 FROM vectors WHERE generation = g.id AND content = c.id)) AS "missing!: u32",
                count(v.id) AS "documents!: u32", coalesce(sum(length(v.owners) / 4), 0) AS "vectors!: i64",
                coalesce(sum(length(v.owners) + length(v.elements)), 0) + coalesce((SELECT sum(length(s.bytes))
                    FROM token_embeddings s JOIN vectors sv ON sv.id = s.vectors WHERE sv.generation = g.id), 0) AS "bytes!: i64"
            FROM generation g LEFT JOIN vectors v ON v.generation = g.id WHERE g.collection = ? GROUP BY g.id"#,
            collection
        );
        let mut rows = rows.fetch_all(self.reader()).await.context(self)?.into_iter().peekable();
        let generations = self.generations(collection).await?.into_iter();
        let with_stats = generations.filter_map(|generation| {
            let row = rows.find(|row| row.id == generation.id)?;
            Some(GenerationStats {
                generation,
                created_at: row.created_at,
                activated_at: row.activated_at,
                documents: row.documents,
                missing: row.missing,
                vectors: row.vectors.unsigned_abs(),
                bytes: row.bytes.unsigned_abs(),
            })
        });
        Ok(with_stats.collect())
    }

    /// Deletes a generation with its vectors; its place in the file is used for what comes next. A run that made it
    /// stays in the history.
    ///
    /// # Errors
    /// [`Error::Active`] if it is the active one.
    pub async fn delete_generation(&self, generation: GenerationId) -> Result<()> {
        let mut tx = self.write().await?;
        let active = sqlx::query_scalar!("SELECT count(*) FROM generation WHERE id = ? AND active = 1", generation);
        if active.fetch_one(&mut *tx).await.context(self)? > 0 {
            return Err(Error::Active(generation));
        }
        sqlx::query!("DELETE FROM generation WHERE id = ?", generation).execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)
    }
}
