//! Questions of one document, searched and read as the product does.

use super::set::{self, Asked, SetDocument};
use crate::Result;
use pincite_engine::{Engine, Options};
use pincite_eval::Embed;
use pincite_language::Language;
use pincite_models::{CrossEncoder, Encoder, Side};
use pincite_search::{DocumentIndex, Mode, PreparedQuestion, RankedPassage, RankedText, Reading, Weights, read};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// How many passages of a ranking are kept and read.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// Passages that are kept.
    pub kept: usize,
    /// Passages that the cross-encoder reads.
    pub read: usize,
}

/// Asks the questions of a set, document by document, with the product's models.
///
/// # Errors
/// If the set cannot be read, or a model fails; those of `print`.
pub async fn each_document(
    options: Options,
    set: &Path,
    depth: Depth,
    mut print: impl FnMut(&Answered<'_>) -> Result<()>,
) -> Result<()> {
    let engine = Engine::open(options).await?;
    let encoder = engine.encoder().await?;
    let reader = engine.reranker().await?;
    let documents = set::read(set)?;
    let asked = set::asked(&documents, 1);
    for of_one in asked.chunk_by(|one, next| one.document == next.document) {
        let number = of_one.first().map_or(0, |one| one.document);
        print(&Answered::new(&documents[number], of_one, depth, &encoder, &reader)?)?;
        writeln!(std::io::stderr(), "documents {}/{}", number + 1, documents.len())?;
    }
    Ok(())
}

/// Questions of a document with their rankings.
pub struct Answered<'a> {
    /// The document.
    pub document: &'a SetDocument,
    /// What it is asked.
    pub asked: &'a [Asked],
    /// What read it.
    pub reader: &'a CrossEncoder,
    /// The document as it is searched.
    pub segment: DocumentIndex,
    /// The questions, prepared, in the order asked.
    pub questions: Vec<PreparedQuestion>,
    /// The passages of each, best first, with all parts of their scores.
    pub ranked: Vec<Vec<RankedPassage>>,
}

impl<'a> Answered<'a> {
    /// Searches a document for all these questions, and reads the first passages in one batch.
    ///
    /// # Errors
    /// Those of encoder and cross-encoder.
    fn new(
        document: &'a SetDocument,
        asked: &'a [Asked],
        depth: Depth,
        mut encoder: &Encoder,
        reader: &'a CrossEncoder,
    ) -> Result<Self> {
        let segment = document.source().searched(Some(&mut encoder))?.segment;
        let together = document.read_together();
        let texts: Vec<&str> = asked.iter().map(|one| one.text.as_str()).collect();
        let vectors = Embed::embed(&mut encoder, &texts, Side::Question)?;
        let mut rankings = Vec::with_capacity(asked.len());
        let mut questions = Vec::with_capacity(asked.len());
        for (at, text) in texts.iter().enumerate() {
            let mut question = PreparedQuestion::without_phrases(text, Mode::Hybrid);
            question.vector = Some(vectors.row(at).to_vec());
            let ranked = question.first_stage(&[&segment], &Weights::default(), depth.kept);
            let texts = ranked.into_iter().map(|ranked| RankedText {
                ranked,
                text: &together[ranked.passage as usize],
                language: Language::English,
            });
            rankings.push(texts.collect::<Vec<_>>());
            questions.push(question);
        }
        let how = Weights::default().by_cross_encoder(depth.read);
        let readings = questions.iter().zip(&mut rankings);
        let mut readings: Vec<Reading<'_, RankedText<'_>>> =
            readings.map(|(question, ranked)| Reading { question: &question.text, ranked, how }).collect();
        read(&mut readings, reader, &mut |_| ControlFlow::Continue(()))?;
        let plain = |ranking: Vec<RankedText<'_>>| ranking.into_iter().map(|one| one.ranked).collect();
        Ok(Self { document, asked, reader, segment, questions, ranked: rankings.into_iter().map(plain).collect() })
    }
}
