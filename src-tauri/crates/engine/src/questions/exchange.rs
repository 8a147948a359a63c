//! Questions carried in files: one JSON object a line, which `pincite tune --pairs` reads, too. Not for what a line looks
//! like (`pincite_adapt`).

use super::{stored, told};
use crate::tuning::texts;
use crate::{Engine, Error, Output};
use pincite_adapt::{PairLine, QuestionLine, QuestionLines, places_of, write_lines};
use pincite_api::{Imported, Origin, Rejection, WhichQuestions};
use pincite_library::{CollectionId, Content, NewQuestion, NewQuestions, PassageId, Question, QuestionFilter};
use std::collections::HashMap;
use std::path::Path;

/// Questions stored in one step.
const AT_A_TIME: usize = 1000;

impl Engine {
    /// Writes questions of a collection to a file, those without a passage included; how many.
    ///
    /// # Errors
    /// As [`Engine::write`], and [`Error::NotSearchable`] for a document that is not ready.
    pub async fn export_questions(
        &self,
        collection: CollectionId,
        which: &WhichQuestions,
        output: &Output,
    ) -> Result<u32, Error> {
        self.0.library.collection(collection).await?;
        let which = self.meant(which).await?;
        let unwritable = |source| Error::Unwritable { path: output.path.clone(), source };
        let mut draft = self.draft(output).await?;
        let mut written = 0;
        for content in self.0.library.contents(collection).await? {
            if which.content.is_some_and(|one| one != content.id) {
                continue;
            }
            let lines = self.lines(collection, &content, &which).await?;
            let mut bytes = Vec::new();
            write_lines(&lines, &mut bytes).map_err(unwritable)?;
            draft.write(&bytes).await?;
            written += lines.len() as u32;
        }
        draft.publish().await?;
        Ok(written)
    }

    /// The questions of one document as lines.
    async fn lines(
        &self,
        collection: CollectionId,
        content: &Content,
        which: &QuestionFilter,
    ) -> Result<Vec<QuestionLine>, Error> {
        let library = &self.0.library;
        let which = QuestionFilter { content: Some(content.id), ..*which };
        let questions = library.questions(collection, &which, 0..u32::MAX).await?;
        if questions.is_empty() {
            return Ok(Vec::new());
        }
        let document = library.document_of(collection, content.id).await?;
        let name = document.and_then(|document| Some(document.path.file_name()?.to_string_lossy().into_owned()));
        let passages = library.passages(content.id).await?.into_iter();
        let texts: HashMap<PassageId, String> = passages.map(|it| (it.id, it.passage.text)).collect();
        let line = |question: Question| {
            let text = question.passage.and_then(|passage| texts.get(&passage).cloned());
            let rank = question.rank.map(|rank| rank as usize);
            QuestionLine {
                line: 0,
                question: question.text,
                passage: text.or(question.quote).unwrap_or_default(),
                document: name.clone(),
                origin: Some(told(question.origin)),
                writer: question.writer,
                rank,
                rejected: question.reason.and_then(|code| Rejection::of_code(&code, rank)),
            }
        };
        Ok(questions.into_iter().map(line).collect())
    }

    /// Takes questions from a file, each for the passage that its line quotes. Those that are there already are as the
    /// file says then. Questions from a file stay when their document is cut in another way.
    ///
    /// # Errors
    /// [`Error::Adapt`] if the file cannot be read or a line is wrong, [`Error::Library`]: nothing changes.
    pub async fn import_questions(&self, collection: CollectionId, path: &Path) -> Result<Imported, Error> {
        self.0.library.collection(collection).await?;
        let path = path.to_owned();
        let reading = tokio::task::spawn_blocking(move || QuestionLines::open(&path)?.collect::<Result<Vec<_>, _>>());
        let stopped = |_| Error::Stopped { what: "Reading the questions".to_owned() };
        let lines = reading.await.map_err(stopped)??;
        let (numbers, corpus) = texts(self, collection).await?;
        let finding = tokio::task::spawn_blocking(move || {
            let quotes: Vec<PairLine> = lines.iter().cloned().map(PairLine::from).collect();
            let places = places_of(&corpus, &quotes).into_iter();
            let first = places.map(|place| place.ok().and_then(|(document, at)| Some((document, *at.first()?))));
            lines.into_iter().zip(first).collect::<Vec<_>>()
        });
        let stopped = |_| Error::Stopped { what: "Finding the passages of the questions".to_owned() };
        let mut found = Vec::new();
        let mut unmatched = 0;
        for (line, place) in finding.await.map_err(stopped)? {
            match place {
                Some((document, at)) => {
                    found.push(NewQuestions { passage: numbers[document].passage(at), questions: vec![new(line)] });
                }
                None => unmatched += 1,
            }
        }
        for some in found.chunks(AT_A_TIME) {
            self.0.library.import_questions(collection, some).await?;
        }
        Ok(Imported { stored: found.len() as u32, unmatched })
    }
}

fn new(line: QuestionLine) -> NewQuestion {
    NewQuestion {
        text: line.question,
        origin: stored(line.origin.unwrap_or(Origin::Import)),
        writer: line.writer,
        reason: line.rejected.map(|reason| reason.code().to_owned()),
        rank: line.rank.and_then(|rank| u32::try_from(rank).ok()).filter(|rank| *rank > 0),
    }
}
