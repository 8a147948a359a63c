//! A person confirms what a review table says of documents, and a file with a table is compared with what was written. Not for the
//! form of the file (`pincite_export`).

use super::cells;
use crate::error::blocking;
use crate::{Engine, Error};
use pincite_adapt::read_bytes;
use pincite_api::{Event, GridFile, GridFileDocument, GridSignature, GridView};
use pincite_export::{Verified, row_hashes, verify_review};
use pincite_library::{DocumentId, GridId};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// Bytes of a file with a review table, at most.
const LARGEST_FILE: u64 = 256 << 20;

impl Engine {
    /// A person confirms, by a name, what a grid says of these documents, of all if none is given. It counts until the grid says
    /// something else.
    ///
    /// # Errors
    /// [`Error::RowNotFilled`] for a document with cells that are not filled or not up to date; [`Error::Library`] for an empty
    /// name, or if the grid is not there.
    pub async fn sign_grid(&self, grid: GridId, name: &str, documents: &[DocumentId]) -> Result<GridView, Error> {
        let view = self.grid(grid).await?;
        let hashes = self.row_hashes(&view).await?;
        let mut rows = Vec::new();
        for document in &view.documents {
            if !documents.is_empty() && !documents.contains(&document.id) {
                continue;
            }
            let is_filled =
                |cell: &&pincite_api::GridCell| cell.document == document.id && cell.current && cell.problem.is_none();
            if view.cells.iter().filter(is_filled).count() < view.questions.len() {
                return Err(Error::RowNotFilled { document: document.name.clone() });
            }
            rows.push((document.id, hashes.get(&document.id).cloned().unwrap_or_default()));
        }
        self.0.library.sign_grid(grid, name, &rows).await?;
        self.signed(view).await
    }

    /// Takes back what was confirmed of these documents, of all if none is given.
    ///
    /// # Errors
    /// [`Error::Library`] if the grid is not there.
    pub async fn unsign_grid(&self, grid: GridId, documents: &[DocumentId]) -> Result<GridView, Error> {
        let view = self.grid(grid).await?;
        let all: Vec<DocumentId> = view.documents.iter().map(|document| document.id).collect();
        self.0.library.unsign_grid(grid, if documents.is_empty() { &all } else { documents }).await?;
        self.signed(view).await
    }

    async fn signed(&self, view: GridView) -> Result<GridView, Error> {
        self.0.events.emit(Event::Grids { collection: view.collection });
        cells::whole(self, view.id).await
    }

    /// Puts into a grid who confirmed its rows, and whether they still say the same.
    pub(super) async fn with_signatures(&self, mut view: GridView) -> Result<GridView, Error> {
        let signatures = self.0.library.grid_signatures(view.id).await?;
        if signatures.is_empty() {
            return Ok(view);
        }
        let hashes = self.row_hashes(&view).await?;
        for document in &mut view.documents {
            let signature = signatures.iter().find(|signature| signature.document == document.id);
            document.signature = signature.map(|signature| GridSignature {
                name: signature.name.clone(),
                signed_at: signature.signed_at,
                is_current: hashes.get(&document.id) == Some(&signature.row_sha256),
            });
        }
        Ok(view)
    }

    /// The hash of what a grid says of each document.
    async fn row_hashes(&self, view: &GridView) -> Result<HashMap<DocumentId, String>, Error> {
        let listed = self.0.library.documents(view.collection).await?;
        let files: HashMap<DocumentId, String> =
            listed.into_iter().filter_map(|document| Some((document.id, document.hash?))).collect();
        Ok(row_hashes(view, &files)?)
    }

    /// Compares a file with a review table with what was written, and its documents with those of the library.
    ///
    /// # Errors
    /// [`Error::Adapt`] for a file that cannot be read; [`Error::Export`] if it holds no review table that can be checked.
    pub async fn verify_grid(&self, path: &Path) -> Result<GridFile, Error> {
        let path = path.to_owned();
        let verified = blocking("Checking the review table", move || verified(path)).await??;
        let written_at = self.0.library.grid_file_written_at(&verified.sha256).await?;
        let here = self.0.library.file_hashes().await?;
        Ok(view_of(verified, written_at, &here))
    }
}

fn verified(path: PathBuf) -> Result<Verified, Error> {
    Ok(verify_review(&read_bytes(&path, LARGEST_FILE)?)?)
}

fn view_of(verified: Verified, written_at: Option<i64>, here: &HashSet<String>) -> GridFile {
    let Verified { manifest, sha256, condition, differences } = verified;
    let mut documents = Vec::with_capacity(manifest.rows.len());
    for row in manifest.rows {
        documents.push(GridFileDocument {
            name: row.document,
            confirmed: row.confirmed.map(|it| format!("{}, {}", it.name, it.date)),
            is_here: here.contains(&row.read.sha256),
        });
    }
    GridFile { table: manifest.table, date: manifest.date, sha256, condition, differences, written_at, documents }
}
