//! What only a shared library has: who may see a collection, where its PDFs lie, and who looked at what.

use crate::{Engine, Error};
use pincite_api::{Event, MemberView};
use pincite_library::{self as library, CollectionId, Look, Member};

impl Engine {
    /// Who may see a collection of a shared library, by name.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not there, or the library is not shared.
    pub async fn members(&self, collection: CollectionId) -> Result<Vec<MemberView>, Error> {
        let members = self.0.library.members(collection).await?;
        Ok(members.into_iter().map(|Member { name, made_it }| MemberView { name, made_it }).collect())
    }

    /// Lets a person or a group see a collection.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there, or the server does not know the name.
    pub async fn add_member(&self, collection: CollectionId, name: &str) -> Result<(), Error> {
        Ok(self.0.library.add_member(collection, name).await?)
    }

    /// Takes a collection out of the sight of a member.
    ///
    /// # Errors
    /// [`Error::Library`] if it is no member, or made the collection.
    pub async fn remove_member(&self, collection: CollectionId, name: &str) -> Result<(), Error> {
        self.0.library.remove_member(collection, name).await?;
        self.0.events.emit(Event::Collections);
        Ok(())
    }

    /// Where the PDFs of a shared library lie.
    ///
    /// # Errors
    /// [`Error::Library`].
    pub async fn originals(&self) -> Result<Option<String>, Error> {
        Ok(self.0.library.originals().await?)
    }

    /// Says where the PDFs of a shared library lie from now on; returns it as a URL. They are not moved there.
    ///
    /// # Errors
    /// [`Error::Originals`] if it cannot be used; [`Error::Library`] if the library is not shared.
    pub async fn set_originals(&self, place: &str) -> Result<String, Error> {
        if !self.0.library.is_shared() {
            let library = self.0.library.path().to_owned();
            return Err(library::Error::NotShared { library }.into());
        }
        self.0.listing.originals.lie_in(place).await
    }

    /// Notes from now on who looks at what in a shared library, or no more.
    ///
    /// # Errors
    /// [`Error::Library`] if it is not shared, or this person did not make its tables.
    pub async fn note_looks(&self, on: bool) -> Result<(), Error> {
        Ok(self.0.library.note_looks(on).await?)
    }

    /// Who looked at what, the last one first.
    ///
    /// # Errors
    /// [`Error::Library`] if the library is not shared.
    pub async fn looks(&self) -> Result<Vec<Look>, Error> {
        Ok(self.0.library.looks().await?)
    }
}
