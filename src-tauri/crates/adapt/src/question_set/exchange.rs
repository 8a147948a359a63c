//! Questions carried in files: one JSON object a line, which `pincite tune --pairs` reads, too. Not for what a line looks
//! like (`questions`), nor for writing the file.

use super::{Questions, stored, told};
use crate::adapt::blocking;
use crate::runs::{Texts, texts};
use crate::{Adapt, PairLine, QuestionLine, QuestionLines, Result, places_of};
use pincite_api::{Imported, Origin, Rejection, WhichQuestions};
use pincite_library::{CollectionId, Content, NewQuestion, NewQuestions, PassageId, Question, QuestionFilter};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Questions stored in one step.
const AT_A_TIME: usize = 1000;

/// Questions of a collection on their way to a file, document by document.
pub struct QuestionExport<'a> {
    adapt: &'a Adapt,
    collection: CollectionId,
    which: QuestionFilter,
    contents: std::vec::IntoIter<Content>,
}

impl<'a> Questions<'a> {
    /// Questions of a collection for a file, those without a passage included.
    pub async fn export(&self, collection: CollectionId, which: &WhichQuestions) -> Result<QuestionExport<'a>> {
        let library = &self.0.library;
        library.collection(collection).await?;
        let which = self.meant(which).await?;
        let mut contents = library.contents(collection).await?;
        contents.retain(|content| which.content.is_none_or(|one| one == content.id));
        Ok(QuestionExport { adapt: self.0, collection, which, contents: contents.into_iter() })
    }

    /// Takes questions from a file, each for the passage that its line quotes. Those that are there already are as the
    /// file says then. Questions from a file stay when their document is cut in another way.
    ///
    /// # Errors
    /// [`crate::Error::Unreadable`], [`crate::Error::NotAFile`], [`crate::Error::TooLarge`], [`crate::Error::Line`],
    /// [`crate::Error::Library`]: nothing changes.
    pub async fn import(&self, collection: CollectionId, path: &Path) -> Result<Imported> {
        let mut found = Vec::new();
        let mut unmatched = 0;
        for (line, passage) in read_lines(self.0, collection, path).await? {
            match passage {
                Some(passage) if line.is_answered() => {
                    found.push(NewQuestions { passage, questions: vec![new(line)] });
                }
                Some(_) => {}
                None => unmatched += 1,
            }
        }
        // A file may have a question several times: it is stored once.
        let mut stored = HashSet::new();
        for some in found.chunks(AT_A_TIME) {
            stored.extend(self.0.library.import_questions(collection, some).await?);
        }
        Ok(Imported { stored: stored.len() as u32, unmatched })
    }
}

/// The lines of a file, each with the passage of the collection that it quotes.
///
/// # Errors
/// As [`Questions::import`].
pub(crate) async fn read_lines(
    adapt: &Adapt,
    collection: CollectionId,
    path: &Path,
) -> Result<Vec<(QuestionLine, Option<PassageId>)>> {
    adapt.library.collection(collection).await?;
    let path = path.to_owned();
    let reading = move || QuestionLines::open(&path)?.collect::<Result<Vec<_>>>();
    let lines = blocking("Reading the questions", reading).await?;
    let Texts { stored, corpus } = texts(adapt, collection).await?;
    let finding = move || {
        let quotes: Vec<PairLine> = lines.iter().cloned().map(PairLine::from).collect();
        let mut found = Vec::with_capacity(lines.len());
        for (line, place) in lines.into_iter().zip(places_of(&corpus, &quotes)) {
            let place = place.ok().and_then(|(document, at)| Some((document, *at.first()?)));
            found.push((line, place.map(|(document, at)| stored[document].passage(at))));
        }
        Ok(found)
    };
    blocking("Finding the passages of the questions", finding).await
}

impl QuestionExport<'_> {
    /// The lines of the next document; `None` after the last one.
    pub async fn next(&mut self) -> Result<Option<Vec<QuestionLine>>> {
        match self.contents.next() {
            Some(content) => Ok(Some(self.lines(&content).await?)),
            None => Ok(None),
        }
    }

    /// The questions of one document as lines.
    async fn lines(&self, content: &Content) -> Result<Vec<QuestionLine>> {
        let library = &self.adapt.library;
        let which = QuestionFilter { content: Some(content.id), ..self.which };
        let questions = library.questions(self.collection, &which, 0..u32::MAX).await?;
        if questions.is_empty() {
            return Ok(Vec::new());
        }
        let document = library.document_of(self.collection, content.id).await?;
        let name = document.and_then(|document| document.file_name());
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
                relevant: None,
                origin: Some(told(question.origin)),
                writer: question.writer,
                rank,
                rejected: question.reason.and_then(|code| Rejection::of_code(&code, rank)),
            }
        };
        Ok(questions.into_iter().map(line).collect())
    }
}

fn new(line: QuestionLine) -> NewQuestion {
    NewQuestion {
        text: line.question,
        origin: stored(line.origin.unwrap_or(Origin::Import)),
        writer: line.writer,
        reason: line.rejected.map(|reason| reason.code().to_owned()),
        rank: line.rank.and_then(|rank| i64::try_from(rank).ok()).filter(|rank| *rank > 0),
        answers: None,
    }
}
