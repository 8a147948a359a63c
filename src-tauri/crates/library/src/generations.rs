//! Generations: complete sets of passage vectors, one of them active per collection. Not for the vectors themselves.

use crate::error::At;
use crate::folders::unknown;
use crate::{CollectionId, DocumentId, Error, GenerationId, Library, Result};
use sqlx::SqliteConnection;

/// A set of passage vectors made by one encoder.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Whether questions are answered with it.
    pub active: bool,
}

impl Library {
    /// The generation this encoder makes for a collection; made if it is not there, and active at once if the
    /// collection has no other active one. Vectors that other collections have for the same documents from the same
    /// encoder are copied, not computed again.
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
        let mut tx = self.write().await?;
        let insert = sqlx::query!(
            "INSERT INTO generation (collection, encoder, fingerprint, width, active)
            VALUES (?1, ?2, ?3, ?4, NOT EXISTS (SELECT 1 FROM generation WHERE collection = ?1 AND active = 1))
            ON CONFLICT (collection, fingerprint) DO NOTHING",
            collection,
            encoder,
            fingerprint,
            width
        );
        let made = insert.execute(&mut *tx).await.at(self).map_err(|error| unknown(error, collection))?;
        if made.rows_affected() > 0 {
            self.copy_all_vectors(&mut tx, collection).await?;
        }
        tx.commit().await.at(self)?;
        let all = self.generations(collection).await?;
        all.into_iter().find(|one| one.fingerprint == fingerprint).ok_or(Error::NoCollection(collection))
    }

    /// Generations of a collection, oldest first.
    pub async fn generations(&self, collection: CollectionId) -> Result<Vec<Generation>> {
        let rows = sqlx::query_as!(
            Generation,
            r#"SELECT id AS "id!: GenerationId", collection AS "collection!: CollectionId", encoder, fingerprint,
                width AS "width!: u32", active AS "active!: bool"
            FROM generation WHERE collection = ? ORDER BY id"#,
            collection
        );
        rows.fetch_all(self.reader()).await.at(self)
    }

    /// The generation a collection's questions are answered with, if an encoder ever made one.
    pub async fn active_generation(&self, collection: CollectionId) -> Result<Option<Generation>> {
        Ok(self.generations(collection).await?.into_iter().find(|one| one.active))
    }

    /// Makes a generation the active one of its collection, in one step: at no moment are there two or none.
    ///
    /// # Errors
    /// [`Error::NoGeneration`]; [`Error::Incomplete`] while a searchable document of the collection lacks its vectors.
    pub async fn activate(&self, generation: GenerationId) -> Result<()> {
        let mut tx = self.write().await?;
        let missing = self.lacking(&mut tx, generation).await?.len();
        if missing > 0 {
            return Err(Error::Incomplete { generation, missing });
        }
        let off = sqlx::query!(
            "UPDATE generation SET active = 0 WHERE collection = (SELECT collection FROM generation WHERE id = ?)",
            generation
        );
        off.execute(&mut *tx).await.at(self)?;
        let on = sqlx::query!("UPDATE generation SET active = 1 WHERE id = ?", generation);
        let changed = on.execute(&mut *tx).await.at(self)?.rows_affected();
        tx.commit().await.at(self)?;
        if changed == 0 { Err(Error::NoGeneration(generation)) } else { Ok(()) }
    }

    /// Deletes a generation with its vectors.
    ///
    /// # Errors
    /// [`Error::Active`] if it is the active one.
    pub async fn delete_generation(&self, generation: GenerationId) -> Result<()> {
        let mut tx = self.write().await?;
        let active = sqlx::query_scalar!("SELECT count(*) FROM generation WHERE id = ? AND active = 1", generation);
        if active.fetch_one(&mut *tx).await.at(self)? > 0 {
            return Err(Error::Active(generation));
        }
        sqlx::query!("DELETE FROM generation WHERE id = ?", generation).execute(&mut *tx).await.at(self)?;
        tx.commit().await.at(self)
    }

    /// Documents of the generation's collection that have passages but no vectors in it.
    pub async fn documents_without_vectors(&self, generation: GenerationId) -> Result<Vec<DocumentId>> {
        let mut connection = self.reader().acquire().await.at(self)?;
        self.lacking(&mut connection, generation).await
    }

    async fn lacking(&self, connection: &mut SqliteConnection, generation: GenerationId) -> Result<Vec<DocumentId>> {
        let rows = sqlx::query_scalar!(
            r#"SELECT d.id AS "id!: DocumentId" FROM generation g JOIN entry e ON e.collection = g.collection
            JOIN document d ON d.id = e.document
            WHERE g.id = ? AND d.passage_count > 0
                AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.generation = g.id AND v.document = d.id)
            ORDER BY d.id"#,
            generation
        );
        rows.fetch_all(connection).await.at(self)
    }
}
