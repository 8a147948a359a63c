//! The caller's side of the reader process: starts it, sends it a file, collects its replies and survives its crash.

mod process;
mod session;

pub use crate::wire::Fault;
pub use process::OpenFile;
pub use session::{Reading, Session};

use crate::{Document, Error, Limits, document};
use process::Process;
use std::{ops::ControlFlow, path::Path, path::PathBuf, sync::Arc};
use tokio::fs::File;

/// Starts reader processes, one per file. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    program: Arc<PathBuf>,
    limits: Limits,
}

impl Reader {
    /// A reader that runs `program` with [`crate::READER_ARGUMENT`]; its `main` must call [`crate::serve_if_asked`].
    pub fn new(program: PathBuf, limits: Limits) -> Self {
        Self { program: Arc::new(program), limits }
    }

    /// A reader that starts this program again, with the default limits.
    ///
    /// # Errors
    /// `pdf.reader` if the path of this program is unknown.
    pub fn of_this_program() -> Result<Self, Error> {
        let program = std::env::current_exe().map_err(|source| Error::Reader { program: PathBuf::new(), source })?;
        Ok(Self::new(program, Limits::default()))
    }

    /// A reader that starts the program of this name in this program's folder, or this program again if there is none. A
    /// program with a window takes 60 ms and 50 MB to start, one without 5 ms and 7 MB.
    ///
    /// # Errors
    /// As [`Reader::of_this_program`].
    pub fn of_program_beside(name: &str) -> Result<Self, Error> {
        let own = Self::of_this_program()?;
        let beside = own.program.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        Ok(if beside.is_file() { Self::new(beside, own.limits) } else { own })
    }

    /// Reads every page of a file into memory. `on_progress` is called after each page and may stop the reading. The
    /// reader process has ended when this returns. For files of any length use [`Reader::start`].
    ///
    /// # Errors
    /// Any of [`Error`] but `pdf.no_page`. A page that cannot be drawn is no error: it has no usable text.
    pub async fn read(
        &self,
        path: &Path,
        password: Option<&str>,
        on_progress: impl FnMut(u32, u32) -> ControlFlow<()> + Send,
    ) -> Result<Document, Error> {
        let mut reading = self.start(path, password).await?;
        let mut pages = reading.pages(usize::MAX, on_progress).await?.unwrap_or_default();
        document::assemble(&mut pages);
        Ok(Document { contents: reading.contents().clone(), pages })
    }

    /// Starts to read a file part by part.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub async fn start(&self, path: &Path, password: Option<&str>) -> Result<Reading, Error> {
        self.open(path, password).await?.into_reading().await
    }

    /// Keeps a reader process for one file, for showing its pages.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub async fn open(&self, path: &Path, password: Option<&str>) -> Result<Session, Error> {
        let unreadable = |source| Error::Unreadable { path: path.to_owned(), source };
        let metadata = tokio::fs::metadata(path).await.map_err(unreadable)?;
        if !metadata.is_file() {
            // Opening a pipe could wait for ever.
            return Err(unreadable(std::io::Error::other("it is not a regular file")));
        }
        let mut content = File::open(path).await.map_err(unreadable)?;
        self.open_file(OpenFile { path, bytes: metadata.len(), content: &mut content }, password).await
    }

    /// The same of a file that the caller has opened.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub async fn open_file(&self, file: OpenFile<'_>, password: Option<&str>) -> Result<Session, Error> {
        let (process, contents) = Process::open(&self.program, &self.limits, file, password).await?;
        Ok(Session::new(process, contents))
    }
}

#[cfg(test)]
mod tests {
    use super::Reader;

    #[test]
    fn a_program_that_is_not_there_is_replaced_by_this_one() {
        let own = Reader::of_this_program().unwrap();
        assert_eq!(Reader::of_program_beside("no-such-program").unwrap().program, own.program);
        let name = own.program.file_stem().unwrap().to_str().unwrap();
        assert_eq!(Reader::of_program_beside(name).unwrap().program, own.program, "found by its name");
    }
}
