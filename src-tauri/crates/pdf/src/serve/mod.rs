//! The reader process: parses one file and answers requests on stdin and stdout. `reader` starts it. It counts the text of a
//! document, and the time that its pages took, and cuts what exceeds the limit. The sandbox limits the memory, and the time
//! of a single page.

mod fault;

use crate::wire::{self, Opening, Refusal, Reply, Request};
use crate::{Coverage, Page, TextLimit, Word, layout, source::Source};
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
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
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
    let cpu = opening.cpu_seconds;
    let password = opening.password.as_deref().unwrap_or_default();
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
        let page = if budget.is_spent() {
            // The text limit is reached: the page is not read.
            let size = guarded(|| source.size(index)).unwrap_or_default();
            let coverage = Coverage { cut: true, ..Coverage::default() };
            Page { index, width: size.width, height: size.height, coverage, ..Page::default() }
        } else {
            // If drawing it panics, the page has no words and is marked incomplete.
            let coverage = Coverage { content_missing: true, ..Coverage::default() };
            guarded(|| page(source, index)).unwrap_or_else(|_| Page { index, coverage, ..Page::default() })
        };
        wire::write(output, &Reply::Page(budget.spend(page)))?;
    }
    Ok(())
}

fn page(source: &mut Source<'_>, index: u32) -> Result<Page, Refusal> {
    Ok(layout::page(index, source.sheet(index)?))
}

fn reply(work: impl FnOnce() -> Result<Reply, Refusal>) -> Reply {
    guarded(work).unwrap_or_else(Reply::Refused)
}

/// Catches a panic of a parser: it costs one reply, not the process.
fn guarded<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Refusal::Panicked))
}

/// The rest of a document's limit.
struct Budget {
    left: TextLimit,
    spent: bool,
    /// CPU time of the process when all is spent, in seconds.
    end: u64,
}

impl Budget {
    fn new(limit: TextLimit) -> Self {
        Self { left: limit, spent: false, end: sandbox::used_cpu().saturating_add(limit.cpu_seconds) }
    }

    /// Whether a page was already cut, or the pages took all their time.
    fn is_spent(&self) -> bool {
        self.spent || sandbox::used_cpu() >= self.end
    }

    /// The page with as many lines as the limit allows.
    fn spend(&mut self, mut page: Page) -> Page {
        let lines = page.lines.iter().take_while(|line| self.try_spend(page.words_of(line))).count();
        if lines < page.lines.len() {
            self.spent = true;
            page.coverage.cut = true;
            page.lines.truncate(lines);
            page.words.truncate(page.lines.last().map_or(0, |line| line.end as usize));
            if let Some(last) = page.words.last_mut() {
                last.joins_next = false;
            }
        }
        page
    }

    /// Counts words, if the limit allows all of them.
    fn try_spend(&mut self, words: &[Word]) -> bool {
        let bytes = words.iter().map(|word| word.text.len() as u64).sum();
        let left = self.left.words.checked_sub(words.len() as u64).zip(self.left.bytes.checked_sub(bytes));
        if let Some((words, bytes)) = left {
            self.left = TextLimit { words, bytes, ..self.left };
        }
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Line, Rect, Role};

    fn page(lines: &[&[&str]]) -> Page {
        let mut page = Page::default();
        for line in lines {
            let start = page.words.len() as u32;
            let word = |text: &&str| Word {
                text: (*text).to_owned(),
                rect: Rect::default(),
                size: 10.0,
                bold: false,
                joins_next: true,
            };
            page.words.extend(line.iter().map(word));
            let end = page.words.len() as u32;
            page.lines.push(Line { start, end, rect: Rect::default(), block: 0, role: Role::Body });
        }
        page
    }

    #[test]
    fn what_is_beyond_the_limit_is_left_out_and_said() {
        let mut budget = Budget::new(TextLimit { words: 4, bytes: 100, ..TextLimit::default() });
        let first = budget.spend(page(&[&["one", "two"]]));
        assert_eq!((first.words.len(), first.coverage.cut, budget.is_spent()), (2, false, false));
        let second = budget.spend(page(&[&["three"], &["four", "five"], &["six"]]));
        assert_eq!((second.words.len(), second.lines.len()), (1, 1), "whole lines only");
        assert!(second.coverage.cut && budget.is_spent(), "and the page says so");
        assert!(!second.words[0].joins_next, "its last word goes on nowhere");
    }

    #[test]
    fn long_words_count_by_their_bytes() {
        let mut budget = Budget::new(TextLimit { words: 100, bytes: 5, ..TextLimit::default() });
        assert!(budget.spend(page(&[&["abcdef"]])).words.is_empty());
    }
}
