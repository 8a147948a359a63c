//! The open library: which database it is, and how the rest of the crate reads and writes.

use crate::changes::{Changes, Committed, Counts, Source};
use crate::error::Context;
use crate::sqlite::OpeningLock;
use crate::store::{Change, On, Snapshot, Store, Transaction, Writing};
use crate::{Error, Result, postgres, sqlite};
use sqlx::sqlite::SqliteConnectOptions;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The open library. It is cheap to clone, and all clones are the same library.
#[derive(Clone, Debug)]
pub struct Library(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The file, or the address of the server and the database.
    path: PathBuf,
    store: Store,
    committed: Committed,
}

impl Library {
    /// Opens the library in a file, or on a server if the path is `postgres://name@server/database`. It is created, a file with
    /// its folder, if it does not exist, and its schema is updated. Jobs of dead processes return to the queue (see
    /// [`Library::requeue_interrupted`]). Old ended jobs are deleted.
    ///
    /// Other processes may have it open too. On a full disk a file opens for reading only, if possible. A bundle always does.
    ///
    /// # Errors
    /// [`Error::Newer`], [`Error::DiskFull`]. For a file: [`Error::Access`], [`Error::Corrupt`], [`Error::NotALibrary`],
    /// [`Error::Empty`], [`Error::Busy`]; for a bundle [`Error::OlderBundle`]. For a server: [`Error::Address`], [`Error::Unreachable`], [`Error::SignIn`],
    /// [`Error::Server`].
    pub async fn open(path: &Path) -> Result<Self> {
        match path.to_str().filter(|address| postgres::is_address(address)) {
            Some(address) => Self::connect(address).await,
            None if Self::is_bundle_file(path) => {
                Ok(Self::of(path, Store::Sqlite(sqlite::Store::open_bundle(path).await?)))
            }
            None => Self::open_with(path, sqlite::options(path)).await,
        }
    }

    pub(crate) async fn open_with(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        match Self::open_to_write(path, options.clone()).await {
            Err(Error::DiskFull { .. }) if path.exists() => Self::open_to_read(path, options).await,
            opened => opened,
        }
    }

    async fn open_to_write(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let opening = OpeningLock::acquire(path).await?;
        let store = sqlite::Store::open_to_write(path, options).await?;
        let library = Self::of(path, Store::Sqlite(store));
        ignore_full_disk(library.requeue_interrupted().await.map(drop))?;
        ignore_full_disk(library.delete_old_jobs().await)?;
        drop(opening);
        Ok(library)
    }

    pub(crate) async fn open_to_read(path: &Path, options: SqliteConnectOptions) -> Result<Self> {
        let store = sqlite::Store::open_to_read(path, options).await?;
        Ok(Self::of(path, Store::Sqlite(store)))
    }

    /// Whether a path is the address of a server.
    pub fn is_address(path: &Path) -> bool {
        path.to_str().is_some_and(postgres::is_address)
    }

    async fn connect(address: &str) -> Result<Self> {
        let store = postgres::Store::open(address).await?;
        let address = store.address().to_owned();
        let library = Self::of(&address, Store::Postgres(Box::new(store)));
        library.requeue_interrupted().await?;
        library.delete_old_jobs().await?;
        Ok(library)
    }

    fn of(path: &Path, store: Store) -> Self {
        Self(Arc::new(Inner { path: path.to_owned(), store, committed: Committed::new() }))
    }

    /// The library file; of a library on a server, its address.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The name under which this person works with a library on a server.
    pub(crate) fn person(&self) -> Option<&str> {
        match &self.0.store {
            Store::Sqlite(_) => None,
            Store::Postgres(store) => Some(store.person()),
        }
    }

    /// Whether it is on a server, so that others share it.
    pub fn is_shared(&self) -> bool {
        matches!(self.0.store, Store::Postgres(_))
    }

    /// The server that narrows large collections, if the library is on one.
    pub fn server(&self) -> Option<postgres::Server<'_>> {
        match &self.0.store {
            Store::Sqlite(_) => None,
            Store::Postgres(store) => Some(store.server(self)),
        }
    }

    /// The error of every write, if the library can only be read: the disk was full on opening ([`Error::OpenedFull`]), or it is
    /// a bundle ([`Error::Bundle`]).
    pub fn refusal(&self) -> Option<Error> {
        match &self.0.store {
            Store::Sqlite(store) => store.refusal(),
            Store::Postgres(_) => None,
        }
    }

    /// Whether a file says of itself that it is a bundle: a collection with its PDFs, to hand on.
    pub fn is_bundle_file(path: &Path) -> bool {
        sqlite::is_bundle(path)
    }

    /// Whether it is a bundle.
    pub fn is_bundle(&self) -> bool {
        matches!(&self.0.store, Store::Sqlite(store) if store.is_bundle())
    }

    /// Copies the write-ahead log into the library file, as far as no reader prevents it. A copy of the file alone is
    /// then complete. It waits only for this process's writer.
    pub async fn checkpoint(&self) -> Result<()> {
        match &self.0.store {
            Store::Sqlite(store) => store.checkpoint().await,
            Store::Postgres(_) => Ok(()),
        }
    }

    /// Waits for the current write and closes the file. All of the write-ahead log is in it then, unless another
    /// process reads. All clones are closed too. Dropping the library closes it without waiting.
    pub async fn close(self) {
        match &self.0.store {
            Store::Sqlite(store) => store.close().await,
            Store::Postgres(store) => store.close().await,
        }
    }

    /// The library as a file.
    ///
    /// # Errors
    /// [`Error::OnServer`].
    pub(crate) fn file(&self) -> Result<&sqlite::Store> {
        match &self.0.store {
            Store::Sqlite(store) => Ok(store),
            Store::Postgres(_) => Err(Error::OnServer { library: self.path().to_owned() }),
        }
    }

    /// Connections that only read. They see the last committed state and never wait.
    pub(crate) fn reader(&self) -> On<'_> {
        self.0.store.reader()
    }

    /// The library as it is at one moment.
    pub(crate) async fn snapshot(&self) -> Result<Snapshot> {
        self.0.store.snapshot().await.context(self)
    }

    /// A transaction that is alone in writing from its start, so that what it reads stays true until it commits.
    pub(crate) async fn write(&self) -> Result<Writing> {
        let transaction = match &self.0.store {
            Store::Sqlite(store) => Transaction::Sqlite(store.write().await?),
            Store::Postgres(store) => Transaction::Postgres(store.write().await.context(self)?),
        };
        Ok(Writing::new(transaction, self.0.committed.clone()))
    }

    /// Runs one statement in a transaction of its own. Returns how many rows it changed.
    pub(crate) async fn change(&self, statement: Change<'_>) -> Result<u64> {
        let mut tx = self.write().await?;
        let changed = statement.execute(&mut tx).await.context(self)?;
        tx.commit().await.context(self)?;
        Ok(changed)
    }

    /// The same for a statement that is to change something. If it changes nothing: this error.
    pub(crate) async fn change_some(&self, statement: Change<'_>, nothing: Error) -> Result<()> {
        if self.change(statement).await? == 0 { Err(nothing) } else { Ok(()) }
    }

    /// Tells when something was committed, by this process or another one. Costs nothing while nobody writes.
    pub fn changes(&self) -> Changes {
        self.0.committed.listen(|counts| self.watch(counts))
    }

    /// Tells when another program that shares the library committed something. Of a file nobody tells whose a commit is.
    pub fn changes_elsewhere(&self) -> Changes {
        self.0.committed.listen_elsewhere(|counts| self.watch(counts))
    }

    fn watch(&self, counts: Counts) -> Source {
        match &self.0.store {
            Store::Sqlite(_) => sqlite::watch(self.path(), counts),
            Store::Postgres(store) => store.listen(counts),
        }
    }

    /// The name of this process as a worker. Once this returns, all know that it is alive.
    pub(crate) async fn worker(&self) -> Result<&str> {
        match &self.0.store {
            Store::Sqlite(store) => store.worker(),
            Store::Postgres(store) => store.worker().await.context(self),
        }
    }

    /// Which workers are alive, this process included.
    pub(crate) async fn workers(&self) -> Result<Workers<'_>> {
        Ok(match &self.0.store {
            Store::Sqlite(store) => Workers::Files(store),
            Store::Postgres(store) => Workers::Names(store.workers().await.context(self)?),
        })
    }
}

/// Which workers are alive.
pub(crate) enum Workers<'l> {
    /// The locks of files say so.
    Files(&'l sqlite::Store),
    /// Their names, as the server knows them.
    Names(HashSet<String>),
}

impl Workers<'_> {
    pub(crate) fn is_alive(&self, name: &str) -> bool {
        match self {
            Self::Files(store) => store.is_alive(name),
            Self::Names(names) => names.contains(name),
        }
    }
}

/// The path of its file, for messages.
impl AsRef<Path> for Library {
    fn as_ref(&self) -> &Path {
        self.path()
    }
}

/// Ignores a full disk: the writes on opening can wait.
fn ignore_full_disk(written: Result<()>) -> Result<()> {
    match written {
        Err(Error::DiskFull { .. }) => Ok(()),
        written => written,
    }
}
