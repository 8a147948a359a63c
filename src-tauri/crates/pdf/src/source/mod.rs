//! Access to a PDF file through hayro: contents, glyphs of a page, image of a page. Only used inside the reader
//! process. `layout` makes words and lines of the glyphs.
//!
//! Labels, outline and title are read with hayro's objects, not with a second parser. Parts that cannot be followed are
//! left out. A crafted table of contents cannot cost the text.

mod annotate;
mod annotations;
mod content;
mod faces;
mod glyphs;
mod navigation;
mod open;
mod spoken;
mod unicode;
mod visibility;

pub(crate) use open::open;

use crate::page::Size;
use crate::{Annotation, Contents, Link, PageImage, layout::Sheet, wire::Refusal};
use content::Interpreter;
use faces::Faces;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::{Pdf, object::Dict, page::Page};
use navigation::Destinations;
use visibility::Visibility;

/// Longest side of an image, in pixels; a larger scale is reduced to it.
const MAX_SIDE: f32 = 8000.0;
/// Limit of pixels: 64 MB while it is drawn.
const MAX_PIXELS: f32 = 16e6;
/// The cache of what pages draw is emptied after so many pictures: scans share nothing, and each page's picture stays in it.
const PICTURES_PER_CACHE: u32 = 25;

/// An open file with its cached fonts.
pub(crate) struct Source<'a> {
    pdf: &'a Pdf,
    settings: InterpreterSettings,
    render: RenderCache<'a>,
    /// Pictures drawn with this cache.
    drawn: u32,
    faces: Faces<'a>,
    destinations: Option<Destinations<'a>>,
}

impl<'a> Source<'a> {
    pub(crate) fn new(pdf: &'a Pdf) -> Self {
        let settings = InterpreterSettings::default();
        let faces = Faces::new(settings.clone());
        Self { pdf, settings, render: RenderCache::new(), drawn: 0, faces, destinations: None }
    }

    pub(crate) fn page_count(&self) -> u32 {
        u32::try_from(self.pdf.pages().len()).unwrap_or(u32::MAX)
    }

    /// Title, outline and page labels, as far as they are readable.
    pub(crate) fn contents(&mut self) -> Contents {
        let catalog = self.catalog();
        Contents {
            page_count: self.page_count(),
            title: self.pdf.metadata().title.as_deref().map(unicode::decode).filter(|t| !t.is_empty()),
            outline: navigation::outline(&catalog, self.destinations()),
            page_labels: navigation::labels(&catalog, self.page_count()),
            damage: open::damage(self.pdf, &catalog),
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
    pub(crate) fn image(&mut self, index: u32, scale: f32) -> Result<PageImage, Refusal> {
        if self.drawn == PICTURES_PER_CACHE {
            self.drawn = 0;
            self.render = RenderCache::new();
        }
        self.drawn += 1;
        render(self.page(index)?, &self.render, &self.settings, scale)
    }

    /// The links of a page.
    pub(crate) fn links(&mut self, index: u32) -> Result<Vec<Link>, Refusal> {
        let page = self.page(index)?;
        Ok(navigation::links(page, self.destinations()))
    }

    fn destinations(&mut self) -> &mut Destinations<'a> {
        let catalog = self.catalog();
        self.destinations.get_or_insert_with(|| Destinations::new(catalog, self.pdf.pages()))
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

/// Draws a page with `scale` pixels per point, or as many as the limits allow.
fn render<'a>(
    page: &'a Page<'a>,
    cache: &RenderCache<'a>,
    settings: &InterpreterSettings,
    scale: f32,
) -> Result<PageImage, Refusal> {
    let (width, height) = page.render_dimensions();
    let scale = usable_scale(width, height, scale);
    let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let drawn = hayro::render(page, cache, settings, &RenderSettings::default(), &size);
    let width = u32::from(drawn.width());
    let height = u32::from(drawn.height());
    let png = encode(width, height, drawn.data_as_u8_slice()).map_err(|_| Refusal::Panicked)?;
    Ok(PageImage { width, height, png })
}

/// The requested scale, or the nearest one within the limits. The image has at least one pixel.
fn usable_scale(width: f32, height: f32, scale: f32) -> f32 {
    let most = (MAX_SIDE / width.max(height)).min((MAX_PIXELS / (width * height)).sqrt());
    let least = 1.01 / width.min(height);
    if scale.is_finite() { scale.clamp(least.min(most), most) } else { most.min(1.0) }
}

/// Encodes opaque RGBA pixels. Grey images are encoded as grey, which saves two thirds of the work for most pages of
/// text.
fn encode(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let pixels = rgba.as_chunks::<4>().0;
    let grey = pixels.iter().all(|[r, g, b, _]| r == g && g == b);
    let (color, bytes): (_, Vec<u8>) = if grey {
        (png::ColorType::Grayscale, pixels.iter().map(|p| p[0]).collect())
    } else {
        (png::ColorType::Rgb, pixels.iter().flat_map(|p| [p[0], p[1], p[2]]).collect())
    };
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(color);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(rgba: &[u8]) -> (png::ColorType, Vec<u8>) {
        let file = encode(2, 1, rgba).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        bytes.truncate(info.buffer_size());
        (info.color_type, bytes)
    }

    #[test]
    fn images_keep_their_colours() {
        assert_eq!(decoded(&[9, 9, 9, 255, 200, 200, 200, 255]), (png::ColorType::Grayscale, vec![9, 200]));
        assert_eq!(decoded(&[9, 9, 9, 255, 200, 0, 0, 255]), (png::ColorType::Rgb, vec![9, 9, 9, 200, 0, 0]));
    }

    #[test]
    fn any_scale_gives_an_image_that_can_be_drawn() {
        for scale in [0.0, -1.0, 1e-9, 1.0, 1e9, f32::INFINITY, f32::NAN] {
            let used = usable_scale(612.0, 792.0, scale);
            let pixels = (612.0 * used) * (792.0 * used);
            assert!((1.0..=16.1e6).contains(&pixels), "{scale} becomes {used}");
        }
        assert_eq!(usable_scale(612.0, 792.0, 2.0), 2.0, "a usual scale is used as it is");
    }
}
