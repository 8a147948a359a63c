//! A server for the tests of this program. It ends with the program.

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) struct Server {
    _process: Child,
    /// Its input ends with this program, and then it ends. A line of it kills the server, which starts again.
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Without a database.
    pub(crate) address: String,
}

static SERVER: OnceLock<Server> = OnceLock::new();

impl Server {
    /// Starts the server that `npm run setup` and `npm test` bring about. A safe one keeps what was committed when it is killed.
    pub(crate) fn start(is_safe: bool) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/server/server.mjs");
        let mut command = Command::new("node");
        command.arg(script).args(is_safe.then_some("--safe"));
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Node is there");
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut server = Self { _process: process, input, output, address: String::new() };
        server.address = server.ready();
        server
    }

    /// Kills the server (kill -9), and waits until it is there again.
    pub(crate) fn crash(&mut self) {
        self.input.write_all(b"kill\n").unwrap();
        self.ready();
    }

    /// Waits for the line that says its address.
    fn ready(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let address = line.trim_end();
        assert!(!address.is_empty(), "the server runs: `npm test` brings it about");
        address.to_owned()
    }
}

/// The address of a new database.
pub(crate) async fn database() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let server = SERVER.get_or_init(|| Server::start(false));
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut connection = connection(&format!("{}/postgres", server.address)).await;
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut connection).await.unwrap();
    format!("{}/{name}", server.address).into()
}

/// How many programs are at work with a library.
pub(crate) async fn workers(library: &Path) -> i64 {
    let mut connection = connection(library.to_str().unwrap()).await;
    let held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid > 0
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    sqlx::query_scalar(held).fetch_one(&mut connection).await.unwrap()
}

/// A connection that is not ours.
pub(crate) async fn connection(address: &str) -> PgConnection {
    let options: PgConnectOptions = address.parse().unwrap();
    options.options([("search_path", "pincite,public")]).connect().await.unwrap()
}
