//! Parts of numbers that several forms share: groups of digits, words, and what follows a number that is only referred to.

use crate::numerals::{chinese, chinese_end, digits};
use crate::words::ClauseWords;

/// Longest group of digits in the number of a clause.
pub(super) const LONGEST_GROUP: usize = 3;
/// What ends a number: "5.", "5:", "5°".
const STOPS: [char; 7] = ['.', ':', ')', '°', '．', '：', '、'];
/// Most ordinals that are one number: "vigésima primera".
const MOST_ORDINALS: usize = 3;
/// Signs of clauses and their parts.
const SUBPARTS: [char; 11] = ['条', '條', '款', '项', '項', '号', '目', '조', '항', '호', '목'];

/// The end of this word at the start of a text, in any letter case. No letter may follow.
pub(super) fn after_word(text: &str, word: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    for wanted in word.chars() {
        let (_, letter) = letters.next()?;
        if !letter.to_lowercase().eq([wanted]) {
            return None;
        }
    }
    let end = letters.offset();
    let glues = |c: char| c.is_alphabetic() && chinese(c.encode_utf8(&mut [0; 4])).is_none();
    (!text[end..].starts_with(glues)).then_some(end)
}

/// The end of groups of digits: "5", "5.2", "5-1".
pub(super) fn groups_end(text: &str) -> usize {
    let mut found = digits(text);
    if found.count == 0 || found.count > 4 {
        return 0;
    }
    let mut end = found.end;
    while let Some(more) = text[end..].strip_prefix(['.', '-']) {
        found = digits(more);
        if found.count == 0 || found.count > LONGEST_GROUP {
            break;
        }
        end += 1 + found.end;
    }
    end
}

/// The end of the ordinals at the start of a text.
pub(super) fn ordinals_end(text: &str, words: &ClauseWords) -> usize {
    let mut end = 0;
    for _ in 0..MOST_ORDINALS {
        let start = end + text[end..].len() - text[end..].trim_start().len();
        let length = text[start..].find(|c: char| !c.is_alphabetic()).unwrap_or(text.len() - start);
        if !words.ordinals.contains(&text[start..start + length].to_lowercase().as_str()) {
            break;
        }
        end = start + length;
    }
    end
}

pub(super) fn framed_number(text: &str) -> usize {
    let grouped = groups_end(text);
    if grouped > 0 { grouped } else { chinese_end(text) }
}

pub(super) fn past_stop(text: &str, end: usize) -> usize {
    let stop = text[end..].chars().next().filter(|c| STOPS.contains(c));
    end + stop.map_or(0, char::len_utf8)
}

/// Whether words after a number show that it is only referred to: "§ 5 Abs. 2", "§ 1 GmbHG", "第五条的".
pub(super) fn refers(rest: &str, words: &ClauseWords) -> bool {
    let rest = rest.trim_start();
    if let Some(frame) = words.frames.first() {
        let is_word = words.references.iter().any(|reference| rest.starts_with(reference));
        return is_word || rest.strip_prefix(frame.before).is_some_and(names_part);
    }
    let word = rest.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).next().unwrap_or_default();
    let word = word.trim_end_matches(['.', ':', ')']);
    words.references.contains(&word.to_lowercase().as_str()) || is_law(word)
}

/// Whether a number and the sign of a part of a clause follow: "第二款", "제1항", but not "第三方".
fn names_part(rest: &str) -> bool {
    let number = framed_number(rest);
    number > 0 && rest[number..].starts_with(SUBPARTS)
}

/// Whether a word is the short name of a law, as "GmbHG" and "InsO": a capital ends it, and another one is inside.
fn is_law(word: &str) -> bool {
    let has_small = word.contains(char::is_lowercase) && word.chars().all(char::is_alphabetic);
    has_small && word.ends_with(char::is_uppercase) && word.starts_with(char::is_uppercase)
}
