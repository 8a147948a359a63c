//! Who confirmed what a grid says of a document, and the hashes of the files that were written. Whether the grid still says the
//! same is for others.

use crate::error::Context;
use crate::questions::tidy;
use crate::store::{query, query_as, query_scalar};
use crate::{DocumentId, Error, GridId, Library, Result};

/// A person confirmed what a grid says of a document.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct GridSignature {
    /// The document.
    pub document: DocumentId,
    /// The name that the person gave.
    pub name: String,
    /// SHA-256 of what the grid said then, in hexadecimal.
    pub row_sha256: String,
    /// Unix time in seconds.
    pub signed_at: i64,
}

impl Library {
    /// A person confirms rows of a grid: documents with the hashes of what the grid says of them. An earlier signature is replaced.
    ///
    /// # Errors
    /// [`Error::SignatureEmpty`] for a name without letters; [`Error::NoGrid`].
    pub async fn sign_grid(&self, grid: GridId, name: &str, rows: &[(DocumentId, String)]) -> Result<()> {
        let name = tidy(name).ok_or(Error::SignatureEmpty)?;
        let mut tx = self.write().await?;
        for (document, row_sha256) in rows {
            let insert = query!(
                "INSERT INTO grid_signature (grid, document, name, row_sha256) VALUES ($1, $2, $3, $4)
                ON CONFLICT (grid, document)
                DO UPDATE SET name = excluded.name, row_sha256 = excluded.row_sha256, signed_at = excluded.signed_at",
                grid,
                document,
                name,
                row_sha256
            );
            insert.execute(&mut tx).await.context_or(self, Error::NoGrid(grid))?;
        }
        tx.commit().await.context(self)
    }

    /// Takes back what was confirmed of these documents.
    pub async fn unsign_grid(&self, grid: GridId, documents: &[DocumentId]) -> Result<()> {
        let mut tx = self.write().await?;
        for document in documents {
            let delete = query!("DELETE FROM grid_signature WHERE grid = $1 AND document = $2", grid, document);
            delete.execute(&mut tx).await.context(self)?;
        }
        tx.commit().await.context(self)
    }

    /// Who confirmed rows of a grid.
    pub async fn grid_signatures(&self, grid: GridId) -> Result<Vec<GridSignature>> {
        let rows = query_as!(
            GridSignature,
            r#"SELECT document AS "document!: DocumentId", name, row_sha256, signed_at FROM grid_signature WHERE grid = $1"#,
            grid
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Keeps the hash of a file that was written.
    pub async fn put_grid_file(&self, sha256: &str) -> Result<()> {
        let insert = query!("INSERT INTO grid_file (sha256) VALUES ($1) ON CONFLICT DO NOTHING", sha256);
        self.change(insert).await?;
        Ok(())
    }

    /// When this library wrote a file with this hash: Unix time in seconds.
    pub async fn grid_file_written_at(&self, sha256: &str) -> Result<Option<i64>> {
        let row = query_scalar!("SELECT written_at FROM grid_file WHERE sha256 = $1", sha256);
        row.fetch_optional(self.reader()).await.context(self)
    }
}
