//! Decimal digits of other scripts and Chinese numerals: what they are worth.

/// The zeros of the decimal digits of each script. The other nine follow.
const ZEROS: [char; 5] = ['0', '٠', '۰', '०', '０'];

/// The signs of Chinese numerals with what they are worth. "十" and "百" multiply the sign before.
const CHINESE: [(char, u32); 17] = [
    ('〇', 0),
    ('零', 0),
    ('○', 0),
    ('一', 1),
    ('二', 2),
    ('两', 2),
    ('兩', 2),
    ('三', 3),
    ('四', 4),
    ('五', 5),
    ('六', 6),
    ('七', 7),
    ('八', 8),
    ('九', 9),
    ('十', 10),
    ('廿', 20),
    ('百', 100),
];

/// Most signs of a Chinese numeral: "九百九十九" has five.
const MOST_SIGNS: usize = 6;

/// What a decimal digit of any of these scripts is worth.
pub fn digit(c: char) -> Option<u32> {
    let within = |zero: &char| u32::from(c).checked_sub(u32::from(*zero)).filter(|value| *value < 10);
    ZEROS.iter().find_map(within)
}

/// What a sign of a Chinese numeral is worth.
pub fn chinese_sign(c: char) -> Option<u32> {
    CHINESE.iter().find(|sign| sign.0 == c).map(|sign| sign.1)
}

/// The value of a Chinese numeral up to 999, or of a year in single digits: "十二" is 12, "一百零三" and "一〇三" are 103.
pub fn chinese(text: &str) -> Option<u32> {
    let signs: Vec<u32> = text.chars().map(chinese_sign).collect::<Option<_>>()?;
    if signs.is_empty() || signs.len() > MOST_SIGNS {
        return None;
    }
    Some(if signs.iter().all(|sign| *sign < 10) { in_digits(&signs) } else { in_tens(&signs) })
}

/// "一〇三"
fn in_digits(signs: &[u32]) -> u32 {
    signs.iter().fold(0, |value, sign| value * 10 + sign)
}

/// "一百零三"
fn in_tens(signs: &[u32]) -> u32 {
    let mut value = 0;
    let mut open = 0;
    for sign in signs {
        match sign {
            10 | 100 => {
                value += open.max(1) * sign;
                open = 0;
            }
            20 => value += 20,
            _ => open = *sign,
        }
    }
    value + open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_numerals_have_their_values() {
        for (text, value) in [
            ("一", 1),
            ("十", 10),
            ("十二", 12),
            ("二十", 20),
            ("二十三", 23),
            ("一百", 100),
            ("一百零三", 103),
            ("一百一十二", 112),
            ("三百二十", 320),
            ("九百九十九", 999),
            ("一〇三", 103),
            ("廿一", 21),
            ("二〇二四", 2024),
        ] {
            assert_eq!(chinese(text), Some(value), "{text}");
        }
        assert_eq!([chinese(""), chinese("条"), chinese("一千"), chinese("一二三四五六七")], [None; 4]);
    }

    #[test]
    fn digits_of_any_script_are_numbers() {
        assert_eq!(['7', '٧', '۷', '७', '７'].map(digit), [Some(7); 5]);
        assert_eq!(digit('七'), None);
    }
}
