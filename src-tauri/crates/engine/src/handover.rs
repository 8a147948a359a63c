//! One window of each data folder takes the links. A second one, which the system starts for a link, hands it over and
//! ends. Links pass through files of the data folder, because nothing here may open a connection. Not for following them
//! (`links`).

use pincite_models::Home;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::Builder;

/// Locked by the window that takes the links. The system releases the lock however the window ends.
const LOCK: &str = "window.lock";

/// Folder of the links that are handed over.
const FOLDER: &str = "links";

/// Ending of a file with a whole link.
const ENDING: &str = "link";

/// How often the folder is looked at.
const LOOK: Duration = Duration::from_millis(300);

/// The right to take the links of a data folder, as long as this is kept.
#[derive(Debug)]
pub struct LinkTaker {
    folder: PathBuf,
    _lock: File,
}

impl LinkTaker {
    /// Claims the links; `None` if another window takes them. Links that nobody took are dropped.
    ///
    /// # Errors
    /// If the data folder cannot be written.
    pub fn claim(home: &Home) -> io::Result<Option<Self>> {
        fs::create_dir_all(home.folder())?;
        let lock = File::create(home.folder().join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let taker = Self { folder: home.folder().join(FOLDER), _lock: lock };
        while taker.take().is_some() {}
        Ok(Some(taker))
    }

    /// Waits for the next link that is handed over.
    pub async fn next(&self) -> String {
        loop {
            match self.take() {
                Some(link) => return link,
                None => tokio::time::sleep(LOOK).await,
            }
        }
    }

    fn take(&self) -> Option<String> {
        let entries = fs::read_dir(&self.folder).ok()?.flatten().map(|entry| entry.path());
        let path = entries.into_iter().find(|path| path.extension().is_some_and(|ending| ending == ENDING))?;
        let link = fs::read_to_string(&path).ok();
        fs::remove_file(&path).ok()?;
        link
    }
}

/// Hands a link to the window that takes the links of this data folder.
///
/// # Errors
/// If the data folder cannot be written.
pub fn hand_over(home: &Home, link: &str) -> io::Result<()> {
    let folder = home.folder().join(FOLDER);
    fs::create_dir_all(&folder)?;
    let draft = Builder::new().tempfile_in(&folder)?;
    fs::write(draft.path(), link)?;
    draft.persist(name_in(&folder, link)).map(drop).map_err(|error| error.error)
}

/// A name for this link. The same link twice is one link.
fn name_in(folder: &Path, link: &str) -> PathBuf {
    let letters = link.chars().filter(char::is_ascii_alphanumeric).take(100).collect::<String>();
    folder.join(letters).with_extension(ENDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_window_hands_its_link_to_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::from(folder.path().to_owned());
        let link = "pincite://open?document=0123456789abcdef&page=3";
        hand_over(&home, "an old one").unwrap();
        let first = LinkTaker::claim(&home).unwrap().expect("nobody takes the links yet");
        assert!(LinkTaker::claim(&home).unwrap().is_none(), "one window takes them");
        hand_over(&home, link).unwrap();
        assert_eq!(first.next().await, link);
        assert!(first.take().is_none(), "once");
        drop(first);
        assert!(LinkTaker::claim(&home).unwrap().is_some(), "and another one after it");
    }
}
