//! Writes small PDFs for tests, with text in one standard font.

#![allow(clippy::unwrap_used, dead_code, reason = "a helper of tests")]

use std::fmt::Write;

/// Text and its height on a page of 792 points.
pub(crate) struct Line {
    y: i32,
    text: String,
}

pub(crate) fn line(y: i32, text: &str) -> Line {
    Line { y, text: text.to_owned() }
}

/// A file with these pages.
pub(crate) fn bytes(pages: &[Vec<Line>]) -> Vec<u8> {
    let objects = pages.iter().enumerate().flat_map(|(i, lines)| [page(5 + 2 * i), content(lines)]);
    file(pages.len(), |i| 4 + 2 * i, objects.collect())
}

/// A file whose pages all have the same content stream.
pub(crate) fn repeated(lines: &[Line], pages: usize) -> Vec<u8> {
    let objects = std::iter::once(content(lines)).chain((0..pages).map(|_| page(4)));
    file(pages, |i| 5 + i, objects.collect())
}

/// A file whose objects from number 4 on are given.
fn file(pages: usize, number_of_page: impl Fn(usize) -> usize, objects: Vec<String>) -> Vec<u8> {
    let kids: Vec<String> = (0..pages).map(|i| format!("{} 0 R", number_of_page(i))).collect();
    let mut bodies = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {pages} >>", kids.join(" ")),
        "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>".to_owned(),
    ];
    bodies.extend(objects);
    let mut out = String::from("%PDF-1.7\n");
    let mut offsets = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        offsets.push(out.len());
        write!(out, "{} 0 obj\n{body}\nendobj\n", i + 1).unwrap();
    }
    let start = out.len();
    let size = bodies.len() + 1;
    write!(out, "xref\n0 {size}\n0000000000 65535 f \n").unwrap();
    for offset in offsets {
        writeln!(out, "{offset:010} 00000 n ").unwrap();
    }
    write!(out, "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").unwrap();
    out.into_bytes()
}

fn page(content: usize) -> String {
    format!("<</Type/Page/Parent 2 0 R/Resources 3 0 R/Contents {content} 0 R/MediaBox[0 0 5000 792]>>")
}

fn content(lines: &[Line]) -> String {
    let text = |line: &Line| format!("BT /F1 10 Tf 60 {} Td ({}) Tj ET\n", line.y, line.text);
    let content: String = lines.iter().map(text).collect();
    format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len())
}
