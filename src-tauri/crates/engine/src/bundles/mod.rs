//! Bundles: a collection with its PDFs and its tuned encoder in one signed file, for people without this library. They open it
//! and can only read it. Not for backups, nor for copies to work on (`copying`).

mod opening;
mod signature;

pub(crate) use opening::{OpenBundle, open_bundle};
pub(crate) use signature::{Signed, verified};

use crate::backup::{scratch_in, tuned_files};
use crate::copying::{Files, enclose};
use crate::error::{blocking, unwritable};
use crate::output::Output;
use crate::{Engine, Error};
use pincite_library::{CollectionId, Library};
use pincite_models::Home;
use serde::Serialize;
use signature::{sign, signature_of};

/// A bundle that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bundled {
    /// How many documents are in it.
    pub documents: usize,
    /// Documents whose file is not where it was, or has changed. They can be searched, and not looked at.
    pub without_file: Vec<String>,
    /// The key that proves who signed it. Whoever gets the bundle should learn it on another way.
    pub key: String,
}

impl Engine {
    /// Writes a collection with its PDFs, marks, notes, questions and tables to a file, and the signature to a file beside it.
    ///
    /// # Errors
    /// As [`Engine::write`], for either file; [`Error::Library`], [`Error::Originals`].
    pub async fn bundle(&self, collection: CollectionId, output: &Output) -> Result<Bundled, Error> {
        let signature = Output { path: signature_of(&output.path), force: output.force };
        let draft = self.draft(output).await?;
        let mut signature_draft = self.draft(&signature).await?;
        let folder = scratch_in(self.0.home.folder())?;
        let scratch = Home::from(folder.path().to_owned());
        let library = Library::open(&scratch.library()).await?;
        library.begin_bundle().await?;
        let copied = self.copy_into(collection, library.clone(), scratch.clone(), Files::Enclosed).await?;
        enclose_encoders(&library, &scratch).await?;
        library.write_bundle(draft.path()).await?;
        library.close().await;
        let signed = sign(self.0.home.signing_key(), draft.path().to_owned()).await?;
        signature_draft.write(signed.text.as_bytes()).await?;
        draft.publish().await?;
        signature_draft.publish().await?;
        Ok(Bundled { documents: copied.documents, without_file: copied.without_file, key: signed.key })
    }
}

async fn enclose_encoders(library: &Library, home: &Home) -> Result<(), Error> {
    let folder = home.tuned_all();
    let failed = unwritable(&folder);
    let listed = folder.clone();
    let files = blocking("Listing encoders", move || tuned_files(&listed)).await?.map_err(failed)?;
    for (name, file) in files {
        enclose(library, &name, &file).await?;
    }
    Ok(())
}
