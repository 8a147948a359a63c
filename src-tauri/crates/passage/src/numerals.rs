//! Numbers as other scripts write them, and Roman numerals: what they are worth, and where they end.

use pincite_language::{chinese_sign, digit};

/// The end of the digits at the start of a text, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digits {
    pub(crate) count: usize,
    pub(crate) end: usize,
    pub(crate) value: u32,
}

/// The digits at the start of a text.
pub(crate) fn digits(text: &str) -> Digits {
    let mut found = Digits { count: 0, end: 0, value: 0 };
    for c in text.chars() {
        let Some(value) = digit(c) else { break };
        let value = found.value.saturating_mul(10).saturating_add(value);
        found = Digits { count: found.count + 1, end: found.end + c.len_utf8(), value };
    }
    found
}

/// The value of a number in the digits of any script. None if it has other signs or no digit.
pub(crate) fn whole(text: &str) -> Option<u32> {
    let found = digits(text);
    (found.count > 0 && found.end == text.len()).then_some(found.value)
}

/// The end of the Chinese numeral at the start of a text.
pub(crate) fn chinese_end(text: &str) -> usize {
    text.find(|c| chinese_sign(c).is_none()).unwrap_or(text.len())
}

/// The value of a Chinese numeral up to 999.
pub(crate) fn chinese(text: &str) -> Option<u32> {
    pincite_language::chinese(text).filter(|value| *value < 1000)
}

/// The value of a number in a circle, "③".
pub(crate) fn circled(c: char) -> Option<u32> {
    ('①'..='⑳').contains(&c).then(|| u32::from(c) - u32::from('①') + 1)
}

/// Value of a lower-case Roman numeral up to 89 in its usual spelling.
pub(crate) fn roman(sign: &str) -> Option<u32> {
    let digit = |c| match c {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    };
    let digits: Vec<i32> = sign.chars().map(digit).collect::<Option<_>>()?;
    let mut value = 0;
    for (i, digit) in digits.iter().enumerate() {
        let is_subtracted = digits.get(i + 1).is_some_and(|next| next > digit);
        value += if is_subtracted { -digit } else { *digit };
    }
    u32::try_from(value).ok().filter(|v| *v > 0 && spelling(*v) == sign)
}

/// The usual spelling of a number up to 89 as a lower-case Roman numeral.
fn spelling(mut value: u32) -> String {
    const SIGNS: &[(u32, &str)] = &[(50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")];
    let mut text = String::new();
    for (worth, sign) in SIGNS {
        while value >= *worth {
            text.push_str(sign);
            value -= worth;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_their_signs_end() {
        assert_eq!(["12", "٩٠", "३०", "５"].map(whole), [Some(12), Some(90), Some(30), Some(5)]);
        assert_eq!(["5a", ""].map(whole), [None; 2]);
        assert_eq!(digits("٩٠ يوم"), Digits { count: 2, end: 4, value: 90 });
        assert_eq!(chinese_end("十二条"), "十二".len());
        assert_eq!(["十二", "一二三四"].map(chinese), [Some(12), None]);
        assert_eq!(['③', '3'].map(circled), [Some(3), None]);
    }
}
