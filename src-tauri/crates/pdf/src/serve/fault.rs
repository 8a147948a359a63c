//! Failures on purpose. Tests use them to show that the caller survives.

use crate::wire::{self, Fault, Refusal, Reply};
use crate::{Coverage, Line, Page, Rect, Role};
use std::{hint::black_box, io::Write, net::TcpStream, path::Path, time::Duration};

pub(super) fn run(fault: Fault) -> Result<Page, Refusal> {
    match fault {
        Fault::Memory => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(black_box(vec![1_u8; 64 << 20]));
            }
        }
        Fault::Recursion => Ok(Page { index: nest(0), ..Page::default() }),
        Fault::Loop => loop {
            black_box(0);
        },
        Fault::Sleep => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        Fault::Flood => flood(),
        Fault::Inconsistent => {
            let line = Line { start: 0, end: 1, rect: Rect::default(), block: 0, role: Role::Body };
            Ok(Page { lines: vec![line], ..Page::default() })
        }
        Fault::Panic => Err(black_box(None::<Refusal>).unwrap_or_else(|| std::panic::resume_unwind(Box::new(())))),
        Fault::Reach { read, write, port } => {
            let glyphs = reach(&read, &write, port);
            Ok(Page { coverage: Coverage { glyphs, ..Coverage::default() }, ..Page::default() })
        }
    }
}

#[allow(unconditional_recursion, reason = "overflowing the stack is the point")]
fn nest(depth: u32) -> u32 {
    let room = black_box([depth; 64]);
    nest(depth.wrapping_add(room[1])) + room[0]
}

fn flood() -> Result<Page, Refusal> {
    let frame = wire::encode(&Reply::Page(Page { width: 1.0, ..Page::default() })).map_err(|_| Refusal::Panicked)?;
    let many = frame.repeat(10_000);
    loop {
        std::io::stdout().write_all(&many).map_err(|_| Refusal::Panicked)?;
    }
}

/// How many of three accesses outside the process succeed.
fn reach(read: &Path, write: &Path, port: u16) -> u32 {
    let read = std::fs::read(read).is_ok();
    let written = std::fs::write(write, "x").is_ok();
    let connected = TcpStream::connect(("127.0.0.1", port)).is_ok();
    u32::from(read) + u32::from(written) + u32::from(connected)
}
