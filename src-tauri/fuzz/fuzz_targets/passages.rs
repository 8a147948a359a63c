//! Pages of any lines: the splitter does not panic, and no word is lost.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use pincite_passage::{Passage, Splitting, split};
use pincite_pdf::{Contents, Line, Page, Rect, Role, Word};

const SPLITTING: Splitting = Splitting { max_tokens: 24 };

#[derive(Arbitrary, Debug)]
struct TextLine {
    words: Vec<TextWord>,
    place: [u8; 3],
    starts_block: bool,
    role: u8,
}

#[derive(Arbitrary, Debug)]
struct TextWord {
    text: String,
    size: u8,
    bold: bool,
    joins_next: bool,
}

fuzz_target!(|document: Vec<Vec<TextLine>>| {
    let pages: Vec<Page> = (0..).zip(&document).map(|(index, lines)| page(index, lines)).collect();
    let passages = split(&Contents::default(), &pages, SPLITTING, &|text| text.split_whitespace().count());
    passages.iter().for_each(is_sound);
    let kept: String = passages.iter().map(|passage| passage.text.as_str()).collect();
    for word in pages.iter().flat_map(|page| &page.words) {
        for part in word.text.split(|c: char| !c.is_alphanumeric()) {
            assert!(kept.contains(part), "{part:?} is in no passage");
        }
    }
});

fn is_sound(passage: &Passage) {
    let spans = passage.spans.iter().map(|span| (span.start, span.end));
    for (start, end) in passage.sentences.iter().copied().chain(spans) {
        assert!(passage.text.get(start as usize..end as usize).is_some(), "ranges fall on characters");
    }
}

fn page(index: u32, lines: &[TextLine]) -> Page {
    let mut page = Page { index, width: 612.0, height: 792.0, ..Page::default() };
    let mut block = 0;
    for line in lines {
        block += u32::from(line.starts_block);
        add(&mut page, line, block);
    }
    page
}

fn add(page: &mut Page, line: &TextLine, block: u32) {
    let [x, y, width] = line.place.map(|at| f32::from(at) * 3.0);
    let start = page.words.len() as u32;
    for word in &line.words {
        let text: String = word.text.split_whitespace().collect();
        let size = f32::from(word.size) / 8.0;
        let left = x + width * page.words.len() as f32;
        let rect = Rect { x0: left, y0: y, x1: left + width, y1: y + size };
        if !text.is_empty() {
            page.words.push(Word { text, rect, size, bold: word.bold, joins_next: word.joins_next });
        }
    }
    let role = [Role::Body, Role::TableRow, Role::Header, Role::Footer][usize::from(line.role % 4)];
    let rect = Rect { x0: x, y0: y, x1: x + width, y1: y + 10.0 };
    page.lines.push(Line { start, end: page.words.len() as u32, rect, block, role });
}
