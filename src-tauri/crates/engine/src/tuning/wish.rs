//! What is asked of a run, written down so that any later process can do it: which questions are to be written, from which
//! encoder to learn and how. Not for what to learn from (`given`).

use crate::view::QuestionWish;
use pincite_library::{TuningRun, TuningRunId};
use pincite_tune::Settings;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Between the name of an encoder and the number of the run that tuned it.
const TUNED: &str = "-tuned-";

/// How a run is to be done: the library keeps it with the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Wish {
    /// What is to be learned, unless only questions are to be written.
    #[serde(flatten)]
    pub(super) lesson: Option<Lesson>,
    /// The questions to be written first.
    #[serde(default)]
    pub(super) questions: Option<QuestionWish>,
}

/// How an encoder is to learn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Lesson {
    /// The untuned encoder to start from.
    pub(super) base: String,
    pub(super) settings: Settings,
}

impl Wish {
    /// What the library keeps with a run; none if another version of the program wrote it.
    pub(super) fn of(run: &TuningRun) -> Option<Self> {
        serde_json::from_str(&run.settings).ok()
    }

    /// Name of the encoder that a run makes, if it makes one.
    pub(super) fn tuned(&self, run: TuningRunId) -> Option<String> {
        self.lesson.as_ref().map(|lesson| lesson.tuned(run))
    }

    pub(super) fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Lesson {
    /// Name of the encoder that a run makes.
    pub(super) fn tuned(&self, run: TuningRunId) -> String {
        format!("{}{TUNED}{run}", self.base)
    }
}

/// How often a run is begun at most without getting as far as an examination: one that takes the whole program down
/// (for want of memory, say) must not do so at every start.
const STARTS: u32 = 5;

/// Counts how often the run of this folder was begun since it last got anywhere.
const COUNT: &str = "starts";

/// Notes that the run of this folder is begun; `false` if that was in vain too often.
pub(super) async fn begun(folder: &Path) -> bool {
    let file = folder.join(COUNT);
    let before = tokio::fs::read_to_string(&file).await.ok().and_then(|text| text.parse().ok()).unwrap_or(0_u32);
    // Where it cannot be counted, the run itself will say what is wrong.
    let _ = tokio::fs::write(&file, (before + 1).to_string()).await;
    before < STARTS
}

/// Notes that the run got somewhere.
pub(super) async fn got_somewhere(folder: &Path) {
    let _ = tokio::fs::remove_file(folder.join(COUNT)).await;
}

/// Whether a folder is named as those of tuned encoders are.
pub(super) fn is_tuned(name: &str) -> bool {
    name.rsplit_once(TUNED).is_some_and(|(_, run)| run.parse::<i64>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &str) -> Option<Wish> {
        serde_json::from_str(settings).ok()
    }

    #[test]
    fn wishes_are_read_as_they_were_written() {
        let lesson = Lesson { base: "e5".into(), settings: Settings::default() };
        for (lesson, questions) in [
            (Some(lesson.clone()), None),
            (None, Some(QuestionWish::default())),
            (Some(lesson.clone()), Some(QuestionWish { per_passage: 5, ..QuestionWish::default() })),
        ] {
            let wish = Wish { lesson, questions };
            assert_eq!(read(&wish.written()), Some(wish), "a run that was interrupted is done as it was wished for");
        }
        let former = r#"{"base":"e5","settings":{"epochs":3}}"#;
        assert_eq!(read(former), Some(Wish { lesson: Some(lesson), questions: None }), "of a former version");
    }
}
