//! One reader process: sends bytes, receives frames and explains its end.

use crate::wire::{self, Opening, Refusal, Reply, Request};
use crate::{Contents, Error, Limit, Limits, READER_ARGUMENT, TextLimit};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

/// A file that the caller has opened. What is read is then what the caller has looked at.
pub struct OpenFile<'f> {
    /// Its path, for messages.
    pub path: &'f Path,
    /// Its length.
    pub bytes: u64,
    /// Its bytes, from the first one on. They are read once.
    pub content: &'f mut (dyn AsyncRead + Send + Unpin),
}

/// A running reader process. Dropping it kills the process without waiting.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    limits: Limits,
    /// Bytes received since the last request.
    received: u64,
    path: PathBuf,
    password_given: bool,
}

impl Process {
    /// Starts a process and sends it the file.
    pub(super) async fn open(
        program: &Path,
        limits: &Limits,
        file: OpenFile<'_>,
        password: Option<&str>,
    ) -> Result<(Self, Contents), Error> {
        let opening = Opening {
            memory_bytes: limits.memory_bytes,
            cpu_seconds: limits.cpu_seconds,
            password: password.map(str::to_owned),
            file_bytes: file.bytes,
        };
        let mut process = Self::start(program, limits, file.path, password.is_some())?;
        match process.load(&opening, file.content).await {
            Ok(contents) => Ok((process, contents)),
            Err(error) => {
                process.kill().await;
                Err(error)
            }
        }
    }

    fn start(program: &Path, limits: &Limits, path: &Path, password_given: bool) -> Result<Self, Error> {
        let failed = |source| Error::Reader { program: program.to_owned(), source };
        let mut command = Command::new(program);
        command.arg(READER_ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C in a terminal goes to the whole process group. A reader killed by it would look like a damaged file.
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.kill_on_drop(true).spawn().map_err(failed)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed(std::io::ErrorKind::BrokenPipe.into()))?;
        enlarge(&output);
        Ok(Self { child, input, output, limits: *limits, received: 0, path: path.to_owned(), password_given })
    }

    /// Sends the file to the process.
    async fn load(
        &mut self,
        opening: &Opening,
        content: &mut (dyn AsyncRead + Send + Unpin),
    ) -> Result<Contents, Error> {
        self.send(opening).await?;
        self.send_file(content, opening.file_bytes).await?;
        match self.reply().await? {
            Reply::Opened(contents) => Ok(contents),
            _ => Err(self.unexpected_reply()),
        }
    }

    /// Closes the pipes, so that the process ends, and waits for it.
    pub(super) async fn end(self) {
        let Self { mut child, input, output, limits, .. } = self;
        drop((input, output)); // a reader whose caller hangs up ends
        if timeout(limits.wall, child.wait()).await.is_err() {
            let _ = timeout(limits.wall, child.kill()).await;
        }
    }

    /// Kills the process and waits for its end.
    pub(super) async fn kill(mut self) {
        let _ = timeout(self.limits.wall, self.child.kill()).await;
    }

    /// Limit of the text of all pages.
    pub(super) fn text_limit(&self) -> TextLimit {
        self.limits.text
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Sends a request.
    pub(super) async fn request(&mut self, request: &Request) -> Result<(), Error> {
        self.received = 0;
        self.send(request).await
    }

    async fn send<T: serde::Serialize>(&mut self, value: &T) -> Result<(), Error> {
        let frame = wire::encode(value).map_err(|source| self.unreadable(source))?;
        self.write(&frame).await
    }

    /// Writes to the process, which must take the bytes in time.
    async fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match timeout(self.limits.wall, self.input.write_all(bytes)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(self.exit_error().await),
            Err(_) => Err(self.limit_error(Limit::Time)),
        }
    }

    /// Sends the file's bytes. A file that shrinks meanwhile counts as truncated.
    async fn send_file(&mut self, file: &mut (dyn AsyncRead + Send + Unpin), mut left: u64) -> Result<(), Error> {
        let mut piece = vec![0; 256 << 10];
        while left > 0 {
            let most = piece.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let read = file.read(&mut piece[..most]).await.map_err(|e| self.unreadable(e))?;
            if read == 0 {
                return Err(Error::Truncated { path: self.path.clone() });
            }
            self.write(&piece[..read]).await?;
            left -= read as u64;
        }
        Ok(())
    }

    /// Waits for the next reply. A refusal becomes an error.
    pub(super) async fn reply(&mut self) -> Result<Reply, Error> {
        let frame = match timeout(self.limits.wall, self.frame()).await {
            Ok(frame) => frame?,
            Err(_) => return Err(self.limit_error(Limit::Time)),
        };
        match wire::decode(&frame) {
            Ok(Reply::Refused(refusal)) => Err(self.refused(refusal)),
            Ok(reply) if reply.is_consistent() => Ok(reply),
            _ => Err(self.unexpected_reply()),
        }
    }

    async fn frame(&mut self) -> Result<Vec<u8>, Error> {
        let mut length = [0; 4];
        if self.output.read_exact(&mut length).await.is_err() {
            return Err(self.exit_error().await);
        }
        let length = u32::from_le_bytes(length);
        self.received += u64::from(length);
        if length > wire::MAX_FRAME || self.received > self.limits.output_bytes {
            return Err(self.limit_error(Limit::Output));
        }
        let mut frame = vec![0; length as usize];
        match self.output.read_exact(&mut frame).await {
            Ok(_) => Ok(frame),
            Err(_) => Err(self.exit_error().await),
        }
    }

    fn refused(&self, refusal: Refusal) -> Error {
        let path = self.path.clone();
        match refusal {
            Refusal::NotAPdf => Error::NotAPdf { path },
            Refusal::Truncated => Error::Truncated { path },
            Refusal::Password => Error::Password { path, given: self.password_given },
            Refusal::Encryption => Error::Encryption { path },
            Refusal::NoPages => Error::NoPages { path },
            Refusal::NoPage => Error::NoPage { path, page: 0 },
            Refusal::Unmarkable => Error::Unmarkable { path },
            Refusal::Panicked => Error::Crashed { path, how: "it met something it cannot handle".to_owned() },
        }
    }

    fn unreadable(&self, source: std::io::Error) -> Error {
        Error::Unreadable { path: self.path.clone(), source }
    }

    fn limit_error(&mut self, limit: Limit) -> Error {
        let _ = self.child.start_kill();
        Error::Limit { path: self.path.clone(), limit }
    }

    /// The error for a reply that does not fit the request.
    pub(super) fn unexpected_reply(&mut self) -> Error {
        let _ = self.child.start_kill();
        Error::Crashed { path: self.path.clone(), how: "it answered what was not asked".to_owned() }
    }

    /// The error for closed pipes, from the exit status of the process.
    async fn exit_error(&mut self) -> Error {
        let path = self.path.clone();
        match timeout(self.limits.wall, self.child.wait()).await {
            Ok(Ok(status)) if ran_out_of_cpu(status) => Error::Limit { path, limit: Limit::CpuTime },
            Ok(Ok(status)) => Error::Crashed { path, how: status.to_string() },
            _ => self.limit_error(Limit::Time),
        }
    }
}

/// Enlarges the pipe to some pages, so that the two processes wake each other less often. If the system refuses, the
/// pipe keeps its size.
#[cfg(target_os = "linux")]
fn enlarge(pipe: &ChildStdout) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
}

#[cfg(not(target_os = "linux"))]
fn enlarge(_: &ChildStdout) {}

#[cfg(unix)]
fn ran_out_of_cpu(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(rustix::process::Signal::XCPU.as_raw())
}

#[cfg(not(unix))]
fn ran_out_of_cpu(_: ExitStatus) -> bool {
    false
}
