//! Results, marks and review tables as files for other programs. Not for their formats (`pincite_export`).

use crate::{Engine, Error, Output};
use jiff::Zoned;
use pincite_api::{Answer, CitationStyle, CollectionId, DocumentId, Mark};
use pincite_export::{Format, MarkedPassage, Occasion, Report};
use pincite_library::{GridId, escaped};
use pincite_search::{ChosenPassage, hit_of_chosen};

impl Engine {
    /// Writes the hits of an answer to a file, with citations in a style. The ending of its name says the format.
    ///
    /// # Errors
    /// [`Error::Export`] for an unknown ending; as [`Engine::write`].
    pub async fn export_results(&self, answer: &Answer, style: CitationStyle, output: &Output) -> Result<(), Error> {
        let scope = self.scope(answer.question.collection, &answer.question.documents).await?;
        let report = pincite_export::results(answer, &Occasion { date: today(), scope }, style);
        self.export(&report, output).await
    }

    /// Writes what was marked in a collection to a file; how many marks.
    ///
    /// # Errors
    /// As [`Engine::export_results`]; [`Error::Adapt`].
    pub async fn export_marks(&self, collection: CollectionId, output: &Output) -> Result<u32, Error> {
        let scope = self.scope(collection, &[]).await?;
        let mut marks = Vec::new();
        for mark in self.adapt().marks().list(collection).await? {
            marks.extend(self.marked(collection, mark).await?);
        }
        self.export(&pincite_export::marks(&marks, &Occasion { date: today(), scope }), output).await?;
        Ok(marks.len() as u32)
    }

    /// Writes a review table to a file: a row for each answer, and one for each cell without an answer. How many rows.
    ///
    /// # Errors
    /// As [`Engine::export_results`].
    pub async fn export_grid(&self, grid: GridId, output: &Output) -> Result<u32, Error> {
        let view = self.grid(grid).await?;
        let scope = self.scope(view.collection, &[]).await?;
        let report = pincite_export::grid(&view, &Occasion { date: today(), scope });
        self.export(&report, output).await?;
        Ok(report.table.rows.len() as u32)
    }

    /// Refuses a place that [`Engine::export_results`] would refuse, before a question is asked.
    ///
    /// # Errors
    /// As [`Engine::export_results`].
    pub async fn refuse_to_export(&self, output: &Output) -> Result<(), Error> {
        Format::of(&output.path)?;
        self.refuse_to_replace(output).await
    }

    /// Writes any report to a file.
    pub(crate) async fn export(&self, report: &Report, output: &Output) -> Result<(), Error> {
        let bytes = pincite_export::write(report, Format::of(&output.path)?)?;
        self.write(output, &bytes).await
    }

    /// What was searched, as people say it. With no document: the whole collection.
    async fn scope(&self, collection: CollectionId, documents: &[DocumentId]) -> Result<String, Error> {
        let library = &self.0.library;
        if documents.is_empty() {
            return Ok(escaped(&library.collection(collection).await?.name));
        }
        let mut names = Vec::with_capacity(documents.len());
        for document in documents {
            names.push(library.document(*document).await?.display_name());
        }
        Ok(names.join(", "))
    }

    async fn marked(&self, collection: CollectionId, mark: Mark) -> Result<Option<MarkedPassage>, Error> {
        let library = &self.0.library;
        let passage = library.passage_of(mark.document, mark.passage).await?;
        let chosen = ChosenPassage { collection, passage, question: &mark.question };
        let hit = hit_of_chosen(library, chosen, None).await?;
        Ok(hit.map(|hit| MarkedPassage {
            question: mark.question,
            relevant: mark.answers,
            document_name: hit.document_name,
            cited: hit.cited,
        }))
    }
}

/// Today's date where the user is: "26 November 2026".
fn today() -> String {
    Zoned::now().strftime("%-d %B %Y").to_string()
}
