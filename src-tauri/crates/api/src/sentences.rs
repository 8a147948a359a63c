//! Sentences that people read in place of a code. An error has one here where its technical message has words that only
//! its makers know.

use crate::Rejection;
use std::fmt::{Display, Formatter};

/// The words for people about an error with this code; none if its message is good for them as it is.
pub(crate) fn of_error(code: &str) -> Option<&'static str> {
    Some(match code {
        "adapt.checkpoint" => {
            "The saved progress of this run cannot be used. Free some disk space, then start it again."
        }
        "adapt.diverged" => "The training failed. Check the questions, then start it again.",
        "adapt.no_pairs" => "The file has no questions with their passages. Choose another file.",
        "adapt.too_few_pairs" => "There are too few questions to improve the search. Add or generate more.",
        "adapt.checkpoint_unusable" => {
            "The start model that comes with Pincite cannot be used. Training starts from the usual search model."
        }
        "adapt.encoder_in_use" => "This search model is in use already. Choose another one.",
        "adapt.encoder_not_installed" => "This search model is not installed. Import its folder, then try again.",
        "adapt.not_an_encoder" => "This model cannot search. Choose another one.",
        "engine.exists" => "A file with this name exists already. Choose another name.",
        "adapt.generator_unusable" => {
            "The model that writes questions cannot be used here. Import another one, or add your own questions."
        }
        "engine.home" => "Pincite's data folder cannot be used. Free some disk space, or check your rights to it.",
        "adapt.no_generator" => "The model that writes questions is not installed. Install it, then try again.",
        "engine.other_encoder" => {
            "These documents were indexed with another search model. Import that model, or add them to a new collection."
        }
        "adapt.pairs_lost" => "The questions of this run cannot be read. Start it again.",
        "engine.no_bundle" => {
            "The bundle is not where it was. Put it back, or use the library of this computer (Settings, Library and backups)."
        }
        "engine.no_originals" => {
            "Nobody has said yet where the PDFs of this shared library lie. Ask its administrator."
        }
        "engine.no_question_column" => {
            "This file has no column “question”. Give it a first line with the column names."
        }
        "engine.unknown_value_kind" => {
            "This file names a kind of value that Pincite does not know. Use date, duration, amount, percentage, law, parties or sentence."
        }
        "engine.tuned_missing" => {
            "The tuned model of this collection is missing. Restore an earlier model, or improve the search again."
        }
        "engine.unknown_collection" => "This collection does not exist any more. Choose another one.",
        "engine.unknown_grid" => "This review table does not exist any more. Choose another one.",
        "engine.unknown_list" => "Pincite has no such list of questions. Choose another one.",
        "engine.unknown_document" => "This document is not in the collection any more. Choose another one.",
        "graph.config" | "graph.unsupported" | "graph.shape" => {
            "Pincite does not support this model. Choose another one."
        }
        "graph.no_gradient" | "models.untrainable" => "This model cannot be tuned. Choose another one.",
        "library.bundle" => {
            "This is a bundle: you can read it, but not change it. To work on it, copy it into the library of this computer."
        }
        "library.corrupt" => {
            "The library file is damaged, and nothing in it can be read. Restore a backup, or move it away and add the documents again."
        }
        "library.generation_active" => "This search model is in use. Restore another one before you delete it.",
        "library.generation_incomplete" => {
            "Some documents are not indexed with this search model yet. Wait until they are, then try again."
        }
        "library.no_grid" => "This review table does not exist any more. Choose another one.",
        "library.job_unreadable" => "A waiting document cannot be read from the library. Add it again.",
        "library.no_content" => "This document is not in the library any more. Add it again.",
        "library.no_generation" => "This search model is not in the collection any more. Add its documents again.",
        "library.no_job" => "This document is not waiting any more.",
        "library.not_a_hash" => "This does not identify a document.",
        "library.nothing_to_undo" => "There is no earlier search model to restore.",
        "library.vector_shape" => "The index of this document is damaged. Add the document again.",
        "models.decoding" => "The settings for generated questions are not valid. Correct them.",
        "models.missing_file" => {
            "A file of this model is missing. Download the model again, or import a complete folder."
        }
        "models.no_gpu" => "The graphics processor cannot be used. Use the main processor instead.",
        "models.no_runtime" | "models.runtime" => {
            "The part of Pincite that runs the search model is missing or damaged. Install Pincite again."
        }
        "models.not_fetched" => "The model could not be downloaded. Check the connection, or import it from a folder.",
        "models.no_source" => "This model cannot be downloaded. Import it from a folder.",
        "models.not_started" => "The search model could not start. Start Pincite again.",
        "models.unknown" => "There is no model with this name. Choose another one, or import a folder.",
        "models.weight" => "The folder mixes files of two models. Download the model again.",
        "engine.no_recogniser" => "The text recognition is not installed. Install Pincite again, with all its parts.",
        "engine.no_text" => "No page of this file has text that can be searched.",
        "ocr.model" => "The text recognition is damaged. Install Pincite again.",
        "ocr.picture" => "A page of this file cannot be drawn. Add the file again.",
        "search.no_content" => "This document cannot be searched yet. Wait until it is ready, or search all documents.",
        "search.stopped" => "The search model stopped. Try again. If it happens again, report the problem.",
        _ => return None,
    })
}

impl Display for Rejection {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Empty => "There is no text in it.",
            Self::NotAQuestion => "It is not a question.",
            Self::TooShort => "It is too short to ask for anything.",
            Self::TooLong => "It is too long for a question.",
            Self::Copied => "It is copied from the passage.",
            Self::Repetitive => "It repeats itself.",
            Self::Duplicate => "The same question was asked before in this document.",
            Self::Vague => "It asks for nothing in particular.",
            Self::NotFound { rank: Some(rank) } => {
                return write!(f, "The search finds its passage only in place {rank}.");
            }
            Self::NotFound { rank: None } => "The search does not find its passage.",
            Self::Person => "You set it aside.",
        })
    }
}
