//! PDFs made by the tests themselves, byte by byte, so that every place on a page is known.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part")]

use pincite_pdf::{Document, Error, Limits, Page, Reader, TextLimit};
use std::{fmt::Write, ops::ControlFlow, path::Path, path::PathBuf, time::Duration};

/// A PDF being written: page dictionaries' extras and content streams, standard fonts F1 (Helvetica), F2
/// (Helvetica-Bold), F3 (Times-Roman), F4 (Courier).
#[derive(Default)]
pub struct Pdf {
    pages: Vec<(String, String)>,
    catalog: String,
    info: String,
    trailer: String,
    fonts: String,
    objects: Vec<String>,
}

/// Number of the first object a test may add.
pub const FIRST_OWN: usize = 10;

impl Pdf {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a page of 612 × 792 points unless `extra` has another MediaBox.
    pub fn page(self, content: &str) -> Self {
        self.page_with("/MediaBox [0 0 612 792]", content)
    }

    pub fn page_with(mut self, extra: &str, content: &str) -> Self {
        self.pages.push((extra.to_owned(), content.to_owned()));
        self
    }

    /// Adds entries to the catalog.
    pub fn catalog(mut self, entries: &str) -> Self {
        self.catalog.push_str(entries);
        self
    }

    /// Adds entries to the information dictionary.
    pub fn info(mut self, entries: &str) -> Self {
        self.info.push_str(entries);
        self
    }

    /// Adds entries to the trailer.
    pub fn trailer(mut self, entries: &str) -> Self {
        self.trailer.push_str(entries);
        self
    }

    /// Adds a font of this name in which every code is a code point, two bytes each. Its letters are half as wide as high;
    /// with `Identity-V` lines run down, and letters are as wide as high.
    pub fn unicode_font(mut self, name: &str, encoding: &str) -> Self {
        let width = if encoding == "Identity-V" { 1000 } else { 500 };
        let descendant = "/Type /Font /Subtype /CIDFontType2 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)";
        let number = FIRST_OWN + self.objects.len();
        let descendant = format!(
            "<< {descendant} /Supplement 0 >> /BaseFont /Test /DW {width} /FontDescriptor {} 0 R >>",
            number + 1
        );
        let descriptor = "<< /Type /FontDescriptor /FontName /Test /Flags 4 /Ascent 800 /Descent -200 >>";
        self.fonts += &format!(
            "/{name} << /Type /Font /Subtype /Type0 /BaseFont /Test /Encoding /{encoding} /ToUnicode /Identity-H \
             /DescendantFonts [{number} 0 R] >> "
        );
        self.object(&descendant).object(descriptor)
    }

    /// Adds an object; the first is number [`FIRST_OWN`].
    pub fn object(mut self, body: &str) -> Self {
        self.objects.push(body.to_owned());
        self
    }

    /// Number of the dictionary of a page.
    pub fn page_number(&self, index: usize) -> usize {
        FIRST_OWN + self.objects.len() + 2 * index
    }

    pub fn bytes(&self) -> Vec<u8> {
        let first_page = FIRST_OWN + self.objects.len();
        let kids: Vec<String> = (0..self.pages.len()).map(|i| format!("{} 0 R", first_page + 2 * i)).collect();
        let fonts = ["Helvetica", "Helvetica-Bold", "Times-Roman", "Courier"];
        let font =
            |name: &str| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>");
        let mut bodies = vec![
            format!("<< /Type /Catalog /Pages 2 0 R {} >>", self.catalog),
            format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len()),
            format!("<< /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R /F4 8 0 R {} >> >>", self.fonts),
            format!("<< {} >>", self.info),
        ];
        bodies.extend(fonts.map(font));
        bodies.push("null".to_owned());
        bodies.extend(self.objects.iter().cloned());
        for (i, (extra, content)) in self.pages.iter().enumerate() {
            let stream = first_page + 2 * i + 1;
            bodies.push(format!("<< /Type /Page /Parent 2 0 R /Resources 3 0 R /Contents {stream} 0 R {extra} >>"));
            bodies.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
        }
        assemble(&bodies, &self.trailer)
    }

    /// Writes the file into a folder.
    pub fn save(&self, folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, self.bytes()).unwrap();
        path
    }
}

fn assemble(bodies: &[String], trailer: &str) -> Vec<u8> {
    let mut out = String::from("%PDF-1.7\n");
    let mut offsets = Vec::new();
    for (i, body) in bodies.iter().enumerate() {
        offsets.push(out.len());
        write!(out, "{} 0 obj\n{body}\nendobj\n", i + 1).unwrap();
    }
    let start = out.len();
    write!(out, "xref\n0 {}\n0000000000 65535 f \n", bodies.len() + 1).unwrap();
    for offset in offsets {
        writeln!(out, "{offset:010} 00000 n ").unwrap();
    }
    let size = bodies.len() + 1;
    writeln!(out, "trailer\n<< /Size {size} /Root 1 0 R /Info 4 0 R {trailer} >>\nstartxref\n{start}\n%%EOF").unwrap();
    out.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect()
}

/// Text at a place measured from the bottom left, as PDF does.
pub fn text(font: u8, size: f32, x: f32, y: f32, said: &str) -> String {
    let said = said.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
    format!("BT /F{font} {size} Tf {x} {y} Td ({said}) Tj ET\n")
}

/// Text in a font of [`Pdf::unicode_font`].
pub fn unicode_text(font: &str, size: f32, x: f32, y: f32, said: &str) -> String {
    let codes: String = said.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("BT /{font} {size} Tf {x} {y} Td <{codes}> Tj ET\n")
}

/// Lines of one paragraph, single spaced.
pub fn lines(font: u8, size: f32, x: f32, y: f32, said: &[&str]) -> String {
    (0..).zip(said).map(|(i, line)| text(font, size, x, y - 1.2 * size * i as f32, line)).collect()
}

pub fn limits() -> Limits {
    Limits {
        memory_bytes: 512 << 20,
        cpu_seconds: 10,
        wall: Duration::from_secs(20),
        output_bytes: 64 << 20,
        text: TextLimit::default(),
    }
}

pub fn reader_with(limits: Limits) -> Reader {
    Reader::new(PathBuf::from(env!("CARGO_BIN_EXE_pincite-reader")), limits)
}

/// Reads a file as the product does.
pub fn read(path: &Path, password: Option<&str>) -> Result<Document, Error> {
    runtime().block_on(reader_with(limits()).read(path, password, |_, _| ControlFlow::Continue(())))
}

/// Reads a PDF made by a test.
pub fn read_pdf(pdf: &Pdf) -> Document {
    let folder = tempfile::tempdir().unwrap();
    read(&pdf.save(folder.path(), "test.pdf"), None).unwrap()
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// Texts of a page's lines.
pub fn line_texts(page: &Page) -> Vec<String> {
    let texts = |l: &pincite_pdf::Line| -> Vec<&str> {
        page.words[l.start as usize..l.end as usize].iter().map(|w| w.text.as_str()).collect()
    };
    page.lines.iter().map(|l| texts(l).join(" ")).collect()
}
