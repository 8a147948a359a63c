//! Questions as they are shown: with their passage, its page, and why they are not used. Not for changing them.

use super::{Questions, stored, told};
use crate::Result;
use pincite_api::{Problem, QuestionCount, QuestionPage, QuestionView, Rejection, WhichQuestions};
use pincite_library::{
    self as library, CollectionId, ContentId, DocumentId, PassageId, Question, QuestionFilter, QuestionId,
    StoredPassage,
};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The document of questions as the collection lists it.
struct ListedFile {
    id: DocumentId,
    /// Printed labels of its pages, in order.
    labels: Vec<String>,
}

impl Questions<'_> {
    /// Questions of a collection by document and passage: `limit` of them after the first `offset`.
    pub async fn page(
        &self,
        collection: CollectionId,
        which: &WhichQuestions,
        offset: u32,
        limit: u32,
    ) -> Result<QuestionPage> {
        let library = &self.0.library;
        library.collection(collection).await?;
        let which = self.meant(which).await?;
        let total = library.count_questions(collection, &which).await?;
        let found = library.questions(collection, &which, offset..offset.saturating_add(limit)).await?;
        Ok(QuestionPage { questions: self.shown(collection, found).await?, total })
    }

    /// How many questions come from where and are used, or are not, for which reason.
    pub async fn tally(&self, collection: CollectionId) -> Result<Vec<QuestionCount>> {
        let counts = self.0.library.question_tally(collection).await?.into_iter();
        let shown = counts.map(|it| QuestionCount {
            origin: told(it.origin),
            rejected: it.reason.map(|code| rejected(code, None)),
            count: it.count,
            unplaced: it.unplaced,
        });
        Ok(shown.collect())
    }

    /// The library's words for the questions meant.
    pub(super) async fn meant(&self, which: &WhichQuestions) -> Result<QuestionFilter> {
        let content = match which.document {
            Some(document) => Some(self.0.library.content_of(document).await?),
            None => None,
        };
        Ok(QuestionFilter { content, kept: which.kept, origin: which.origin.map(stored) })
    }

    /// Questions with their passages. Those of a document that left meanwhile are left out.
    pub(super) async fn shown(&self, collection: CollectionId, questions: Vec<Question>) -> Result<Vec<QuestionView>> {
        let passages: Vec<PassageId> = questions.iter().filter_map(|question| question.passage).collect();
        let passages = self.0.library.passages_by_id(&passages).await?;
        let passages: HashMap<PassageId, StoredPassage> = passages.into_iter().map(|it| (it.id, it)).collect();
        let mut documents: HashMap<ContentId, Option<ListedFile>> = HashMap::new();
        for question in &questions {
            if let Entry::Vacant(place) = documents.entry(question.content) {
                place.insert(self.listed(collection, question.content).await?);
            }
        }
        let shown = questions.into_iter().filter_map(|question| {
            let document = documents.get(&question.content)?.as_ref()?;
            let passage = question.passage.and_then(|id| passages.get(&id));
            Some(view(question, document, passage))
        });
        Ok(shown.collect())
    }

    /// One question as it is shown.
    pub(super) async fn one(&self, id: QuestionId) -> Result<QuestionView> {
        let question = self.0.library.question(id).await?;
        let collection = question.collection;
        let shown = self.shown(collection, vec![question]).await?.pop();
        Ok(shown.ok_or(library::Error::NoQuestion(id))?)
    }

    async fn listed(&self, collection: CollectionId, content: ContentId) -> Result<Option<ListedFile>> {
        let library = &self.0.library;
        let Some(document) = library.document_of(collection, content).await? else { return Ok(None) };
        let labels = library.pages(content).await?.into_iter().map(|page| page.label).collect();
        Ok(Some(ListedFile { id: document.id, labels }))
    }
}

fn view(question: Question, document: &ListedFile, passage: Option<&StoredPassage>) -> QuestionView {
    let quoted = passage.map(|stored| stored.passage.text.clone()).or(question.quote);
    let page = passage.and_then(|stored| stored.passage.spans.first()).map(|span| span.page);
    let rank = question.rank.and_then(|rank| u32::try_from(rank).ok());
    QuestionView {
        id: question.id,
        text: question.text,
        document: document.id,
        passage: passage.map(|stored| stored.id),
        passage_text: quoted.unwrap_or_default(),
        page,
        page_label: page.and_then(|page| document.labels.get(page as usize).cloned()),
        origin: told(question.origin),
        writer: question.writer,
        kept: question.reason.is_none(),
        rejected: question.reason.map(|code| rejected(code, rank)),
        rank,
    }
}

/// A reason in words. One that another version of the program wrote is told by its code.
fn rejected(code: String, rank: Option<u32>) -> Problem {
    let known = Rejection::of_code(&code, rank.map(|rank| rank as usize));
    let message = known.map_or_else(|| format!("It was set aside ({code})."), |reason| reason.to_string());
    Problem::new(code, message)
}
