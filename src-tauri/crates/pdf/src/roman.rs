//! Writes Roman numerals, for page labels of a file and for numbers printed on pages. Not for reading them.

/// Lower-case Roman numeral. Beyond 3999, where there is none, it is decimal.
pub(crate) fn roman(mut number: u32) -> String {
    const STEPS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if !(1..4000).contains(&number) {
        return number.to_string();
    }
    let mut out = String::new();
    for (value, digits) in STEPS {
        while number >= value {
            out.push_str(digits);
            number -= value;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::roman;

    #[test]
    fn numerals_are_those_printed() {
        assert_eq!([1, 4, 9, 14, 1999].map(roman).join(" "), "i iv ix xiv mcmxcix");
        assert_eq!(roman(4000), "4000", "no Roman numeral: decimal instead of a thousand m");
    }
}
