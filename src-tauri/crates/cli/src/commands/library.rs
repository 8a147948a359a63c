//! `pincite library`: which library this data folder works with, and what all programs of a shared one must know.

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output::{self, WARN};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use pincite_engine::{Home, Look, choose_library, chosen_library, escaped, escaped_path};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct Library {
    #[command(subcommand)]
    action: Option<Action>,
}

impl Library {
    /// Whether it only chooses a library: then the one that was chosen before need not open.
    pub(crate) fn chooses(&self) -> bool {
        matches!(self.action, Some(Action::Use { .. } | Action::Own))
    }
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Work with a shared library from now on, in the window, too.
    Use {
        /// Its address: postgres://name@server/database.
        address: String,
    },
    /// Work with the library of this computer from now on.
    Own,
    /// Copy a collection with its PDFs, marks, notes, questions and tables to another library.
    Copy {
        /// Its name.
        name: String,
        /// A shared library by its address, or `own`: the library of this computer.
        #[arg(long, value_name = "LIBRARY")]
        to: String,
        /// Where the PDFs go if the library is that of this computer.
        #[arg(long, value_name = "FOLDER", required_if_eq("to", "own"))]
        files: Option<PathBuf>,
    },
    /// Print who asked what and who opened which document of a shared library, if that is noted. For its administrator.
    Looks {
        /// Note it from now on, or no more.
        #[arg(long, value_name = "ON|OFF", value_parser = ["on", "off"])]
        note: Option<String>,
    },
    /// Say where the PDFs of a shared library lie. They are not moved there.
    Originals {
        /// A folder that all computers see under this path, or an object store (s3://bucket/path).
        place: String,
    },
}

/// What is told of a library.
#[derive(Serialize)]
struct Told {
    /// Its file, or its address.
    library: PathBuf,
    /// Where the PDFs of a shared library lie, as a URL.
    originals: Option<String>,
}

/// Tells which library this is, after a change if one is asked for.
pub(super) async fn library(context: &Context, home: &Home, given: Library) -> Result<Outcome, Error> {
    let engine = &context.engine;
    match &given.action {
        Some(Action::Copy { name, to, files }) => {
            return copy(context, name, to, &files.clone().unwrap_or_default()).await;
        }
        Some(Action::Looks { note }) => return looks(context, note.as_deref()).await,
        Some(Action::Use { address }) => choose_library(home, Some(address)).await?,
        Some(Action::Own) => choose_library(home, None).await?,
        Some(Action::Originals { place }) => _ = engine.set_originals(place).await?,
        None => {}
    }
    let library = if given.chooses() { chosen_library(home) } else { engine.library() };
    let told = Told { library, originals: engine.originals().await? };
    if !context.as_json(&told) {
        output::line(&format!("Library: {}", escaped_path(&told.library)));
        if let Some(place) = &told.originals {
            output::line(&format!("PDFs: {place}"));
        }
    }
    Ok(Outcome::Done)
}

async fn copy(context: &Context, name: &str, to: &str, files: &Path) -> Result<Outcome, Error> {
    let address = (to != "own").then_some(to);
    let collection = context.collection_named(name).await?;
    let files = std::path::absolute(files).unwrap_or_else(|_| files.to_owned());
    let copied = context.engine.copy_collection(collection, address, &files).await?;
    if !context.as_json(&copied) {
        output::line(&format!("Documents copied: {}", copied.documents));
        for name in &copied.without_file {
            output::line(&format!("{WARN}{}{WARN:#} has no PDF there: it is not where it was.", escaped(name)));
        }
    }
    Ok(Outcome::Done)
}

async fn looks(context: &Context, note: Option<&str>) -> Result<Outcome, Error> {
    if let Some(note) = note {
        context.engine.note_looks(note == "on").await?;
    }
    let looks = context.engine.looks().await?;
    if !context.as_json(&looks) {
        for Look { person, looked_at, collection, document, question } in &looks {
            let document = document.as_deref().unwrap_or("all documents");
            let at = Timestamp::from_second(*looked_at).unwrap_or_default();
            let question = question.as_ref().map(|question| format!("  {}", escaped(question))).unwrap_or_default();
            output::line(&format!(
                "{at}  {}  {}  {}{question}",
                escaped(person),
                escaped(collection),
                escaped(document)
            ));
        }
    }
    Ok(Outcome::Done)
}
