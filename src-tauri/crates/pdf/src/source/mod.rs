//! Access to a PDF file through hayro: contents, glyphs of a page, image of a page. Only used inside the reader
//! process. Not for words and lines: `layout` makes those.
//!
//! Labels, outline and title are read with hayro's objects, not with a second parser. Parts that cannot be followed are
//! left out. A crafted table of contents cannot cost the text.

mod annotate;
mod content;
mod damage;
mod destinations;
mod encryption;
mod faces;
mod field;
mod glyphs;
mod image;
mod labels;
mod links;
mod outline;
mod plain;
mod reverse;
mod state;
mod strings;
mod visibility;

pub use image::PageImage;

use crate::{Annotation, Contents, Link, layout::Sheet, wire::Refusal};
use content::Interpreter;
use destinations::Destinations;
use faces::Faces;
use hayro_interpret::InterpreterSettings;
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf, object::Dict, page::Page};
use std::sync::Arc;
use visibility::Visibility;

/// Parses a file.
pub(crate) fn open(bytes: Vec<u8>, password: &str) -> Result<Pdf, Refusal> {
    let bytes = Arc::new(bytes);
    let pdf = match Pdf::new_with_password(Arc::clone(&bytes), password) {
        Ok(pdf) => pdf,
        Err(error) => {
            let refusal = refusal(error, &bytes);
            encryption::open_unencrypted(Arc::unwrap_or_clone(bytes)).unwrap_or(Err(refusal))?
        }
    };
    if pdf.pages().is_empty() { Err(Refusal::NoPages) } else { Ok(pdf) }
}

fn refusal(error: LoadPdfError, bytes: &[u8]) -> Refusal {
    let looks_like_one = bytes[..bytes.len().min(1024)].windows(5).any(|w| w == b"%PDF-");
    match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Refusal::Password,
        LoadPdfError::Decryption(_) => Refusal::Encryption,
        LoadPdfError::Invalid if looks_like_one => Refusal::Truncated,
        LoadPdfError::Invalid => Refusal::NotAPdf,
    }
}

/// Size of a page in points.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    pub(crate) width: f32,
    pub(crate) height: f32,
}

/// An open file with its cached fonts.
pub(crate) struct Source<'a> {
    pdf: &'a Pdf,
    settings: InterpreterSettings,
    render: hayro::RenderCache<'a>,
    faces: Faces<'a>,
    destinations: Option<Destinations<'a>>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(pdf: &'a Pdf) -> Self {
        let settings = InterpreterSettings::default();
        let faces = Faces::new(settings.clone());
        Self { pdf, settings, render: hayro::RenderCache::new(), faces, destinations: None }
    }

    /// Number of pages.
    pub(crate) fn page_count(&self) -> u32 {
        u32::try_from(self.pdf.pages().len()).unwrap_or(u32::MAX)
    }

    /// Title, outline and page labels, as far as they are readable.
    pub(crate) fn contents(&mut self) -> Contents {
        let catalog = self.catalog();
        Contents {
            page_count: self.page_count(),
            title: self.pdf.metadata().title.as_deref().map(strings::decode).filter(|t| !t.is_empty()),
            outline: outline::read(&catalog, self.destinations()),
            page_labels: labels::read(&catalog, self.page_count()),
            damage: damage::detect(self.pdf, &catalog),
        }
    }

    /// All text of a page.
    pub(crate) fn sheet(&mut self, index: u32) -> Result<Sheet, Refusal> {
        let page = self.page(index)?;
        let visibility = Visibility::from_catalog(&self.catalog());
        Ok(Interpreter::sheet(&mut self.faces, visibility, page))
    }

    /// The size of a page as displayed.
    pub(crate) fn size(&self, index: u32) -> Result<Size, Refusal> {
        let (width, height) = self.page(index)?.render_dimensions();
        Ok(Size { width, height })
    }

    /// A page as an image.
    pub(crate) fn image(&self, index: u32, scale: f32) -> Result<PageImage, Refusal> {
        image::render(self.page(index)?, &self.render, &self.settings, scale)
    }

    /// The links of a page.
    pub(crate) fn links(&mut self, index: u32) -> Result<Vec<Link>, Refusal> {
        let page = self.page(index)?;
        Ok(links::read(page, self.destinations()))
    }

    fn destinations(&mut self) -> &mut Destinations<'a> {
        let (catalog, pages) = (self.catalog(), self.pdf.pages());
        self.destinations.get_or_insert_with(|| Destinations::new(catalog, pages))
    }

    /// The bytes to append to the file, so that the copy has these annotations.
    pub(crate) fn annotations(&self, password: &str, annotations: &[Annotation]) -> Result<Vec<u8>, Refusal> {
        annotate::update(self.pdf, password, annotations)
    }

    fn catalog(&self) -> Dict<'a> {
        self.pdf.xref().get(self.pdf.xref().root_id()).unwrap_or_default()
    }

    fn page(&self, index: u32) -> Result<&'a Page<'a>, Refusal> {
        self.pdf.pages().get(index as usize).ok_or(Refusal::NoPage)
    }
}
