//! Vectors of a corpus and its questions, by an encoder in use or in training. Not for ranking with them.

use crate::{Corpus, Encoded, Exam, Pair, Progress, Result};
use pincite_models::{Embeddings, Encode, EncodedPassages, Side};
use pincite_search::Vectors;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Called with the progress of a run; may end it.
pub(crate) type OnProgress<'p> = &'p mut dyn FnMut(Progress) -> ControlFlow<()>;

/// What is made of passages. Token embeddings take about 15 kB a passage, and only late interaction reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passages {
    /// Vectors and quantized token embeddings.
    WithTokens,
    /// Vectors alone.
    VectorsOnly,
}

/// What an examination needs.
pub(crate) fn for_exam(
    encoder: &dyn Encode,
    corpus: &Corpus,
    exam: &Exam<'_>,
    passages: Passages,
    on_progress: OnProgress<'_>,
) -> Result<Encoded> {
    let questions: Vec<&str> = exam.questions().collect();
    encode(
        encoder,
        Texts { corpus, documents: exam.documents().collect(), questions: &questions },
        passages,
        on_progress,
    )
}

/// What an examination needs and, with other questions about the same documents, another one.
pub(crate) fn for_exams(
    encoder: &dyn Encode,
    corpus: &Corpus,
    exam: &Exam<'_>,
    other: &Exam<'_>,
    on_progress: OnProgress<'_>,
) -> Result<Encoded> {
    let documents = exam.documents().chain(other.documents()).collect();
    let questions: Vec<&str> = exam.questions().collect();
    encode(encoder, Texts { corpus, documents, questions: &questions }, Passages::WithTokens, on_progress)
}

/// Vectors of the pairs' questions, and of the documents they are about.
pub(crate) fn for_pairs(
    encoder: &dyn Encode,
    corpus: &Corpus,
    pairs: &[Pair],
    on_progress: OnProgress<'_>,
) -> Result<Encoded> {
    let questions: Vec<&str> = pairs.iter().map(|pair| pair.question.as_str()).collect();
    let documents = pairs.iter().map(|pair| pair.document).collect();
    encode(encoder, Texts { corpus, documents, questions: &questions }, Passages::VectorsOnly, on_progress)
}

/// Puts an examination's questions in the place of those of another one about the same documents.
pub(crate) fn ask_instead(encoder: &dyn Encode, encoded: Encoded, exam: &Exam<'_>) -> Result<Encoded> {
    let questions: Vec<&str> = exam.questions().collect();
    let asked = encoder.encode_questions(&questions, &mut |_| ControlFlow::Continue(()))?;
    Ok(Encoded { questions: asked.embeddings.iter().map(normalised).collect(), tokens: asked.tokens, ..encoded })
}

/// What is to be encoded.
struct Texts<'t> {
    corpus: &'t Corpus,
    /// Documents whose passages are.
    documents: BTreeSet<usize>,
    questions: &'t [&'t str],
}

fn encode(encoder: &dyn Encode, texts: Texts<'_>, passages: Passages, on_progress: OnProgress<'_>) -> Result<Encoded> {
    let Texts { corpus, documents, questions } = texts;
    let of = |at: &usize| corpus.documents[*at].passages.iter().map(String::as_str);
    let all: Vec<&str> = documents.iter().flat_map(of).collect();
    let (before, total) = (all.len(), all.len() + questions.len());
    let of_passages = &mut |done| on_progress(Progress::Embedding { done, total });
    let EncodedPassages { embeddings, token_embeddings } = match passages {
        Passages::WithTokens => encoder.encode_passages(&all, of_passages)?,
        Passages::VectorsOnly => encoder.embed(&all, Side::Passage, of_passages)?.into(),
    };
    let of_questions = &mut |done| on_progress(Progress::Embedding { done: before + done, total });
    let asked = encoder.encode_questions(questions, of_questions)?;
    Ok(Encoded {
        passages: by_document(corpus, &documents, embeddings),
        questions: asked.embeddings.iter().map(normalised).collect(),
        token_embeddings: tokens_by_document(corpus, &documents, token_embeddings),
        tokens: asked.tokens,
    })
}

/// A question's vector is compared as one of length 1.
fn normalised(row: &[f32]) -> Vec<f32> {
    let length = row.iter().map(|value| value * value).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    row.iter().map(|value| value / length).collect()
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

fn tokens_by_document(corpus: &Corpus, documents: &BTreeSet<usize>, tokens: Vec<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
    let mut all = vec![Vec::new(); corpus.documents.len()];
    let mut rest = tokens.into_iter();
    for document in documents {
        all[*document] = rest.by_ref().take(corpus.documents[*document].passages.len()).collect();
    }
    all
}
