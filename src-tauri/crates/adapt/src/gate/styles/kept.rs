//! Styled questions on the disk. Another device may find other words nearest, but a run that goes on must ask the same
//! questions. Not for the rest of a run (`training::checkpoint`).

use super::Styled;
use crate::training::write_synced;
use crate::{Error, Pair, Result};
use std::fs;
use std::io;
use std::path::Path;

const FILE: &str = "styles.json";
const NEXT: &str = "styles.json.new";

impl Styled {
    /// The questions kept in a folder if they were made of these pairs; else those made now, which are then kept.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] if they cannot be kept; those of `make`.
    pub(crate) fn kept(folder: &Path, pairs: &[Pair], make: impl FnOnce() -> Result<Self>) -> Result<Self> {
        let path = folder.join(FILE);
        let known: Option<Self> = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
        if let Some(known) = known.filter(|known| known.is_of(pairs)) {
            return Ok(known);
        }
        let made = make()?;
        made.keep(folder).map_err(|source| Error::Checkpoint { path, source })?;
        Ok(made)
    }

    fn is_of(&self, pairs: &[Pair]) -> bool {
        self.pairs.len() == self.styles.len() && self.pairs.starts_with(pairs)
    }

    fn keep(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let next = folder.join(NEXT);
        write_synced(&next, &serde_json::to_vec(self)?)?;
        fs::rename(next, folder.join(FILE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(question: &str) -> Vec<Pair> {
        vec![Pair { question: question.to_owned(), document: 0, passages: vec![0] }]
    }

    #[test]
    fn a_run_that_goes_on_asks_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |question: &str, made: &str| {
            let make = || Ok(Styled { pairs: [pairs(question), pairs(made)].concat(), ..Styled::written(&pairs("")) });
            let styled = Styled::kept(folder.path(), &pairs(question), || make().map(with_styles)).unwrap();
            styled.pairs[1].question.clone()
        };
        assert_eq!(kept("Who pays?", "pays"), "pays", "made the first time");
        assert_eq!(kept("Who pays?", "other"), "pays", "and then the same");
        assert_eq!(kept("When?", "other"), "other", "but not for other pairs");
        fs::write(folder.path().join(FILE), "{").unwrap();
        assert_eq!(kept("When?", "new"), "new", "what is damaged is made again");
    }

    fn with_styles(styled: Styled) -> Styled {
        Styled { styles: vec![crate::Style::Written; styled.pairs.len()], ..styled }
    }
}
