//! What a run is asked to do, stored with the run so that any later process can do it. Not for what it is trained on
//! (`supplied`).

use crate::{Error, Result, Settings};
use pincite_api::QuestionRequest;
use pincite_library::{Run, RunId};
use serde::{Deserialize, Serialize};

/// Between the name of an encoder and the number of the run that tuned it.
const TUNED: &str = "-tuned-";

/// What a run is asked to do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunRequest {
    /// How the search is adapted.
    pub(super) training: Option<TrainingRequest>,
    /// The questions to be generated first, or alone.
    pub(super) questions: Option<QuestionRequest>,
    /// The untuned encoder to answer by, which a person chose. Then there is nothing to train and nothing to test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) encoder: Option<String>,
}

/// How the search is adapted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrainingRequest {
    /// The untuned encoder.
    pub(super) base: String,
    pub(super) settings: Settings,
}

impl RunRequest {
    /// The request of a run.
    ///
    /// # Errors
    /// [`Error::RunUnreadable`].
    pub(super) fn of(run: &Run) -> Result<Self> {
        let unreadable = |source| Error::RunUnreadable { run: run.id, source };
        match serde_json::from_str(&run.request).map_err(unreadable)? {
            Self { training: None, questions: None, encoder: None } => {
                Err(unreadable(serde::de::Error::custom("it asks for nothing")))
            }
            request => Ok(request),
        }
    }

    /// As JSON.
    pub(super) fn written(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|source| Error::RunUnreadable { run: RunId(0), source })
    }
}

impl TrainingRequest {
    /// Name of the encoder that a run makes.
    pub(super) fn tuned(&self, run: RunId) -> String {
        format!("{}{TUNED}{run}", self.base)
    }
}

/// Whether this is the name of an encoder that a run made.
pub(super) fn is_tuned(name: &str) -> bool {
    name.rsplit_once(TUNED).is_some_and(|(_, run)| run.parse::<i64>().is_ok())
}

/// Whether this is the name of the encoder that this run made.
pub(super) fn is_tuned_by(name: &str, run: RunId) -> bool {
    name.rsplit_once(TUNED).is_some_and(|(_, number)| number == run.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(request: &str) -> Run {
        Run {
            id: RunId(7),
            job: pincite_library::JobId(1),
            collection: pincite_library::CollectionId(1),
            kind: pincite_library::RunKind::Adapt,
            state: pincite_library::JobState::Queued,
            request: request.to_owned(),
            report: "null".to_owned(),
            generation: None,
            activated: false,
            problem: None,
            created_at: 0,
            ended_at: None,
        }
    }

    #[test]
    fn requests_are_read_as_they_were_written() {
        let training = TrainingRequest { base: "e5".into(), settings: Settings::default() };
        let five = QuestionRequest { per_passage: 5, ..QuestionRequest::default() };
        for request in [
            RunRequest { training: Some(training.clone()), ..RunRequest::default() },
            RunRequest { questions: Some(QuestionRequest::default()), ..RunRequest::default() },
            RunRequest { training: Some(training), questions: Some(five), encoder: None },
            RunRequest { encoder: Some("e5".into()), ..RunRequest::default() },
        ] {
            let read = RunRequest::of(&run(&request.written().unwrap())).unwrap();
            assert_eq!(read, request, "an interrupted run goes on with the same request");
        }
    }

    #[test]
    fn a_request_that_cannot_be_read_is_an_error() {
        for broken in ["{}", "null", r#"{"training":{"base":"e5"},"questions":null}"#] {
            assert_eq!(RunRequest::of(&run(broken)).unwrap_err().code(), "adapt.run_unreadable", "{broken}");
        }
    }

    #[test]
    fn tuned_encoders_are_known_by_their_names() {
        assert!(is_tuned("e5-tuned-7") && !is_tuned("e5-tuned-x") && !is_tuned("e5"));
        assert!(is_tuned_by("e5-tuned-7", RunId(7)) && !is_tuned_by("e5-tuned-17", RunId(7)));
    }
}
