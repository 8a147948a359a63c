//! Finds letters that stand upright one below the other: lines of Chinese and Japanese that run down. Files write them with
//! fonts for level lines, so only their places tell. They move to the frame of text that runs down.

use super::letters::is_ideographic;
use super::sheet::{Frame, Glyph, Sheet};
use kurbo::Point;

/// Height above the baseline of letters that stand upright (em). They are one em high.
pub(crate) const UPRIGHT_ASCENT: f32 = 0.88;
/// At least this many letters make a line.
const LEAST: usize = 4;
/// From one letter down to the next (em). Lines of level text are further apart, and signs need less room.
const STEP: std::ops::Range<f32> = 0.4..1.15;
/// How far the middle of a letter may lie beside that of the next (em).
const ASIDE: f32 = 0.3;

/// Moves the letters of lines that run down to their frame.
pub(super) fn find(sheet: &mut Sheet) {
    let Some(level) = sheet.layers.get_mut(&Frame::default()) else { return };
    if !level.windows(2).any(|pair| stands_above(&sheet.text, &pair[0], &pair[1])) {
        return;
    }
    let mut stays = Vec::new();
    let mut upright = Vec::new();
    for run in level.chunk_by(|upper, lower| stands_above(&sheet.text, upper, lower)) {
        if run.len() >= LEAST {
            upright.extend(run.iter().copied().map(turned));
        } else {
            stays.extend_from_slice(run);
        }
    }
    if upright.is_empty() {
        return;
    }
    *level = stays;
    let down = sheet.layers.entry(Frame::down()).or_default();
    down.extend(upright);
    // Letters lie on their side between upright ones, and with them in the middle of the line.
    for glyph in down {
        glyph.baseline = (glyph.rect.y0 + glyph.rect.y1) / 2.0;
    }
}

fn stands_above(text: &str, upper: &Glyph, lower: &Glyph) -> bool {
    let em = upper.size.max(lower.size);
    let is_upright = |glyph: &Glyph| text[glyph.start as usize..glyph.end as usize].starts_with(is_ideographic);
    let aside = (upper.rect.x0 + upper.rect.x1 - lower.rect.x0 - lower.rect.x1).abs() / 2.0;
    is_upright(upper)
        && is_upright(lower)
        && aside < ASIDE * em
        && STEP.contains(&((lower.baseline - upper.baseline) / em))
}

/// A glyph of a level line as one of a line that runs down.
fn turned(glyph: Glyph) -> Glyph {
    let middle = f64::from(glyph.rect.x0 + glyph.rect.x1) / 2.0;
    let top = f64::from(glyph.baseline - UPRIGHT_ASCENT * glyph.size);
    let em = f64::from(glyph.size);
    let corner = |x: f64, y: f64| Point::new(middle + (x - 0.5) * em, top + y * em);
    let rect = Frame::down().bounds([corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)]);
    Glyph { rect, ..glyph }
}
