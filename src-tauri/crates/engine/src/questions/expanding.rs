//! Whether questions help the search of a collection. Not for how they do: the search room knows that.

use crate::view::{Event, Expansion};
use crate::{Engine, Error};
use pincite_library::{self as library, CollectionId};

impl Engine {
    /// Whether the questions kept of a collection help to find the passages they are about.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn expansion(&self, collection: i64) -> Result<Expansion, Error> {
        Ok(match self.0.library.expansion(CollectionId(collection)).await? {
            library::Expansion::None => Expansion::Off,
            library::Expansion::Words => Expansion::Words,
        })
    }

    /// Says whether they shall; the next answer is found so.
    ///
    /// # Errors
    /// [`Error::Library`] if the collection is not there.
    pub async fn set_expansion(&self, collection: i64, expansion: Expansion) -> Result<(), Error> {
        let expansion = match expansion {
            Expansion::Off => library::Expansion::None,
            Expansion::Words => library::Expansion::Words,
        };
        self.0.library.set_expansion(CollectionId(collection), expansion).await?;
        self.0.emit(Event::Collections);
        Ok(())
    }
}
