//! The cross-encoder of the search with the joint ranker, opened once and shared: what it reads of passages, and the sentences
//! that it chooses among. Not for the model itself (the crate `models`).

use crate::joint::JointRanker;
use crate::presence::PresenceModel;
use crate::score::{OnPairs, PairScorer};
use crate::{Error, Result};
use pincite_models::{Catalogue, CrossEncoder, Device, Home, PairScore, TextPair};
use pincite_passage::Passage;
use std::sync::Arc;
use tokio::sync::Mutex;

/// The sentences of so many first hits are read. A person quotes few others.
pub const READ_SENTENCES: usize = 10;

/// A passage whose best sentence for a question is wanted.
#[derive(Clone, Copy, Debug)]
pub struct AskedPassage<'p> {
    /// The question.
    pub question: &'p str,
    /// The passage.
    pub passage: &'p Passage,
}

/// The number of the best sentence of each passage, read in one batch: the first one with the highest score. `None` for a
/// passage without a choice. Sentences are read without the headings above them (experiment 037).
///
/// # Errors
/// Those of [`PairScorer::score`].
pub fn best_sentences(
    asked: &[AskedPassage<'_>],
    model: &dyn PairScorer,
    on_pairs: OnPairs<'_>,
) -> Result<Vec<Option<usize>>, pincite_models::Error> {
    let choices: Vec<Vec<usize>> = asked.iter().map(|one| choices(one.passage)).collect();
    let mut pairs = Vec::new();
    for (AskedPassage { question, passage }, numbers) in asked.iter().zip(&choices) {
        pairs.extend(numbers.iter().map(|number| TextPair { question, passage: passage.sentence(*number) }));
    }
    let mut scores = model.score(&pairs, on_pairs)?.into_iter();
    let best = |numbers: Vec<usize>| {
        let scored: Vec<(usize, PairScore)> = numbers.into_iter().zip(scores.by_ref()).collect();
        scored
            .into_iter()
            .reduce(|best, one| if one.1.rank > best.1.rank { one } else { best })
            .map(|(number, _)| number)
    };
    Ok(choices.into_iter().map(best).collect())
}

/// Sentences that may answer: no titles. None if there is only one.
fn choices(passage: &Passage) -> Vec<usize> {
    let numbers: Vec<usize> = (0..passage.sentences.len()).filter(|number| !passage.is_title(*number)).collect();
    if numbers.len() > 1 { numbers } else { Vec::new() }
}

/// What the cross-encoder reads of a passage: its headings, outermost first, and its text.
pub fn read_together(passage: &Passage) -> String {
    match passage.headings.is_empty() {
        true => passage.text.clone(),
        false => format!("{} · {}", passage.headings.join(" > "), passage.text),
    }
}

/// A cross-encoder that reranks, a joint ranker that puts all answers in order, and what judges whether there are any.
#[derive(Clone, Copy)]
pub struct Reranker<'a> {
    /// The cross-encoder.
    pub model: &'a dyn PairScorer,
    /// The joint ranker.
    pub joint: &'a JointRanker,
    /// Whether what was read answers the question.
    pub presence: &'a PresenceModel,
    /// How many of the first passages it reads.
    pub depth: usize,
}

/// The cross-encoder in use, opened when it is first needed.
pub struct Rerankers {
    home: Home,
    device: Device,
    open: Mutex<Option<Arc<OpenReranker>>>,
}

/// An opened cross-encoder with the joint ranker and the model of presence.
pub struct OpenReranker {
    model: Arc<CrossEncoder>,
    joint: JointRanker,
    presence: PresenceModel,
}

impl OpenReranker {
    /// The same for the search. `depth`: how many passages are read.
    pub fn to_depth(&self, depth: usize) -> Reranker<'_> {
        Reranker { model: &*self.model, joint: &self.joint, presence: &self.presence, depth }
    }

    /// The model of presence.
    pub fn presence(&self) -> &PresenceModel {
        &self.presence
    }

    /// The cross-encoder alone.
    pub fn model(&self) -> &Arc<CrossEncoder> {
        &self.model
    }
}

impl Rerankers {
    /// That in a data folder; it is not open yet.
    pub fn new(home: Home, device: Device) -> Self {
        Self { home, device, open: Mutex::default() }
    }

    /// The cross-encoder in use: an imported one, else the one that comes with Pincite.
    ///
    /// # Errors
    /// [`Error::Encoder`] if it cannot be opened.
    pub async fn current(&self) -> Result<Arc<OpenReranker>> {
        let mut open = self.open.lock().await;
        if let Some(reranker) = &*open {
            return Ok(Arc::clone(reranker));
        }
        let home = self.home.folder().to_owned();
        let device = self.device;
        let opening = tokio::task::spawn_blocking(move || {
            let model = Catalogue::builtin()?.open_reranker(&home, device)?;
            let joint = JointRanker::shipped()?;
            let presence = PresenceModel::shipped()?;
            Ok::<_, Error>(OpenReranker { model: Arc::new(model), joint, presence })
        });
        let reranker = Arc::new(opening.await.map_err(|_| Error::Stopped)??);
        *open = Some(Arc::clone(&reranker));
        Ok(reranker)
    }

    /// Forgets the open model: the models on the disk changed.
    pub async fn forget(&self) {
        *self.open.lock().await = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    /// Prefers long texts, and keeps what it reads.
    #[derive(Default)]
    struct Length(Mutex<Vec<String>>);

    impl PairScorer for Length {
        fn score(&self, pairs: &[TextPair<'_>], _: OnPairs<'_>) -> Result<Vec<PairScore>, pincite_models::Error> {
            self.0.lock().unwrap().extend(pairs.iter().map(|pair| pair.passage.to_owned()));
            Ok(pairs.iter().map(|pair| PairScore::from(pair.passage.len() as f32)).collect())
        }

        fn probability(&self, score: PairScore) -> f32 {
            score.presence
        }
    }

    /// A passage of these sentences, the first a title.
    fn passage(sentences: &[&str]) -> Passage {
        let mut passage = Passage { titles: vec![0; 1], ..Passage::default() };
        for sentence in sentences {
            let start = passage.text.len() as u32;
            passage.text += sentence;
            passage.sentences.push((start, passage.text.len() as u32));
            passage.text.push(' ');
        }
        passage
    }

    #[test]
    fn the_sentence_with_the_highest_score_is_best_and_a_title_never() {
        let passages = [passage(&["Term.", "One year.", "Two years."]), passage(&["Rent.", "Only this."])];
        let asked = passages.each_ref().map(|passage| AskedPassage { question: "How long?", passage });
        let model = Length::default();
        let best = best_sentences(&asked, &model, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(best, [Some(2), None], "one sentence leaves no choice");
        assert_eq!(*model.0.lock().unwrap(), ["One year.", "Two years."], "only these are read");
    }
}
