//! Renders a page as PNG. Not for highlights: the caller paints them on the image.

use crate::wire::Refusal;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use hayro_interpret::InterpreterSettings;
use hayro_syntax::page::Page;
use serde::{Deserialize, Serialize};

/// Longest side of an image, in pixels; a larger scale is reduced to it.
const MAX_SIDE: f32 = 8000.0;
/// Limit of pixels: 64 MB while it is drawn.
const MAX_PIXELS: f32 = 16e6;

/// The image of a page.
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
