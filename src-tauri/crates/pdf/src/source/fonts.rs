//! What a font says of its glyphs besides their shape: ascent, descent, weight. Not for drawing.
//!
//! hayro hands over glyphs without the font they came from, so the book looks the font up again among the page's
//! resources: embedded TrueType and CID fonts by their name, all others by the font program they share with the glyph.

use hayro_font::{Font, FontCache, FontGlyph, OutlineGlyph};
use hayro_interpret::{InterpreterSettings, font::Glyph};
use hayro_syntax::object::{Array, Dict, Name, Stream};
use hayro_syntax::page::Resources;
use std::collections::HashMap;

/// Vertical extent in em and weight of a font.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Style {
    /// From the baseline up.
    pub(super) ascent: f32,
    /// From the baseline down; negative.
    pub(super) descent: f32,
    pub(super) bold: bool,
    /// Which entry of the book stretches its glyphs to the width the file wants, if one does.
    pub(super) substitute: Option<usize>,
}

const DEFAULT: Style = Style { ascent: 0.9, descent: -0.21, bold: false, substitute: None };
/// Ascent and descent of the fonts that need not be in the file (Adobe's metrics for the standard 14).
const STANDARD: [(&str, f32, f32); 5] = [
    ("Courier", 0.629, -0.157),
    ("Helvetica", 0.718, -0.207),
    ("Arial", 0.905, -0.212),
    ("Times", 0.683, -0.217),
    ("Symbol", 0.82, -0.21),
];

struct Entry<'a> {
    name: String,
    style: Style,
    /// The font itself, where glyphs have to be compared by font program.
    font: Option<Font<'a>>,
}

/// Fonts of a document met so far.
pub(super) struct FontBook<'a> {
    settings: InterpreterSettings,
    cache: FontCache<'a>,
    known: HashMap<u128, Style>,
    page: Option<Resources<'a>>,
    entries: Vec<Entry<'a>>,
    seen: HashMap<Vec<u8>, ()>,
}

impl<'a> FontBook<'a> {
    pub(super) fn new(settings: &InterpreterSettings) -> Self {
        Self {
            settings: settings.clone(),
            cache: FontCache::new(),
            known: HashMap::new(),
            page: None,
            entries: Vec::new(),
            seen: HashMap::new(),
        }
    }

    /// Glyphs asked about from now on are of a page with these resources.
    pub(super) fn turn_to(&mut self, resources: &Resources<'a>) {
        self.page = Some(resources.clone());
    }

    /// Style of the font a glyph belongs to.
    pub(super) fn style(&mut self, glyph: &Glyph<'_>) -> Style {
        let Glyph::Outline(glyph) = glyph else { return DEFAULT };
        let key = glyph.identifier().cache_key();
        if let Some(style) = self.known.get(&key) {
            return *style;
        }
        if let Some(page) = self.page.take() {
            self.add_all(&page, 0);
        }
        let style = self.find(glyph);
        self.known.insert(key, style);
        style
    }

    /// Factor by which a stand-in font's glyph is drawn wider than designed.
    pub(super) fn stretch(&self, style: Style, glyph: &Glyph<'_>) -> f64 {
        let font = style.substitute.and_then(|i| self.entries.get(i)?.font.as_ref());
        match (font, glyph) {
            (Some(font), Glyph::Outline(g)) => font.glyph_stretch(g.glyph_id(), g.char_code()),
            _ => 1.0,
        }
    }

    fn find(&self, glyph: &OutlineGlyph) -> Style {
        let Some(data) = glyph.font_data() else { return self.find_by_program(glyph).unwrap_or(DEFAULT) };
        let name = data.postscript_name.unwrap_or_default();
        let mut style = self.entries.iter().find(|e| e.name == name).map_or(DEFAULT, |e| e.style);
        style.bold |= data.weight.is_some_and(|w| w >= 600);
        style.substitute = None;
        style
    }

    fn find_by_program(&self, glyph: &OutlineGlyph) -> Option<Style> {
        let identifier = glyph.identifier();
        self.entries.iter().find_map(|entry| match entry.font.as_ref()?.glyph(glyph.glyph_id(), glyph.char_code()) {
            FontGlyph::Outline(same) if same.identifier() == identifier => Some(entry.style),
            _ => None,
        })
    }

    /// Adds the fonts of these resources and of the forms in them.
    fn add_all(&mut self, resources: &Resources<'a>, depth: u32) {
        for name in resources.fonts.keys() {
            if let Some(dict) = resources.fonts.get::<Dict<'a>>(&*name) {
                self.add(&dict);
            }
        }
        let forms = resources.x_objects.keys().filter(|_| depth < 3).take(64);
        for name in forms.collect::<Vec<_>>() {
            let form = resources.x_objects.get::<Stream<'a>>(&*name);
            if let Some(inner) = form.and_then(|f| f.dict().get::<Dict<'a>>("Resources")) {
                self.add_all(&Resources::new(inner), depth + 1);
            }
        }
    }

    fn add(&mut self, dict: &Dict<'a>) {
        if self.seen.insert(dict.data().to_vec(), ()).is_some() {
            return;
        }
        let descendant = dict.get::<Array<'a>>("DescendantFonts").and_then(|a| a.iter::<Dict<'a>>().next());
        let descriptor = descendant.as_ref().unwrap_or(dict).get::<Dict<'a>>("FontDescriptor").unwrap_or_default();
        let named_by_glyph = descriptor.contains_key("FontFile2") || descendant.is_some();
        let font = (!named_by_glyph)
            .then(|| self.cache.font(dict, &self.settings.font_resolver, &self.settings.cmap_resolver))
            .flatten();
        let name = dict.get::<Name<'_>>("BaseFont").map(|n| without_subset_tag(n.as_str()).to_owned());
        let name = name.unwrap_or_default();
        let mut style = style_of(&name, &descriptor);
        let embedded = ["FontFile", "FontFile2", "FontFile3"].iter().any(|key| descriptor.contains_key(key));
        style.substitute = (font.is_some() && !embedded).then_some(self.entries.len());
        self.entries.push(Entry { name, style, font });
    }
}

fn style_of(name: &str, descriptor: &Dict<'_>) -> Style {
    const BOLD: [&str; 5] = ["bold", "black", "heavy", "demi", "-bd"];
    const FORCE_BOLD: u32 = 1 << 18;
    let lower = name.to_lowercase();
    let (ascent, descent) = extent(name, descriptor);
    let bold = BOLD.iter().any(|word| lower.contains(word))
        || descriptor.get::<f32>("FontWeight").is_some_and(|w| w >= 600.0)
        || descriptor.get::<u32>("Flags").is_some_and(|f| f & FORCE_BOLD != 0);
    Style { ascent, descent, bold, substitute: None }
}

/// Ascent and descent in em, from the descriptor if what it says can be true.
fn extent(name: &str, descriptor: &Dict<'_>) -> (f32, f32) {
    let said = |key: &str| descriptor.get::<f32>(key).map(|v| v.abs() / 1000.0).filter(|v| *v > 0.01 && *v < 3.0);
    let standard = STANDARD.iter().find(|(family, ..)| name.starts_with(family));
    let (ascent, descent) = standard.map_or((DEFAULT.ascent, DEFAULT.descent), |(_, a, d)| (*a, *d));
    (said("Ascent").unwrap_or(ascent).clamp(0.5, 1.05), -said("Descent").unwrap_or(-descent).clamp(0.05, 0.4))
}

fn without_subset_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    }
}
