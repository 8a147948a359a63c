//! The reader process: parses one file and answers requests on stdin and stdout. Not for starting it: `reader` does
//! that from the other side.

mod budget;
mod fault;

use crate::wire::{self, Opening, Refusal, Reply, Request};
use crate::{Coverage, Page, layout, source::Source};
use budget::Budget;
use pincite_sandbox as sandbox;
use std::io::{self, Read, StdinLock, StdoutLock};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// First argument that makes this program a reader process.
pub const READER_ARGUMENT: &str = "__reader";

/// Stack of the parsing thread. Deep but finite nesting fits.
const STACK_BYTES: usize = 64 << 20;

/// Turns this process into a reader if it was started as one. It then ends when the caller has no more requests. Call
/// this first in every `main` of a program that uses [`crate::Reader::of_this_program`].
pub fn serve_if_asked() {
    if std::env::args_os().nth(1).is_some_and(|a| a == READER_ARGUMENT) {
        sandbox::forbid_writing();
        sandbox::forbid_files();
        sandbox::forbid_connections();
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(serve);
        let served = thread.is_ok_and(|t| matches!(t.join(), Ok(Ok(()))));
        std::process::exit(if served { 0 } else { 1 });
    }
}

fn serve() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let Some(opening) = wire::read::<Opening>(&mut input)? else { return Ok(()) };
    sandbox::limit_memory(opening.memory_bytes);
    sandbox::allow_cpu(opening.cpu_seconds);
    let mut bytes = Vec::new();
    input.by_ref().take(opening.file_bytes).read_to_end(&mut bytes)?;
    let opened = guarded(|| crate::source::open(bytes, opening.password.as_deref().unwrap_or_default()));
    match opened {
        Ok(pdf) => answer(&mut Source::new(&pdf), &opening, &mut input, &mut output),
        Err(refusal) => wire::write(&mut output, &Reply::Refused(refusal)),
    }
}

fn answer(
    source: &mut Source<'_>,
    opening: &Opening,
    input: &mut StdinLock<'_>,
    output: &mut StdoutLock<'_>,
) -> io::Result<()> {
    let (cpu, password) = (opening.cpu_seconds, opening.password.as_deref().unwrap_or_default());
    let contents = guarded(|| Ok(source.contents()));
    wire::write(output, &contents.map_or_else(Reply::Refused, Reply::Opened))?;
    while let Some(request) = wire::read::<Request>(input)? {
        sandbox::allow_cpu(cpu);
        match request {
            Request::Pages(limit) => all_pages(source, Budget::new(limit), cpu, output)?,
            Request::Page(index) => wire::write(output, &reply(|| page(source, index).map(Reply::Page)))?,
            Request::Image { page, scale } => {
                wire::write(output, &reply(|| source.image(page, scale).map(Reply::Image)))?;
            }
            Request::Links(index) => wire::write(output, &reply(|| source.links(index).map(Reply::Links)))?,
            Request::Annotate(annotations) => {
                wire::write(output, &reply(|| source.annotations(password, &annotations).map(Reply::Update)))?;
            }
            Request::Fault(fault) => wire::write(output, &reply(|| fault::run(fault).map(Reply::Page)))?,
        }
    }
    Ok(())
}

fn all_pages(source: &mut Source<'_>, mut budget: Budget, cpu: u64, output: &mut StdoutLock<'_>) -> io::Result<()> {
    for index in 0..source.page_count() {
        sandbox::allow_cpu(cpu);
        let page = if budget.is_spent() { page_left_out(source, index) } else { page_or_empty(source, index) };
        wire::write(output, &Reply::Page(budget.spend(page)))?;
    }
    Ok(())
}

fn page(source: &mut Source<'_>, index: u32) -> Result<Page, Refusal> {
    Ok(layout::page(index, source.sheet(index)?))
}

/// A page. If drawing it panics, the page has no words and is marked incomplete.
fn page_or_empty(source: &mut Source<'_>, index: u32) -> Page {
    let coverage = Coverage { content_missing: true, ..Coverage::default() };
    guarded(|| page(source, index)).unwrap_or_else(|_| Page { index, coverage, ..Page::default() })
}

/// A page that is not read, because the text limit is reached.
fn page_left_out(source: &Source<'_>, index: u32) -> Page {
    let size = guarded(|| source.size(index)).unwrap_or_default();
    let coverage = Coverage { cut: true, ..Coverage::default() };
    Page { index, width: size.width, height: size.height, coverage, ..Page::default() }
}

fn reply(work: impl FnOnce() -> Result<Reply, Refusal>) -> Reply {
    guarded(work).unwrap_or_else(Reply::Refused)
}

/// Catches a panic of a parser: it costs one reply, not the process.
fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Refusal::Panicked))
}
