//! Activation: which generation answers a collection's questions, switched in one step, and back. Not for filling
//! generations.

use crate::error::Context;
use crate::{CollectionId, ContentId, Error, Generation, GenerationId, Library, Result};
use sqlx::SqliteConnection;

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

    pub(crate) async fn activate_in(&self, tx: &mut SqliteConnection, generation: GenerationId) -> Result<()> {
        if self.switch(tx, generation).await? {
            let history = sqlx::query!("INSERT INTO activation (generation) VALUES (?)", generation);
            history.execute(&mut *tx).await.context(self)?;
            let run = sqlx::query!("UPDATE tuning_run SET activated = 1 WHERE generation = ?", generation);
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
        let (place, former) = self.former(&mut tx, collection).await?.ok_or(Error::NothingToUndo(collection))?;
        self.switch(&mut tx, former).await?;
        let undone = sqlx::query!(
            "DELETE FROM activation WHERE id > ? AND generation IN (SELECT id FROM generation WHERE collection = ?)",
            place,
            collection
        );
        undone.execute(&mut *tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(former)
    }

    /// The generation that [`Library::undo_activation`] would go back to, if there is one.
    pub async fn former_generation(&self, collection: CollectionId) -> Result<Option<GenerationId>> {
        let mut connection = self.reader().acquire().await.context(self)?;
        Ok(self.former(&mut connection, collection).await?.map(|(_, generation)| generation))
    }

    /// The latest activation of a generation other than the active one: its place in the history, and the generation.
    async fn former(
        &self,
        connection: &mut SqliteConnection,
        collection: CollectionId,
    ) -> Result<Option<(i64, GenerationId)>> {
        let row = sqlx::query!(
            r#"SELECT a.id AS "place!", g.id AS "generation!: GenerationId" FROM activation a
            JOIN generation g ON g.id = a.generation WHERE g.collection = ? AND g.active = 0
            ORDER BY a.id DESC LIMIT 1"#,
            collection
        );
        Ok(row.fetch_optional(connection).await.context(self)?.map(|row| (row.place, row.generation)))
    }

    /// `false`, and nothing changes, if it is the active one.
    async fn switch(&self, tx: &mut SqliteConnection, generation: GenerationId) -> Result<bool> {
        let active =
            sqlx::query_scalar!(r#"SELECT active AS "active!: bool" FROM generation WHERE id = ?"#, generation);
        if active.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoGeneration(generation))? {
            return Ok(false);
        }
        let missing = self.lacking(tx, generation).await?.len();
        if missing > 0 {
            return Err(Error::Incomplete { generation, missing });
        }
        let off = sqlx::query!(
            "UPDATE generation SET active = 0 WHERE collection = (SELECT collection FROM generation WHERE id = ?)",
            generation
        );
        off.execute(&mut *tx).await.context(self)?;
        sqlx::query!("UPDATE generation SET active = 1 WHERE id = ?", generation)
            .execute(&mut *tx)
            .await
            .context(self)?;
        Ok(true)
    }

    /// Contents of the generation's collection that have passages but no vectors in it.
    pub async fn contents_without_vectors(&self, generation: GenerationId) -> Result<Vec<ContentId>> {
        let mut connection = self.reader().acquire().await.context(self)?;
        self.lacking(&mut connection, generation).await
    }

    async fn lacking(&self, connection: &mut SqliteConnection, generation: GenerationId) -> Result<Vec<ContentId>> {
        let rows = sqlx::query_scalar!(
            r#"SELECT c.id AS "id!: ContentId" FROM generation g JOIN document d ON d.collection = g.collection
            JOIN content c ON c.id = d.content
            WHERE g.id = ? AND c.passage_count > 0
                AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.generation = g.id AND v.content = c.id)
            ORDER BY c.id"#,
            generation
        );
        rows.fetch_all(connection).await.context(self)
    }
}
