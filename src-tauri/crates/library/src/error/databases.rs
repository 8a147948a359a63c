//! What the databases say, as errors of the library.

use super::Error;
use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;
use std::path::Path;

impl Error {
    /// The error for what a database says.
    pub(crate) fn from_database(library: &Path, source: sqlx::Error) -> Self {
        let is_server = |error: &dyn DatabaseError| error.try_downcast_ref::<PgDatabaseError>().is_some();
        match &source {
            sqlx::Error::Database(error) if is_server(&**error) => Self::from_postgres(library, source),
            sqlx::Error::Database(_) => Self::from_sqlite(library, source),
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut
                if library.starts_with("postgres:") =>
            {
                Self::Unreachable { library: library.to_owned(), detail: source.to_string() }
            }
            sqlx::Error::PoolTimedOut => Self::Busy { library: library.to_owned() },
            _ => Self::Database { library: library.to_owned(), source },
        }
    }

    /// The error for SQLite's result code (<https://www.sqlite.org/rescode.html>).
    fn from_sqlite(library: &Path, source: sqlx::Error) -> Self {
        const SHMSIZE: i32 = 4874; // the shared-memory file could not grow: on a full disk this comes before FULL
        let library = library.to_owned();
        let detail = source.to_string();
        match result_code(&source) {
            Some(SHMSIZE) => Self::DiskFull { library },
            Some(code) => match code & 0xff {
                13 => Self::DiskFull { library },
                11 | 26 => Self::Corrupt { library, detail },
                3 | 8 | 14 | 23 => Self::Access { library, detail },
                5 | 6 => Self::Busy { library },
                _ => Self::Database { library, source },
            },
            None => Self::Database { library, source },
        }
    }

    /// The error for PostgreSQL's class of errors (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).
    fn from_postgres(library: &Path, source: sqlx::Error) -> Self {
        let code = source.as_database_error().and_then(|error| error.code()).unwrap_or_default().into_owned();
        let library = library.to_owned();
        let detail = source.to_string();
        match code.get(..2).unwrap_or_default() {
            "53" if code == "53100" => Self::DiskFull { library },
            "08" | "53" | "57" => Self::Unreachable { library, detail },
            "28" | "3D" => Self::SignIn { library, detail },
            "42" if code == "42501" => Self::SignIn { library, detail },
            "XX" => Self::Corrupt { library, detail },
            _ => Self::Database { library, source },
        }
    }

    pub(crate) fn from_migration(library: &Path, error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => {
                Self::Newer { library: library.to_owned() }
            }
            MigrateError::Execute(source) | MigrateError::ExecuteMigration(source, _) => {
                Self::from_database(library, source)
            }
            other => Self::Database { library: library.to_owned(), source: sqlx::Error::from(other) },
        }
    }
}

/// SQLite's extended result code, if the error is SQLite's.
fn result_code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

/// Adds the library's path to a database error.
pub(crate) trait Context<T>: Sized {
    fn context(self, library: &impl AsRef<Path>) -> Result<T, Error>;

    /// The same, but a violated foreign key means that the parent row is missing: this error.
    fn context_or(self, library: &impl AsRef<Path>, parent_missing: Error) -> Result<T, Error> {
        self.context(library).map_err(|error| error.or_missing(parent_missing))
    }
}

impl<T> Context<T> for Result<T, sqlx::Error> {
    fn context(self, library: &impl AsRef<Path>) -> Result<T, Error> {
        self.map_err(|error| Error::from_database(library.as_ref(), error))
    }
}

/// Whether the error is a violated constraint of the wanted kind.
pub(crate) fn is_constraint(error: &Error, wanted: impl Fn(&dyn DatabaseError) -> bool) -> bool {
    match error {
        Error::Database { source, .. } => source.as_database_error().is_some_and(wanted),
        _ => false,
    }
}
