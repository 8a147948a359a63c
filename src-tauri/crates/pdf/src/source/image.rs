//! Draws a page and packs it as PNG. Not for highlights: who shows the image paints those above it.

use crate::wire::Refusal;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::page::Page;
use serde::{Deserialize, Serialize};

/// Longest side of an image, in pixels; a larger scale is reduced to it.
const MAX_SIDE: f32 = 8000.0;
/// Most pixels of an image: 64 MB while it is drawn.
const MAX_PIXELS: f32 = 16e6;

/// A page as it looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageImage {
    /// Width in pixels: the page's width times the scale, rounded down.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The image as a PNG file, opaque, without colour profile.
    pub png: Vec<u8>,
}

pub(super) fn render<'a>(
    page: &'a Page<'a>,
    cache: &RenderCache<'a>,
    settings: &InterpreterSettings,
    scale: f32,
) -> Result<PageImage, Refusal> {
    let (width, height) = page.render_dimensions();
    let scale = usable_scale(width, height, scale);
    let size = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let drawn = hayro::render(page, cache, settings, &RenderSettings::default(), &size);
    let (width, height) = (u32::from(drawn.width()), u32::from(drawn.height()));
    let rgb: Vec<u8> = drawn.data().iter().flat_map(|p| [p.r, p.g, p.b]).collect();
    let png = encode(width, height, &rgb).map_err(|_| Refusal::Panicked)?;
    Ok(PageImage { width, height, png })
}

/// The scale asked for, or the nearest that makes an image of at least one pixel and at most what is allowed.
fn usable_scale(width: f32, height: f32, scale: f32) -> f32 {
    let most = (MAX_SIDE / width.max(height)).min((MAX_PIXELS / (width * height)).sqrt());
    let least = 1.01 / width.min(height);
    if scale.is_finite() { scale.clamp(least.min(most), most) } else { most.min(1.0) }
}

fn encode(width: u32, height: u32, rgb: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(rgb)?;
    Ok(out)
}
