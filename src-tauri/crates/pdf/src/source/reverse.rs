//! Text of glyphs from the embedded font program: its reversed character map and its ligature names. For glyphs without
//! text in the file. Not for fonts whose map is not Unicode: that would be guessing.

use hayro_font::OutlineGlyph;
use hayro_interpret::hayro_cmap::BfString;
use skrifa::{FontRef, MetadataProvider};
use std::collections::HashMap;

/// The font program of one font, parsed on first use.
#[derive(Default)]
pub(super) struct Programs {
    glyphs: Option<HashMap<u32, String>>,
}

impl Programs {
    /// The text of this glyph by the font program.
    pub(super) fn text(&mut self, glyph: &OutlineGlyph) -> Option<BfString> {
        let glyphs = self.glyphs.get_or_insert_with(|| {
            let data = glyph.font_data();
            let bytes = data.as_ref().map(|d| (*d.data).as_ref());
            bytes.and_then(|b| FontRef::new(b).ok()).map(|font| read(&font)).unwrap_or_default()
        });
        glyphs.get(&glyph.glyph_id().to_u32()).cloned().map(BfString::String)
    }
}

fn read(font: &FontRef<'_>) -> HashMap<u32, String> {
    let mut glyphs = HashMap::new();
    let names = font.glyph_names();
    for (glyph, name) in names.iter() {
        glyphs.extend(ligature(name.as_str()).map(|text| (glyph.to_u32(), text)));
    }
    let map = font.charmap();
    if !map.is_symbol() {
        for (code, glyph) in map.mappings() {
            glyphs.extend(char::from_u32(code).map(|c| (glyph.to_u32(), c.to_string())));
        }
    }
    glyphs
}

/// The letters of a ligature name such as "t_i" or "f_f_i".
fn ligature(name: &str) -> Option<String> {
    let letters: Vec<&str> = name.split('.').next()?.split('_').collect();
    let all_single = letters.len() > 1 && letters.iter().all(|l| l.len() == 1);
    all_single.then(|| letters.concat())
}
