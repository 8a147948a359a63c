//! A model hub on this machine: serves files over HTTP with ranges, and breaks off when told to.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Default)]
struct Shared {
    files: Vec<(&'static str, Vec<u8>)>,
    requests: Vec<String>,
    /// Bytes of a file after which the connection is cut.
    limit: Option<usize>,
}

pub(crate) struct Hub {
    address: String,
    shared: Arc<Mutex<Shared>>,
}

impl Hub {
    /// Serves `files` by path until the test ends.
    pub(crate) fn start(files: Vec<(&'static str, Vec<u8>)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let shared = Arc::new(Mutex::new(Shared { files, ..Shared::default() }));
        let served = Arc::clone(&shared);
        std::thread::spawn(move || listener.incoming().flatten().for_each(|stream| answer(stream, &served)));
        Self { address, shared }
    }

    pub(crate) fn address(&self) -> String {
        self.address.clone()
    }

    /// The heads of all requests so far.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }

    pub(crate) fn break_after(&self, bytes: usize) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).limit = Some(bytes);
    }

    pub(crate) fn heal(&self) {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).limit = None;
    }
}

fn answer(mut stream: TcpStream, shared: &Mutex<Shared>) {
    let Some(head) = read_head(&stream) else { return };
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    let path = head.split(' ').nth(1).unwrap_or_default();
    let body = shared.files.iter().find(|(name, _)| *name == path).map(|(_, bytes)| bytes.clone());
    shared.requests.push(head.clone());
    let from = range(&head).unwrap_or(0);
    // A client that hangs up is part of the tests.
    let _ = match body {
        None => write!(stream, "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
        Some(body) => send(&mut stream, &body[from..], range(&head).is_some(), shared.limit),
    };
    let _ = stream.shutdown(Shutdown::Both);
}

/// The request's head in lower case: names of headers come in any.
fn read_head(stream: &TcpStream) -> Option<String> {
    let lines = BufReader::new(stream).lines().map_while(Result::ok).take_while(|line| !line.is_empty());
    let head = lines.collect::<Vec<_>>().join("\n").to_lowercase();
    (!head.is_empty()).then_some(head)
}

fn range(head: &str) -> Option<usize> {
    head.lines().find_map(|line| line.strip_prefix("range: bytes=")?.strip_suffix('-')?.parse().ok())
}

fn send(stream: &mut TcpStream, body: &[u8], partial: bool, limit: Option<usize>) -> std::io::Result<()> {
    let status = if partial { "206 Partial Content" } else { "200 OK" };
    write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len())?;
    stream.write_all(&body[..limit.unwrap_or(body.len()).min(body.len())])
}
