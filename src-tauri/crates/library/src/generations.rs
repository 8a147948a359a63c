//! Generations: complete sets of passage vectors, each made by one encoder. And which of them answers a collection's questions,
//! switched in one step, and back. Not for the vectors themselves.

use crate::error::Context;
use crate::store::{On, Writing, query, query_as, query_scalar};
use crate::{CollectionId, ContentId, Error, GenerationId, Library, Result};

/// A set of passage vectors made by one encoder.
#[derive(Clone, Debug, PartialEq, sqlx::FromRow)]
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
    #[sqlx(try_from = "i64")]
    pub width: u32,
    /// Name of the untuned encoder that its encoder was tuned from, at however many removes; `None`: it is untuned.
    pub base: Option<String>,
    /// Whether questions are answered with it.
    pub active: bool,
}

impl Generation {
    /// Name of the untuned encoder: that of its vectors, or the one that it was tuned from.
    pub fn untuned(&self) -> &str {
        self.base.as_ref().unwrap_or(&self.encoder)
    }
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

/// What a generation holds.
#[derive(sqlx::FromRow)]
struct Held {
    id: GenerationId,
    created_at: i64,
    activated_at: Option<i64>,
    #[sqlx(try_from = "i64")]
    missing: u32,
    #[sqlx(try_from = "i64")]
    documents: u32,
    vectors: i64,
    bytes: i64,
}

/// A generation that was made active.
#[derive(sqlx::FromRow)]
struct Activation {
    /// Its place in the history.
    id: i64,
    generation: GenerationId,
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
        let new = NewGeneration { encoder, fingerprint, width, base: None };
        self.add_generation(collection, &new).await
    }

    /// The generation that this encoder makes for a collection: the one that is there, as it is, or a new one. A new one
    /// of an untuned encoder is active at once if the collection has no active one; a tuned encoder's waits for
    /// [`Library::activate`]. Vectors that other collections have for the same contents from the same encoder are
    /// copied, not computed again.
    ///
    /// # Errors
    /// [`Error::NoCollection`].
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
        tx: &mut Writing,
        collection: CollectionId,
        new: &NewGeneration<'_>,
    ) -> Result<bool> {
        let width = i64::from(new.width);
        let insert = query_scalar!(
            r#"INSERT INTO generation (collection, encoder, fingerprint, width, base, active)
            VALUES ($1, $2, $3, $4, $5,
                $5 IS NULL AND NOT EXISTS (SELECT 1 FROM generation WHERE collection = $1 AND active))
            ON CONFLICT (collection, fingerprint) DO NOTHING RETURNING id AS "id!: GenerationId""#,
            collection,
            new.encoder,
            new.fingerprint,
            width,
            new.base
        );
        let made = insert.fetch_optional(&mut *tx).await.context_or(self, Error::NoCollection(collection))?;
        let Some(made) = made else { return Ok(false) };
        let history =
            query!("INSERT INTO activation (generation) SELECT id FROM generation WHERE id = $1 AND active", made);
        history.execute(&mut *tx).await.context(self)?;
        Ok(true)
    }

    /// Generations of a collection, oldest first.
    pub async fn generations(&self, collection: CollectionId) -> Result<Vec<Generation>> {
        let rows = query_as!(
            Generation,
            r#"SELECT id AS "id!: GenerationId", collection AS "collection!: CollectionId", encoder, fingerprint,
                width AS "width!: u32", base, active AS "active!: bool"
            FROM generation WHERE collection = $1 ORDER BY id"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Generations of a collection with what they hold, oldest first.
    pub async fn generation_stats(&self, collection: CollectionId) -> Result<Vec<GenerationStats>> {
        let rows = query_as!(
            Held,
            r#"SELECT g.id AS "id!: GenerationId", g.created_at,
                (SELECT max(activated_at) FROM activation WHERE generation = g.id) AS "activated_at: i64",
                (SELECT count(*) FROM document d JOIN content c ON c.id = d.content
                    WHERE d.collection = g.collection AND c.passage_count > 0 AND NOT EXISTS
                        (SELECT 1 FROM vectors WHERE generation = g.id AND content = c.id)) AS "missing!: u32",
                count(v.id) AS "documents!: u32", coalesce(sum(length(v.owners) / 4), 0) AS "vectors!: i64",
                coalesce(sum(length(v.owners) + length(v.elements)), 0) AS "bytes!: i64"
            FROM generation g LEFT JOIN vectors v ON v.generation = g.id WHERE g.collection = $1 GROUP BY g.id"#,
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
        let active = query_scalar!("SELECT count(*) FROM generation WHERE id = $1 AND active", generation);
        if active.fetch_one(&mut tx).await.context(self)? > 0 {
            return Err(Error::Active(generation));
        }
        query!("DELETE FROM generation WHERE id = $1", generation).execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)
    }
}

impl Library {
    /// The generation a collection's questions are answered with, if an encoder ever made one.
    pub async fn active_generation(&self, collection: CollectionId) -> Result<Option<Generation>> {
        Ok(self.generations(collection).await?.into_iter().find(|one| one.active))
    }

    /// Makes a generation the active one of its collection, in one step: at no moment are there two or none. Nothing
    /// happens if it is the active one.
    ///
    /// # Errors
    /// [`Error::NoGeneration`]; [`Error::Incomplete`] while searchable contents of the collection lack vectors.
    pub async fn activate(&self, generation: GenerationId) -> Result<()> {
        let mut tx = self.write().await?;
        self.activate_in(&mut tx, generation).await?;
        tx.commit().await.context(self)
    }

    pub(crate) async fn activate_in(&self, tx: &mut Writing, generation: GenerationId) -> Result<()> {
        if self.switch(tx, generation).await? {
            let history = query!("INSERT INTO activation (generation) VALUES ($1)", generation);
            history.execute(&mut *tx).await.context(self)?;
            let run = query!("UPDATE run SET activated = TRUE WHERE generation = $1", generation);
            run.execute(&mut *tx).await.context(self)?;
        }
        Ok(())
    }

    /// Makes the generation active again that was active before the present one; done again, the one before that. Those
    /// deleted meanwhile are passed over. To go to any other one there is [`Library::activate`].
    ///
    /// # Errors
    /// [`Error::NothingToUndo`]; [`Error::Incomplete`] if contents came since then: nothing changes until they have
    /// their vectors in [`Library::former_generation`].
    pub async fn undo_activation(&self, collection: CollectionId) -> Result<GenerationId> {
        let mut tx = self.write().await?;
        let former = self.former(&mut tx, collection).await?.ok_or(Error::NothingToUndo(collection))?;
        self.switch(&mut tx, former.generation).await?;
        let undone = query!(
            "DELETE FROM activation WHERE id > $1 AND generation IN (SELECT id FROM generation WHERE collection = $2)",
            former.id,
            collection
        );
        undone.execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(former.generation)
    }

    /// The generation that [`Library::undo_activation`] would go back to, if there is one.
    pub async fn former_generation(&self, collection: CollectionId) -> Result<Option<GenerationId>> {
        Ok(self.former(self.reader(), collection).await?.map(|former| former.generation))
    }

    /// The latest activation of a generation other than the active one: its place in the history, and the generation.
    async fn former(&self, on: impl Into<On<'_>>, collection: CollectionId) -> Result<Option<Activation>> {
        let row = query_as!(
            Activation,
            r#"SELECT a.id AS "id!", g.id AS "generation!: GenerationId" FROM activation a
            JOIN generation g ON g.id = a.generation WHERE g.collection = $1 AND NOT g.active
            ORDER BY a.id DESC LIMIT 1"#,
            collection
        );
        row.fetch_optional(on).await.context(self)
    }

    /// `false`, and nothing changes, if it is the active one.
    async fn switch(&self, tx: &mut Writing, generation: GenerationId) -> Result<bool> {
        let active = query_scalar!(r#"SELECT active AS "active!: bool" FROM generation WHERE id = $1"#, generation);
        if active.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoGeneration(generation))? {
            return Ok(false);
        }
        let missing = self.lacking(&mut *tx, generation).await?.len();
        if missing > 0 {
            return Err(Error::Incomplete { generation, missing });
        }
        let off = query!(
            "UPDATE generation SET active = FALSE WHERE collection = (SELECT collection FROM generation WHERE id = $1)",
            generation
        );
        off.execute(&mut *tx).await.context(self)?;
        query!("UPDATE generation SET active = TRUE WHERE id = $1", generation)
            .execute(&mut *tx)
            .await
            .context(self)?;
        Ok(true)
    }

    /// Contents of the generation's collection that have passages but no vectors in it.
    pub async fn contents_without_vectors(&self, generation: GenerationId) -> Result<Vec<ContentId>> {
        self.lacking(self.reader(), generation).await
    }

    /// The same through a given connection.
    pub(crate) async fn lacking(&self, on: impl Into<On<'_>>, generation: GenerationId) -> Result<Vec<ContentId>> {
        let rows = query_scalar!(
            r#"SELECT c.id AS "id!: ContentId" FROM generation g JOIN document d ON d.collection = g.collection
            JOIN content c ON c.id = d.content
            WHERE g.id = $1 AND c.passage_count > 0
                AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.generation = g.id AND v.content = c.id)
            ORDER BY c.id"#,
            generation
        );
        rows.fetch_all(on).await.context(self)
    }
}
