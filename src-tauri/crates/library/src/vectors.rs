//! Stores and loads vectors of passages by content. Not for computing or comparing them.

use crate::error::Context;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, ContentId, Error, GenerationId, Library, NewVectors, PassageId, Result, Vectors};
use futures_util::stream::{BoxStream, StreamExt};

impl Library {
    /// Vectors of a content in a generation, if stored.
    pub async fn vectors(&self, generation: GenerationId, content: ContentId) -> Result<Option<Vectors>> {
        let row = query_as!(
            VectorsRow,
            r#"SELECT v.content AS "content!: ContentId", g.width AS "width!: u32", v.owners, v.elements
            FROM vectors v JOIN generation g ON g.id = v.generation WHERE v.generation = $1 AND v.content = $2"#,
            generation,
            content
        );
        let row = row.fetch_optional(self.reader()).await.context(self)?;
        Ok(row.map(|row| unpack(row.width, &row.owners, &row.elements)))
    }

    /// All vectors of a generation, one content at a time, ordered by content id.
    pub fn all_vectors(&self, generation: GenerationId) -> BoxStream<'_, Result<(ContentId, Vectors)>> {
        let rows = query_as!(
            VectorsRow,
            r#"SELECT v.content AS "content!: ContentId", g.width AS "width!: u32", v.owners, v.elements
            FROM vectors v JOIN generation g ON g.id = v.generation WHERE v.generation = $1 ORDER BY v.content"#,
            generation
        );
        let rows = rows.fetch(self.reader());
        let unpacked = rows.map(|row| {
            let row = row.context(self)?;
            Ok((row.content, unpack(row.width, &row.owners, &row.elements)))
        });
        unpacked.boxed()
    }

    /// Stores a content's vectors in a generation. They replace existing ones. The generation's collection must list the
    /// content.
    ///
    /// # Errors
    /// [`Error::NoGeneration`] (also if its collection does not list the content), [`Error::NoContent`],
    /// [`Error::Shape`].
    pub async fn store_vectors(&self, content: ContentId, vectors: &NewVectors) -> Result<()> {
        let mut tx = self.write().await?;
        self.put_vectors(&mut tx, content, vectors).await?;
        tx.commit().await.context(self)
    }

    /// The same for vectors of passages whose first id was this one. If the content was split again meanwhile, the
    /// vectors are obsolete: `false`, and nothing is stored.
    ///
    /// # Errors
    /// As [`Library::store_vectors`].
    pub async fn store_vectors_since(
        &self,
        content: ContentId,
        first_passage: PassageId,
        vectors: &NewVectors,
    ) -> Result<bool> {
        let mut tx = self.write().await?;
        let same = query_scalar!(
            r#"SELECT first_passage = $1 AS "same!: bool" FROM content WHERE id = $2"#,
            first_passage,
            content
        );
        let same = same.fetch_optional(&mut tx).await.context(self)?.ok_or(Error::NoContent(content))?;
        if same {
            self.put_vectors(&mut tx, content, vectors).await?;
            tx.commit().await.context(self)?;
        }
        Ok(same)
    }

    pub(crate) async fn put_vectors(&self, tx: &mut Writing, content: ContentId, new: &NewVectors) -> Result<()> {
        self.check_shape(tx, content, new).await?;
        let (owners, elements) = pack(&new.vectors);
        let upsert = query!(
            "INSERT INTO vectors (generation, content, owners, elements) VALUES ($1, $2, $3, $4)
            ON CONFLICT (generation, content) DO UPDATE SET owners = excluded.owners, elements = excluded.elements",
            new.generation,
            content,
            owners,
            elements
        );
        upsert.execute(&mut *tx).await.context(self)?;
        tx.index_vectors(content, new).await.context(self)
    }

    /// Checks that rows have the generation's width and belong to passages of the content.
    async fn check_shape(&self, tx: &mut Writing, content: ContentId, new: &NewVectors) -> Result<()> {
        let NewVectors { generation, ref vectors } = *new;
        let row = query_as!(
            Expected,
            r#"SELECT g.width AS "width!: u32", c.passage_count AS "passages!: u32" FROM generation g
            JOIN document d ON d.collection = g.collection JOIN content c ON c.id = d.content
            WHERE g.id = $1 AND c.id = $2"#,
            generation,
            content
        );
        let row = row.fetch_optional(&mut *tx).await.context(self)?.ok_or(Error::NoGeneration(generation))?;
        let Vectors { width, owners, values } = vectors;
        let fits = *width == row.width
            && values.len() == owners.len() * *width as usize
            && owners.iter().all(|owner| *owner < row.passages);
        let detail = || {
            let (expected, passages, rows, got) = (row.width, row.passages, owners.len(), values.len());
            format!("{rows} rows with {got} values, for {passages} passages of width {expected}")
        };
        if fits { Ok(()) } else { Err(Error::Shape { detail: detail() }) }
    }

    /// Copies a content's vectors from other collections with the same encoders to this collection's generations. In a shared
    /// library no other collection has it.
    pub(crate) async fn copy_vectors(
        &self,
        tx: &mut Writing,
        collection: CollectionId,
        content: ContentId,
    ) -> Result<()> {
        let copy = query!(
            "INSERT INTO vectors (generation, content, owners, elements)
            SELECT g.id, v.content, v.owners, v.elements FROM generation g
            JOIN generation s ON s.fingerprint = g.fingerprint AND s.width = g.width AND s.id <> g.id
            JOIN vectors v ON v.generation = s.id
            WHERE g.collection = $1 AND v.content = $2 ON CONFLICT DO NOTHING",
            collection,
            content
        );
        copy.execute(&mut *tx).await.context(self)?;
        Ok(())
    }

    /// The same for every content the collection lists.
    pub(crate) async fn copy_all_vectors(&self, tx: &mut Writing, collection: CollectionId) -> Result<()> {
        for content in self.contents(collection).await? {
            self.copy_vectors(tx, collection, content.id).await?;
        }
        Ok(())
    }
}

#[derive(sqlx::FromRow)]
struct VectorsRow {
    content: ContentId,
    #[sqlx(try_from = "i64")]
    width: u32,
    owners: Vec<u8>,
    elements: Vec<u8>,
}

/// The shape that vectors must have.
#[derive(sqlx::FromRow)]
struct Expected {
    #[sqlx(try_from = "i64")]
    width: u32,
    #[sqlx(try_from = "i64")]
    passages: u32,
}

fn pack(vectors: &Vectors) -> (Vec<u8>, Vec<u8>) {
    let owners = vectors.owners.iter().flat_map(|owner| owner.to_le_bytes()).collect();
    let elements = vectors.values.iter().flat_map(|value| value.to_le_bytes()).collect();
    (owners, elements)
}

pub(crate) fn unpack(width: u32, owners: &[u8], elements: &[u8]) -> Vectors {
    Vectors {
        width,
        owners: owners.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect(),
        values: elements.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
    }
}
