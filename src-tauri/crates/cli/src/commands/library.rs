//! `pincite library`: which library this data folder works with, what all programs of a shared one must know, and what goes from
//! one to another.

use crate::context::{Context, Outcome};
use crate::error::Error;
use crate::output::{self, WARN};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use pincite_api::BundleView;
use pincite_engine::{
    Home, Look, Output, choose_library, choose_own_library, chosen_library, escaped, escaped_path, keep_password,
};
use serde::Serialize;
use std::io::{self, IsTerminal};
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
    /// Work with a shared library or a bundle from now on, in the window, too.
    Use {
        /// Its address (postgres://name@server/database), or the file of a bundle.
        place: String,
        /// The key that the bundle must be signed with.
        #[arg(long)]
        key: Option<String>,
        /// Ask for the password of a shared library, and keep it in the key store of this computer.
        #[arg(long)]
        password: bool,
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
    /// Write a collection with its PDFs, marks, notes, questions and tables to a signed file. Others open it without this library,
    /// and cannot change it.
    Bundle {
        /// Its name.
        name: String,
        /// The file. The signature goes beside it. Files that are there are not replaced.
        file: PathBuf,
        /// Replace existing files.
        #[arg(long)]
        force: bool,
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
    /// The signature of a bundle.
    bundle: Option<BundleView>,
}

/// Tells which library this is, after a change if one is asked for.
pub(super) async fn library(context: &Context, home: &Home, given: Library) -> Result<Outcome, Error> {
    let engine = &context.engine;
    match &given.action {
        Some(Action::Copy { name, to, files }) => {
            return copy(context, name, to, &files.clone().unwrap_or_default()).await;
        }
        Some(Action::Bundle { name, file, force }) => return bundle(context, name, file, *force).await,
        Some(Action::Looks { note }) => return looks(context, note.as_deref()).await,
        Some(Action::Use { place, key, password }) => {
            if *password {
                keep_password(place, &asked_password()?).await?;
            }
            choose_library(home, place, key.as_deref()).await?;
        }
        Some(Action::Own) => choose_own_library(home).await?,
        Some(Action::Originals { place }) => _ = engine.set_originals(place).await?,
        None => {}
    }
    let library = if given.chooses() { chosen_library(home) } else { engine.library() };
    let told = Told { library, originals: engine.originals().await?, bundle: engine.signature() };
    if !context.as_json(&told) {
        output::line(&format!("Library: {}", escaped_path(&told.library)));
        if let Some(BundleView { key, signed_at }) = &told.bundle {
            let at = Timestamp::from_second(*signed_at).unwrap_or_default();
            output::line(&format!("Signed: {at}, with the key {key}"));
        }
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
        tell_without_file(&copied.without_file);
    }
    Ok(Outcome::Done)
}

/// A password from the terminal, which does not show it, or a line of the input.
fn asked_password() -> Result<String, Error> {
    let read = if io::stdin().is_terminal() {
        rpassword::prompt_password("Password: ")
    } else {
        io::stdin().lines().next().unwrap_or_else(|| Ok(String::new()))
    };
    read.map_err(Error::Input)
}

async fn bundle(context: &Context, name: &str, file: &Path, force: bool) -> Result<Outcome, Error> {
    let collection = context.collection_named(name).await?;
    let bundled = context.engine.bundle(collection, &Output { path: file.to_owned(), force }).await?;
    if !context.as_json(&bundled) {
        output::line(&format!("Documents in the bundle: {}", bundled.documents));
        tell_without_file(&bundled.without_file);
        output::line(&format!("Signed with the key {}", bundled.key));
    }
    Ok(Outcome::Done)
}

fn tell_without_file(names: &[String]) {
    for name in names {
        output::line(&format!("{WARN}{}{WARN:#} has no PDF there: it is not where it was.", escaped(name)));
    }
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
