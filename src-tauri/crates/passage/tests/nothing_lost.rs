//! Whatever the pages hold: no word and no running line is lost, every span says what its word says, and sentences cover
//! the text.

mod pages;

use pages::{Sheet, contents, count_words};
use pincite_language::Language;
use pincite_passage::{Passage, Splitting, split, split_in};
use pincite_pdf::{Page, Role};
use proptest::prelude::*;
use std::collections::HashSet;

/// Words that mean something to this room, and any others.
fn word() -> impl Strategy<Value = String> {
    let telling = prop::sample::select(vec![
        "7.2",
        "(a)",
        "(iv)",
        "ARTICLE",
        "VII",
        "Item",
        "1A.",
        "Inc.",
        "No.",
        "the",
        "shall",
        "end.",
        "\u{201c}Term\u{201d}",
        "$",
        "1,577",
        "%",
        ")",
        ";",
        "termi~",
        "契約。本契約",
        "....",
        "Section",
        "12",
        "Notice.",
        "v.",
        "समाप्त।",
        "Schedule",
        "B",
        "and",
        "a,",
        "b;",
    ]);
    prop_oneof![4 => telling.prop_map(str::to_owned), 2 => "[a-zA-Z]{1,9}[.,;:]?", 1 => "[\\PC&&\\S]{1,6}"]
}

/// Words that number clauses in some language.
fn foreign_word() -> impl Strategy<Value = String> {
    let telling = prop::sample::select(vec![
        "§",
        "5",
        "Abs.",
        "Ziff.",
        "Artikel",
        "Cláusula",
        "primera.",
        "PRIMERA.-",
        "z.",
        "B.",
        "1.",
        "Januar",
        "2024",
        "«",
        "»",
        "¿Qué?",
        "Статья",
        "г.",
        "المادة",
        "الخامسة",
        "(أ)",
        "סעיף",
        "א.",
        "अनुच्छेद",
        "(क)",
        "第五条",
        "（一）甲方",
        "一、",
        "①",
        "の",
        "제5조",
        "가.",
        "٥.٢",
        "３",
        "第",
        "附件一",
        "する。「甲」",
        "a)",
        "(1)",
        "3.450",
        "n°",
    ]);
    prop_oneof![3 => telling.prop_map(str::to_owned), 1 => word()]
}

fn language() -> impl Strategy<Value = Language> {
    prop::sample::select(Language::all().collect::<Vec<_>>())
}

/// One page of lines with such words.
fn foreign_document() -> impl Strategy<Value = Vec<Page>> {
    let line = prop::collection::vec(foreign_word(), 1..10).prop_map(|words| words.join(" "));
    prop::collection::vec((line, any::<bool>()), 1..20).prop_map(|lines| {
        let add = |sheet: Sheet, (line, is_bold): (String, bool)| {
            if is_bold { sheet.bold(&line) } else { sheet.text(&[&line]) }
        };
        vec![lines.into_iter().fold(Sheet::new(0), add).done()]
    })
}

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(word(), 1..14).prop_map(|words| words.join(" "))
}

/// Lines of one block, their role, size and weight.
type Block = (Vec<String>, Role, f32, bool);

fn page() -> impl Strategy<Value = Vec<Block>> {
    let role =
        prop::sample::select(vec![Role::Body, Role::Body, Role::Body, Role::TableRow, Role::Header, Role::Footer]);
    let size = prop::sample::select(vec![10.0f32, 10.0, 10.0, 14.0, 18.0]);
    prop::collection::vec((prop::collection::vec(line(), 1..7), role, size, any::<bool>()), 0..8)
}

fn document() -> impl Strategy<Value = Vec<Page>> {
    prop::collection::vec(page(), 1..4).prop_map(|pages| {
        let build = |(index, blocks): (usize, Vec<Block>)| {
            let sheet = Sheet::new(index as u32);
            let add = |sheet: Sheet, (lines, role, size, bold): Block| {
                sheet.block_of(&lines.iter().map(String::as_str).collect::<Vec<_>>(), role, size, bold)
            };
            blocks.into_iter().fold(sheet, add).done()
        };
        pages.into_iter().enumerate().map(build).collect()
    })
}

/// A place to the hundredth of a point.
type Corner = (u32, i32, i32);

fn corner(page: u32, x: f32, y: f32) -> Corner {
    (page, (x * 100.0) as i32, (y * 100.0) as i32)
}

fn check(pages: &[Page], passages: &[Passage], limit: usize) -> Result<(), TestCaseError> {
    let mut seen = HashSet::new();
    for (i, passage) in passages.iter().enumerate() {
        prop_assert_eq!(passage.ordinal as usize, i, "passages are numbered in order");
        let mut at = 0;
        for &(start, end) in &passage.sentences {
            prop_assert!(at <= start && start < end, "sentences are in order and not empty");
            prop_assert!(passage.text[at as usize..start as usize].trim().is_empty(), "no text between sentences");
            at = end;
        }
        prop_assert_eq!(at as usize, passage.text.len(), "sentences cover the text to its end");
        let mut last = 0;
        for span in &passage.spans {
            prop_assert!(span.start >= last && span.end > span.start, "spans are in order");
            last = span.end;
            let text = &passage.text[span.start as usize..span.end as usize];
            let page = pages.iter().find(|page| page.index == span.page);
            let Some(page) = page else { return Err(TestCaseError::fail("a span names a page of the document")) };
            let holds = |w: &&pincite_pdf::Word| {
                w.rect.y0 == span.rect.y0
                    && w.rect.x0 <= span.rect.x0
                    && span.rect.x1 <= w.rect.x1 + 0.01
                    && w.text.contains(text)
            };
            prop_assert!(page.words.iter().any(|word| holds(&word)), "a span's text stands where it says: {:?}", text);
            seen.insert(corner(span.page, span.rect.x0, span.rect.y0));
        }
        let long = count_words(&passage.text) > limit;
        prop_assert!(
            !long || passage.sentences.len() == 1,
            "{} tokens, limit {limit}: {:?}",
            count_words(&passage.text),
            passage.text
        );
    }
    let sentences: HashSet<String> = passages.iter().flat_map(sentences_of).collect();
    for page in pages {
        for line in &page.lines {
            let words = &page.words[line.start as usize..line.end as usize];
            let is_running = matches!(line.role, Role::Header | Role::Footer);
            if is_running {
                // Kept once, where it comes first; in parts if it is longer than a passage.
                let plain = plain(words.iter().map(|word| word.text.as_str()));
                let is_long = count_words(&plain) + words.len() > limit;
                prop_assert!(plain.is_empty() || is_long || sentences.contains(&plain), "lost the line {:?}", plain);
            }
            for word in words.iter().filter(|_| !is_running) {
                let is_leader = word.text.len() > 3 && word.text.chars().all(|c| c == '.');
                let is_found = seen.contains(&corner(page.index, word.rect.x0, word.rect.y0));
                prop_assert!(is_leader || is_found, "lost the word {:?}", word.text);
            }
        }
    }
    Ok(())
}

/// The sentences of a passage, without spaces and leaders.
fn sentences_of(passage: &Passage) -> impl Iterator<Item = String> {
    (0..passage.sentences.len()).map(|number| plain(passage.sentence(number).split_whitespace()))
}

fn plain<'t>(words: impl Iterator<Item = &'t str>) -> String {
    words.map(|word| word.replace("....", "")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_word_is_in_a_passage_at_its_place(pages in document(), max_tokens in 5usize..90) {
        let passages = split(&contents(&pages), &pages, Splitting { max_tokens }, &count_words);
        check(&pages, &passages, max_tokens)?;
    }

    #[test]
    fn sentences_hold_all_but_white_space(text in "(\\PC|[.!?;() \n]|No\\. |U\\.S\\. |\\(a\\) ){0,60}") {
        let ranges = pincite_passage::sentences(&text);
        let mut at = 0;
        for range in &ranges {
            prop_assert!(range.start >= at && range.end > range.start, "in order, not empty");
            prop_assert!(text[at..range.start].trim().is_empty(), "nothing between sentences");
            at = range.end;
        }
        prop_assert!(text[at..].trim().is_empty(), "nothing after the last sentence");
    }

    #[test]
    fn every_word_is_in_a_passage_in_any_language(
        pages in foreign_document(),
        max_tokens in 5usize..90,
        language in language(),
    ) {
        let passages = split_in(&contents(&pages), &pages, Splitting { max_tokens }, language, &count_words);
        check(&pages, &passages, max_tokens)?;
    }

    #[test]
    fn sentences_of_any_language_hold_all_but_white_space(
        words in prop::collection::vec(foreign_word(), 0..30),
        other in "(\\PC|[.!?;()»「。 \n]){0,30}",
        language in language(),
    ) {
        let text = words.join(" ") + &other + &words.concat();
        let mut at = 0;
        for range in pincite_passage::sentences_in(&text, language) {
            prop_assert!(range.start >= at && range.end > range.start, "in order, not empty");
            prop_assert!(text[at..range.start].trim().is_empty(), "nothing between sentences");
            at = range.end;
        }
        prop_assert!(text[at..].trim().is_empty(), "nothing after the last sentence");
    }
}
