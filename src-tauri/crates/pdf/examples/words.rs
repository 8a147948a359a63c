//! Reads PDFs as the product does and prints what it finds: `words [--text|--bbox|--count|--images] FILE…`.
//! `--images` draws every page at 150 dots per inch and prints how many bytes of PNG that made.

use pincite_pdf::{Document, Error, Reader, Role};
use std::io::{self, Write};
use std::{ops::ControlFlow, path::Path};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    pincite_pdf::serve_if_asked();
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mode =
        if arguments.first().is_some_and(|a| a.starts_with("--")) { arguments.remove(0) } else { "--text".into() };
    let reader = Reader::of_this_program()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    for path in &arguments {
        if mode == "--images" {
            writeln!(out, "{path}\t{:?}", draw(&reader, Path::new(path)).await)?;
            continue;
        }
        match reader.read(Path::new(path), None, |_, _| ControlFlow::Continue(())).await {
            Ok(document) => print(&mut out, &mode, path, &document)?,
            Err(error) => writeln!(out, "{path}\tfailed\t{}\t{error}", error.code())?,
        }
    }
    Ok(())
}

/// Number of pages and of bytes.
async fn draw(reader: &Reader, path: &Path) -> Result<(u32, usize), Error> {
    let mut session = reader.open(path, None).await?;
    let pages = session.contents().page_count;
    let mut bytes = 0;
    for page in 0..pages {
        bytes += session.image(page, 150.0 / 72.0).await?.png.len();
    }
    Ok((pages, bytes))
}

fn print(out: &mut impl Write, mode: &str, path: &str, document: &Document) -> io::Result<()> {
    match mode {
        "--count" => {
            let words: usize = document.pages.iter().map(|p| p.words.len()).sum();
            let usable = document.pages.iter().filter(|p| p.coverage.is_usable()).count();
            writeln!(out, "{path}\tread\t{}\t{usable}\t{words}", document.pages.len())
        }
        "--bbox" => document.pages.iter().try_for_each(|page| {
            let table = if page.lines.iter().any(|l| l.role == Role::TableRow) { " table" } else { "" };
            writeln!(out, "page {} {} {}{table}", page.index, page.width, page.height)?;
            page.words.iter().try_for_each(|w| {
                writeln!(out, "{:.3} {:.3} {:.3} {:.3} {}", w.rect.x0, w.rect.y0, w.rect.x1, w.rect.y1, w.text)
            })
        }),
        _ => document.pages.iter().try_for_each(|page| {
            page.lines.iter().try_for_each(|line| {
                let words = &page.words[line.start as usize..line.end as usize];
                let text: Vec<&str> = words.iter().map(|w| w.text.as_str()).collect();
                writeln!(out, "{}\t{}\t{:?}\t{}", page.index, line.block, line.role, text.join(" "))
            })?;
            writeln!(out)
        }),
    }
}
