//! A PDF file as hayro sees it: contents, glyphs of a page, image of a page. Only ever used inside the reader process.
//! Not for words and lines: `layout` makes those.
//!
//! Labels, outline and title are read through hayro's own objects rather than a second parser: what cannot be followed
//! is left out, and no crafted table of contents can cost the text.

mod fonts;
mod glyphs;
mod image;
mod labels;
mod outline;
mod strings;

pub use image::PageImage;

use crate::{Contents, layout::Sheet, wire::Refusal};
use fonts::FontBook;
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, interpret_page};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf, object::Dict, page::Page};
use kurbo::{Affine, Rect};

/// Parses a file.
pub(crate) fn open(bytes: Vec<u8>, password: &str) -> Result<Pdf, Refusal> {
    let looks_like_one = bytes[..bytes.len().min(1024)].windows(5).any(|w| w == b"%PDF-");
    let pdf = Pdf::new_with_password(bytes, password).map_err(|e| match e {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => Refusal::Password,
        LoadPdfError::Decryption(_) => Refusal::Encryption,
        LoadPdfError::Invalid if looks_like_one => Refusal::Truncated,
        LoadPdfError::Invalid => Refusal::NotAPdf,
    })?;
    if pdf.pages().is_empty() { Err(Refusal::NoPages) } else { Ok(pdf) }
}

/// An open file and what has been learnt of its fonts.
pub(crate) struct Source<'a> {
    pdf: &'a Pdf,
    settings: InterpreterSettings,
    cache: InterpreterCache<'a>,
    render: hayro::RenderCache<'a>,
    fonts: FontBook<'a>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(pdf: &'a Pdf) -> Self {
        let settings = InterpreterSettings::default();
        let fonts = FontBook::new(&settings);
        Self { pdf, settings, cache: InterpreterCache::new(), render: hayro::RenderCache::new(), fonts }
    }

    /// Number of pages.
    pub(crate) fn page_count(&self) -> u32 {
        u32::try_from(self.pdf.pages().len()).unwrap_or(u32::MAX)
    }

    /// Title, outline and page labels, as far as they can be followed.
    pub(crate) fn contents(&self) -> Contents {
        let catalog: Dict<'_> = self.pdf.xref().get(self.pdf.xref().root_id()).unwrap_or_default();
        Contents {
            page_count: self.page_count(),
            title: self.pdf.metadata().title.as_deref().map(strings::decode).filter(|t| !t.is_empty()),
            outline: outline::read(&catalog, self.pdf.pages()),
            page_labels: labels::read(&catalog, self.page_count()),
        }
    }

    /// Everything drawn on a page that has to do with text.
    pub(crate) fn sheet(&mut self, index: u32) -> Result<Sheet, Refusal> {
        let page = self.page(index)?;
        let (width, height) = page.render_dimensions();
        let transform = Affine::new(page.initial_transform(true).as_coeffs());
        let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let mut context = Context::new(transform, area, &self.cache, self.pdf.xref(), self.settings.clone());
        self.fonts.turn_to(page.resources());
        let mut collector = glyphs::Collector::new(width, height, &mut self.fonts);
        interpret_page(page, &mut context, &mut collector);
        Ok(collector.into_sheet())
    }

    /// A page as it looks.
    pub(crate) fn image(&self, index: u32, scale: f32) -> Result<PageImage, Refusal> {
        image::render(self.page(index)?, &self.render, &self.settings, scale)
    }

    fn page(&self, index: u32) -> Result<&'a Page<'a>, Refusal> {
        self.pdf.pages().get(index as usize).ok_or(Refusal::NoPage)
    }
}
