//! Vectors of a corpus and an examination's questions, by an encoder in use or in training.

use crate::{Corpus, Encoded, Exam, Progress, Result};
use pincite_models::{Embeddings, Encode, Side};
use pincite_search::Vectors;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Called with the progress of a run; may end it.
pub(crate) type OnProgress<'p> = &'p mut dyn FnMut(Progress) -> ControlFlow<()>;

/// What an examination needs.
pub(crate) fn for_exam(
    encoder: &dyn Encode,
    corpus: &Corpus,
    exam: &Exam<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Encoded> {
    let documents: BTreeSet<usize> = exam.documents().collect();
    let of_documents = documents.iter().flat_map(|at| &corpus.documents[*at].passages);
    let passages: Vec<&str> = of_documents.map(String::as_str).collect();
    let questions: Vec<&str> = exam.questions().collect();
    let total = passages.len() + questions.len();
    let rows = encoder.embed(&passages, Side::Passage, &mut |done| on_progress(Progress::Embedding { done, total }))?;
    let asked = encoder.embed(&questions, Side::Question, &mut |done| {
        on_progress(Progress::Embedding { done: passages.len() + done, total })
    })?;
    Ok(Encoded {
        passages: by_document(corpus, &documents, rows),
        questions: asked.iter().map(<[f32]>::to_vec).collect(),
    })
}

fn by_document(corpus: &Corpus, documents: &BTreeSet<usize>, rows: Embeddings) -> Vec<Vectors> {
    let mut all = vec![Vectors::default(); corpus.documents.len()];
    let mut rest = rows.values.as_slice();
    for document in documents {
        let count = corpus.documents[*document].passages.len();
        let (own, others) = rest.split_at(count * rows.width);
        all[*document] = Vectors::new(rows.width, (0..count as u32).collect(), own.to_vec());
        rest = others;
    }
    all
}
