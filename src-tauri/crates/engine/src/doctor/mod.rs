//! Checks what is stored, the models and the documents' files, and makes again what can be made again.
//!
//! What the documents' files and the models can make (text, vectors, answers) is thrown away where it is damaged and made anew. What
//! people made is never thrown away.

mod findings;
mod opening;

pub use opening::Salvage;
pub(crate) use opening::{Opened, opened, was_salvaged};

use crate::error::blocking;
use crate::files::hash;
use crate::{Engine, Error};
use findings::Finding;
use pincite_api::{CheckUp, FindingView, Problem, Repair};
use pincite_library::{ContentId, Document, DocumentId, Fault, GridCellPlace};
use pincite_models::Catalogue;
use pincite_search::Encoders;
use std::collections::HashSet;
use std::path::Path;

/// All documents of a library.
struct Shelf {
    documents: Vec<Document>,
}

impl Shelf {
    /// The documents with a content, in all collections.
    fn with(&self, content: ContentId) -> impl Iterator<Item = &Document> {
        self.documents.iter().filter(move |document| document.content == Some(content))
    }

    fn name(&self, id: DocumentId) -> String {
        let document = self.documents.iter().find(|document| document.id == id);
        document.map_or_else(|| id.to_string(), Document::display_name)
    }
}

impl Engine {
    /// Where the damaged library file is, if opening it made a new one.
    pub fn salvaged(&self) -> Option<&Path> {
        self.0.salvaged.as_deref()
    }

    /// Compares all that is stored with its seals, the models with their hashes, and the files of documents with what was read from
    /// them. All of it is read, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn check_up(&self) -> Result<CheckUp, Error> {
        let shelf = self.shelf().await?;
        let mut findings = Vec::new();
        let mut damaged = HashSet::new();
        for fault in self.0.library.check().await? {
            if let Fault::Text(content) | Fault::Recognised(content) = fault
                && !damaged.insert(content)
            {
                continue;
            }
            findings.extend(self.described(&shelf, fault).await?);
        }
        let sound = shelf.documents.iter().filter(|it| it.content.is_some_and(|content| !damaged.contains(&content)));
        findings.extend(self.changed_originals(sound).await);
        let home = self.0.home.folder().to_owned();
        let checking = move || Catalogue::builtin().map(|catalogue| catalogue.check_files(&home));
        let models = blocking("Checking the models", checking).await??;
        let unsound = models.iter().filter(|model| !model.is_sound);
        findings.extend(unsound.map(|model| Finding::Model { name: model.name.clone() }));
        let mut findings: Vec<_> = findings.iter().map(Finding::view).collect();
        findings.extend(self.lost_encoders().await?);
        Ok(CheckUp { findings, documents: shelf.documents.len() as u32, models: models.len() as u32 })
    }

    /// Throws away damaged text, vectors and answers, and queues the work that makes them again. The rest counts as it is from now
    /// on. Who calls this works off the queue. A damaged file is salvaged when it is opened next ([`Salvage::IfNeeded`]).
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn repair(&self) -> Result<(), Error> {
        let shelf = self.shelf().await?;
        let faults = self.0.library.check().await?;
        if faults.iter().any(|fault| matches!(fault, Fault::File { .. })) {
            return Ok(self.0.library.salvage_later()?);
        }
        if faults.is_empty() {
            return Ok(());
        }
        self.0.library.give_up(&faults).await?;
        for fault in faults {
            match fault {
                Fault::Text(content) | Fault::Recognised(content) => self.read_again(&shelf, content).await?,
                Fault::Cell(GridCellPlace { grid, is_judged: false, .. }) => {
                    _ = self.0.library.queue_grid(grid).await?
                }
                _ => {}
            }
        }
        self.0.missing.queue().await?;
        Ok(())
    }

    async fn shelf(&self) -> Result<Shelf, Error> {
        let mut documents = Vec::new();
        for collection in self.0.library.collections().await? {
            documents.extend(self.0.library.documents(collection.id).await?);
        }
        Ok(Shelf { documents })
    }

    /// Queues the documents with a content whose file is there.
    async fn read_again(&self, shelf: &Shelf, content: ContentId) -> Result<(), Error> {
        for document in shelf.with(content) {
            if let Ok(file) = self.0.listing.file_of(document.id).await {
                self.0.listing.queue(document.collection, &[file], None).await?;
            }
        }
        Ok(())
    }

    async fn described(&self, shelf: &Shelf, fault: Fault) -> Result<Vec<Finding>, Error> {
        Ok(match fault {
            Fault::File { detail } => vec![Finding::File { detail }],
            Fault::Text(content) | Fault::Recognised(content) => self.damaged_texts(shelf, content).await,
            Fault::Vectors(generation, content) => {
                let mut findings = Vec::new();
                for document in shelf.with(content) {
                    let own = self.0.library.generations(document.collection).await?;
                    if own.iter().any(|own| own.id == generation) {
                        findings.push(Finding::Index { document: document.display_name() });
                    }
                }
                findings
            }
            Fault::Cell(place) => vec![self.changed_answer(shelf, place).await?],
            Fault::NoneActive(id) => {
                let collections = self.0.library.collections().await?;
                let named = collections.into_iter().filter(|collection| collection.id == id);
                named.map(|collection| Finding::NoModelActive { collection: collection.name }).collect()
            }
            Fault::Rows(kept, rows) => vec![Finding::Rows { kept, rows }],
        })
    }

    async fn damaged_texts(&self, shelf: &Shelf, content: ContentId) -> Vec<Finding> {
        let mut findings = Vec::new();
        for damaged in shelf.with(content) {
            let document = damaged.display_name();
            findings.push(match self.0.listing.file_of(damaged.id).await {
                Ok(original) => Finding::Text { document, original },
                Err(_) => Finding::TextAndOriginal { document, place: damaged.path.clone() },
            });
        }
        findings
    }

    async fn changed_answer(&self, shelf: &Shelf, place: GridCellPlace) -> Result<Finding, Error> {
        let GridCellPlace { grid, question, document, is_judged } = place;
        let columns = self.0.library.grid_questions(grid).await?;
        let column = columns.into_iter().find(|column| column.id == question).map(|column| column.name);
        Ok(Finding::Answer {
            table: self.0.library.grid(grid).await?.name,
            column: column.unwrap_or_default(),
            document: shelf.name(document),
            is_judged,
        })
    }

    /// Files of documents that are gone, or have other bytes than those that were read.
    async fn changed_originals(&self, documents: impl Iterator<Item = &Document>) -> Vec<Finding> {
        let mut findings = Vec::new();
        for document in documents {
            let Ok(place) = self.0.listing.file_of(document.id).await else {
                let name = document.display_name();
                findings.push(Finding::OriginalMissing { document: name, place: document.path.clone() });
                continue;
            };
            let now = hash(&place).await.ok().map(|hash| hash.to_string());
            if now != document.hash {
                findings.push(Finding::OriginalChanged { place });
            }
        }
        findings
    }

    /// Encoders of generations that are gone or are other ones now. They are read from the disk, whatever is in memory.
    async fn lost_encoders(&self) -> Result<Vec<FindingView>, Error> {
        let encoders = Encoders::new(self.0.home.clone(), self.0.encoders.device());
        let mut findings = Vec::new();
        for collection in self.0.library.collections().await? {
            for generation in self.0.library.generations(collection.id).await? {
                if let Err(error) = encoders.of(Some(&generation)).await {
                    let problem = Problem::new(error.code(), error.to_string());
                    findings.push(FindingView { problem, repair: Repair::None });
                }
            }
        }
        findings.dedup();
        Ok(findings)
    }
}
