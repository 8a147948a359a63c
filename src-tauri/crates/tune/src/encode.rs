//! Vectors of a corpus and its questions by an encoder in training. Not for ranking with them.

use crate::{Corpus, Encoded, Exam, Pair, Progress, Result};
use pincite_models::{Embeddings, EncodedPassages, Side, Trainee};
use pincite_search::Vectors;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Hears of progress; may end the run.
pub(crate) type Hear<'h> = &'h mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Whether sketches of passages are made. They take fifteen kilobytes each; only late interaction reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sketches {
    /// They are.
    Made,
    /// They are not.
    Unread,
}

/// What an examination needs.
pub(crate) fn for_exam(
    trainee: &Trainee,
    corpus: &Corpus,
    (exam, sketches): (&Exam<'_>, Sketches),
    hear: Hear<'_>,
) -> Result<Encoded> {
    let questions: Vec<&str> = exam.questions().collect();
    encode(trainee, corpus, (exam.documents().collect(), sketches), &questions, hear)
}

/// What an examination needs and, with other questions about the same documents, another one.
pub(crate) fn for_exams(
    trainee: &Trainee,
    corpus: &Corpus,
    (exam, other): (&Exam<'_>, &Exam<'_>),
    hear: Hear<'_>,
) -> Result<Encoded> {
    let documents = exam.documents().chain(other.documents()).collect();
    encode(trainee, corpus, (documents, Sketches::Made), &exam.questions().collect::<Vec<_>>(), hear)
}

/// Puts an examination's questions in the place of those of another one about the same documents.
pub(crate) fn ask_instead(trainee: &Trainee, encoded: Encoded, exam: &Exam<'_>) -> Result<Encoded> {
    let questions: Vec<&str> = exam.questions().collect();
    let asked = trainee.encode_questions(&questions, &mut |_| ControlFlow::Continue(()))?;
    Ok(Encoded { questions: asked.embeddings.iter().map(normalised).collect(), tokens: asked.tokens, ..encoded })
}

/// What finding hard negatives needs.
pub(crate) fn for_mining(trainee: &Trainee, corpus: &Corpus, pairs: &[Pair], hear: Hear<'_>) -> Result<Encoded> {
    let documents = pairs.iter().map(|pair| pair.document).collect();
    let questions: Vec<&str> = pairs.iter().map(|pair| pair.question.as_str()).collect();
    encode(trainee, corpus, (documents, Sketches::Unread), &questions, hear)
}

fn encode(
    trainee: &Trainee,
    corpus: &Corpus,
    (documents, sketches): (BTreeSet<usize>, Sketches),
    questions: &[&str],
    hear: Hear<'_>,
) -> Result<Encoded> {
    let passages: Vec<&str> =
        documents.iter().flat_map(|at| corpus.documents[*at].passages.iter().map(String::as_str)).collect();
    let total = passages.len() + questions.len();
    let told = &mut |done| hear(Progress::Embedding { done, total });
    let EncodedPassages { embeddings, token_embeddings } = match sketches {
        Sketches::Made => trainee.encode_passages(&passages, told)?,
        Sketches::Unread => trainee.embed(&passages, Side::Passage, told)?.into(),
    };
    let before = passages.len();
    let asked = trainee.encode_questions(questions, &mut |done| hear(Progress::Embedding { done: before + done, total }))?;
    Ok(Encoded {
        passages: by_document(corpus, &documents, embeddings),
        questions: asked.embeddings.iter().map(normalised).collect(),
        sketches: sketches_by_document(corpus, &documents, token_embeddings),
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

fn sketches_by_document(corpus: &Corpus, documents: &BTreeSet<usize>, sketches: Vec<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
    let mut all = vec![Vec::new(); corpus.documents.len()];
    let mut rest = sketches.into_iter();
    for document in documents {
        all[*document] = rest.by_ref().take(corpus.documents[*document].passages.len()).collect();
    }
    all
}
