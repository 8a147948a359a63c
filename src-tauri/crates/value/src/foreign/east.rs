//! Dates, lengths of time, money, shares and numbers in Chinese, Japanese and Korean: "2024年1月1日", "三个月", "100万元", "5%".

use super::add;
use super::figure::{Counting, WITH_POINT, parse};
use crate::date::{english_dates, iso_dates};
use crate::duration::{Duration, Unit, durations as english_durations};
use crate::number::{NumberInText, NumberUnit, is_listed, is_year};
use crate::pattern::{Pattern, compiled, matches};
use crate::{Value, ValueInText, ValueKind};
use jiff::civil::Date;
use pincite_language::Language::{self, Chinese, Japanese, Korean};
use pincite_language::chinese;
use regex::Captures;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::LazyLock;

/// A number in figures, or a Chinese numeral.
const NUMERAL: &str = r"\d+|[〇零○一二两兩三四五六七八九十百]+";

static DAY: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?:(?P<era>令和|平成|昭和)\s*)?(?P<year>元|{NUMERAL})\s*[年년]\s*(?P<month>{NUMERAL})\s*[月월]\s*(?P<day>{NUMERAL})\s*[日号號일]"
    ))
});
/// "2024. 1. 1.", "2024/1/1".
static YEAR_FIRST: Pattern = LazyLock::new(|| {
    compiled(r"(?-u:\b)(?P<year>\d{4})(?:\.\s?|/)(?P<month>\d{1,2})(?:\.\s?|/)(?P<day>\d{1,2})(?-u:\b)")
});
static LENGTH: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?P<count>{NUMERAL})\s*(?:\(\s*\d+\s*\)\s*)?(?:(?P<month>[个個か箇ヶヵカケ]月|개월|달(?:간|\s*전|\s*이내))|(?P<week>[个個]?星期|周|週間|주일?(?:간|\s*전|\s*이내|\b))|(?P<year>年|년)|(?P<day>[个個]?(?:工作日|营业日|日历日|自然日)|天|営業日|日|영업일|일))"
    ))
});
static AMOUNT: Pattern = LazyLock::new(|| {
    compiled(&format!(
        r"(?i)(?:(?P<sign>人民币|人民幣|us\$|\$|￥|¥|€|£|₩|usd|eur|cny|rmb|jpy|krw|gbp|hkd)\s*)?(?P<number>{WITH_POINT})(?:\s*(?P<scale>[千百十]?[万萬億亿억만]|천만|백만|천|千))?(?:\s*(?P<after>人民币元|元|圆|円|원|美元|美金|ドル|달러|欧元|歐元|ユーロ|유로|港元|港币|英镑|日元|日圆|(?:usd|eur|cny|rmb|jpy|krw|gbp|hkd)(?-u:\b)))?"
    ))
});
static SHARE: Pattern = LazyLock::new(|| {
    compiled(&format!(r"百分之(?P<numeral>{NUMERAL})|(?P<number>\d+(?:[.．]\d+)?)\s*(?:[%％]|パーセント|퍼센트)"))
});
/// What comes before or after a number that points somewhere.
static POINTER: Pattern = LazyLock::new(|| compiled(r"(?:第|제|附件|附录|附表|別紙|別表|별지|별첨|[Nn]o\.?)\s*$"));
static COUNTED_PLACE: Pattern = LazyLock::new(|| {
    compiled(r"^\s*(?:[条條款项項章节節編编页頁号號頃]|조|항|호|장|쪽|페이지|[年月日时時点點년월일시])")
});

/// Years that eras began before the first.
const ERAS: [(&str, i16); 3] = [("令和", 2018), ("平成", 1988), ("昭和", 1925)];
/// Greater numbers before "年" are years of the calendar.
const LONGEST_YEARS: u32 = 200;

const CURRENCIES: [(&str, &str); 28] = [
    ("人民币元", "CNY"),
    ("人民币", "CNY"),
    ("人民幣", "CNY"),
    ("美元", "USD"),
    ("美金", "USD"),
    ("ドル", "USD"),
    ("달러", "USD"),
    ("us$", "USD"),
    ("$", "USD"),
    ("usd", "USD"),
    ("欧元", "EUR"),
    ("歐元", "EUR"),
    ("ユーロ", "EUR"),
    ("유로", "EUR"),
    ("€", "EUR"),
    ("eur", "EUR"),
    ("港元", "HKD"),
    ("港币", "HKD"),
    ("hkd", "HKD"),
    ("英镑", "GBP"),
    ("£", "GBP"),
    ("gbp", "GBP"),
    ("日元", "JPY"),
    ("日圆", "JPY"),
    ("円", "JPY"),
    ("jpy", "JPY"),
    ("원", "KRW"),
    ("₩", "KRW"),
];
/// Signs whose meaning depends on the language.
const OWN: [(Language, &str); 3] = [(Chinese, "CNY"), (Japanese, "JPY"), (Korean, "KRW")];

/// What the signs of a scale multiply by.
const SCALES: [(char, u64); 10] = [
    ('十', 10),
    ('百', 100),
    ('백', 100),
    ('千', 1_000),
    ('천', 1_000),
    ('万', 10_000),
    ('萬', 10_000),
    ('만', 10_000),
    ('亿', 100_000_000),
    ('億', 100_000_000),
];

/// Whether a language is one of these.
pub(super) fn is_eastern(language: Language) -> bool {
    matches!(language, Chinese | Japanese | Korean)
}

/// The values of a kind. None for kinds that are not found here.
pub(super) fn values(text: &str, kind: ValueKind, language: Language) -> Option<Vec<ValueInText>> {
    match kind {
        ValueKind::Date => Some(dates(text)),
        ValueKind::Duration => Some(durations(text)),
        ValueKind::Amount => Some(amounts(text, language)),
        ValueKind::Percentage => Some(percentages(text)),
        ValueKind::Law | ValueKind::Parties => None,
    }
}

/// The value of figures or a numeral.
fn whole(written: &str) -> Option<u32> {
    chinese(written).or_else(|| parse(written, Chinese, Counting::Anything)?.to_u32())
}

fn dates(text: &str) -> Vec<ValueInText> {
    let mut found = Vec::new();
    for pattern in [&DAY, &YEAR_FIRST] {
        for captures in matches(pattern, text) {
            let Some(date) = date(&captures) else { continue };
            add(&mut found, ValueInText::of(Value::Date(date), &captures));
        }
    }
    iso_dates(text).into_iter().chain(english_dates(text)).for_each(|one| add(&mut found, one));
    found
}

fn date(captures: &Captures<'_>) -> Option<Date> {
    let number = |name: &str| i16::try_from(whole(captures.name(name)?.as_str())?).ok();
    let era = captures.name("era").and_then(|era| ERAS.iter().find(|(name, _)| *name == era.as_str()));
    let year = match (era, captures.name("year")?.as_str()) {
        (Some((_, before)), "元") => before + 1,
        (Some((_, before)), _) => before.checked_add(number("year")?)?,
        (None, _) => number("year").filter(|year| *year >= 1000)?,
    };
    Date::new(year, number("month")?.try_into().ok()?, number("day")?.try_into().ok()?).ok()
}

fn durations(text: &str) -> Vec<ValueInText> {
    let dates = dates(text);
    let mut found = Vec::new();
    for captures in matches(&LENGTH, text) {
        let Some(duration) = duration(text, &captures) else { continue };
        let one = ValueInText::of(Value::Duration(duration), &captures);
        if !dates.iter().any(|date| date.overlaps(&one)) {
            add(&mut found, one);
        }
    }
    english_durations(text).into_iter().for_each(|one| add(&mut found, one));
    found
}

/// A number with its unit. "5日" after a month is a day, "2024年" a year of the calendar, and "第3年" is an ordinal.
fn duration(text: &str, captures: &Captures<'_>) -> Option<Duration> {
    let place = captures.get_match();
    let before = text[..place.start()].trim_end();
    let is_place =
        before.ends_with(['月', '월', '第', '제', '.', ',']) || before.ends_with(|c: char| c.is_ascii_alphanumeric());
    let count = whole(captures.name("count")?.as_str()).filter(|_| !is_place)?;
    let units = [("month", Unit::Month), ("week", Unit::Week), ("year", Unit::Year), ("day", Unit::Day)];
    let (_, unit) = units.into_iter().find(|(name, _)| captures.name(name).is_some())?;
    let is_calendar = unit == Unit::Year && (count > LONGEST_YEARS || text[place.end()..].starts_with(['度', '도']));
    (count > 0 && !is_calendar).then_some(Duration { count, unit })
}

fn amounts(text: &str, language: Language) -> Vec<ValueInText> {
    let mut found = Vec::new();
    for captures in matches(&AMOUNT, text) {
        let part = |name: &str| captures.name(name).map_or("", |part| part.as_str()).trim();
        let currency = [part("after"), part("sign")].into_iter().find_map(|sign| currency(sign, language));
        let number = parse(part("number"), language, Counting::Money);
        let amount = number.and_then(|number| number.checked_mul(Decimal::from(scale(part("scale")))));
        if let Some((currency, amount)) = currency.zip(amount) {
            let value = Value::Amount { currency, amount: amount.normalize() };
            add(&mut found, ValueInText::of(value, &captures));
        }
    }
    found
}

fn currency(sign: &str, language: Language) -> Option<&'static str> {
    let lower = sign.to_lowercase();
    let own = || OWN.iter().find(|(own, _)| *own == language).map(|(_, code)| *code);
    match lower.as_str() {
        "" => None,
        "元" | "圆" | "cny" | "rmb" => Some("CNY"),
        "¥" | "￥" => own(),
        "krw" => Some("KRW"),
        _ => CURRENCIES.iter().find(|(name, _)| *name == lower).map(|(_, code)| *code),
    }
}

/// What the signs after a number multiply it by: "百万" is a million.
fn scale(signs: &str) -> u64 {
    let worth = |c: char| SCALES.iter().find(|(sign, _)| *sign == c).map_or(100_000_000, |(_, worth)| *worth);
    signs.chars().map(worth).product()
}

fn percentages(text: &str) -> Vec<ValueInText> {
    let mut found = Vec::new();
    for captures in matches(&SHARE, text) {
        let numeral = captures.name("numeral").and_then(|numeral| whole(numeral.as_str())).map(Decimal::from);
        let figures = || parse(captures.name("number")?.as_str(), Chinese, Counting::Share);
        let share = numeral.or_else(figures).map(|share| Value::Percentage(share.normalize()));
        share.into_iter().for_each(|share| add(&mut found, ValueInText::of(share, &captures)));
    }
    found
}

/// The numbers in figures. Those that only point somewhere are none.
pub(super) fn numbers(text: &str, language: Language) -> Vec<NumberInText> {
    let shares = percentages(text);
    let of_share = shares.iter().map(|share| share.range.clone());
    let of_share: Vec<std::ops::Range<usize>> = of_share.collect();
    let found = matches(&AMOUNT, text).filter_map(|captures| number(text, &captures, language, &of_share));
    found.collect()
}

fn number(
    text: &str,
    captures: &Captures<'_>,
    language: Language,
    shares: &[std::ops::Range<usize>],
) -> Option<NumberInText> {
    let figures = captures.name("number")?;
    let share = shares.iter().find(|share| share.contains(&figures.start()));
    let scale = Decimal::from(captures.name("scale").map_or(1, |signs| scale(signs.as_str())));
    let is_money = captures.name("sign").is_some() || captures.name("after").is_some();
    let unit = match (share, is_money) {
        (Some(_), _) => NumberUnit::Percent,
        (None, true) => NumberUnit::Money,
        (None, false) => NumberUnit::Plain,
    };
    let is_bare = unit == NumberUnit::Plain && scale == Decimal::ONE;
    let is_none = is_bare && points(text, &figures) || is_joined(text, &figures);
    let number = parse(figures.as_str(), language, Counting::Anything).filter(|_| !is_none)?;
    let end = share.map_or_else(|| captures.get_match().end(), |share| share.end);
    let start = captures.get_match().start();
    Some(NumberInText { number, scale, unit, range: start..start + text[start..end].trim_end().len() })
}

fn points(text: &str, figures: &regex::Match<'_>) -> bool {
    let before = POINTER.as_ref().is_some_and(|pointer| pointer.is_match(&text[..figures.start()]));
    let after = COUNTED_PLACE.as_ref().is_some_and(|place| place.is_match(&text[figures.end()..]));
    before || after || is_year(figures.as_str()) || is_listed(text, figures.start())
}

/// Whether Latin letters or parts of another number touch the figures.
fn is_joined(text: &str, figures: &regex::Match<'_>) -> bool {
    let mut before = text[..figures.start()].chars().rev();
    let mut after = text[figures.end()..].chars();
    let last = before.next().unwrap_or(' ');
    let next = after.next().unwrap_or(' ');
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    last.is_ascii_alphanumeric()
        || next.is_ascii_alphabetic()
        || matches!(last, '.' | '/' | '-' | ',') && is_digit(before.next())
        || matches!(next, '.' | '/' | '-' | ',') && is_digit(after.next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{numbers_in, said_in};

    fn all(language: Language, kind: ValueKind, expected: &[(&str, &str)]) {
        for (text, said) in expected {
            assert_eq!(said_in(text, kind, language), [*said], "{text}");
        }
    }

    #[test]
    fn dates_are_known() {
        all(
            Chinese,
            ValueKind::Date,
            &[
                ("自2026年3月1日起计算", "2026-03-01"),
                ("2026 年 3 月 1 日", "2026-03-01"),
                ("二〇二四年一月十二日签订", "2024-01-12"),
                ("2024/1/5前", "2024-01-05"),
                ("2024-01-05", "2024-01-05"),
            ],
        );
        all(Japanese, ValueKind::Date, &[("令和八年二月十二日", "2026-02-12"), ("令和元年5月1日", "2019-05-01")]);
        all(Korean, ValueKind::Date, &[("2024년 1월 1일부터", "2024-01-01"), ("2024. 1. 5. 체결", "2024-01-05")]);
        assert_eq!(said_in("2024年3月，13月5日，二十四年一月一日", ValueKind::Date, Chinese), [""; 0]);
    }

    #[test]
    fn lengths_of_time_are_known() {
        all(
            Chinese,
            ValueKind::Duration,
            &[
                ("租赁期限为五年，自2026年3月1日起", "P5Y"),
                ("期满前六十日内", "P60D"),
                ("提前3个月通知", "P3M"),
                ("连续两个月未支付", "P2M"),
                ("十五个工作日内", "P15D"),
            ],
        );
        all(
            Japanese,
            ValueKind::Duration,
            &[("1か月前までに", "P1M"), ("契約終了後三年間", "P3Y"), ("催告から十四日以内に", "P14D")],
        );
        all(
            Korean,
            ValueKind::Duration,
            &[("만료 30일 전까지", "P30D"), ("1년간 연장된", "P1Y"), ("3개월 이내", "P3M")],
        );
        for text in ["2024年", "每月5日前", "第3年", "2024年度"] {
            assert_eq!(said_in(text, ValueKind::Duration, Chinese), [""; 0], "{text}");
        }
    }

    #[test]
    fn amounts_and_shares_are_known() {
        all(
            Chinese,
            ValueKind::Amount,
            &[
                ("月租金为人民币18,600.00元", "CNY 18600"),
                ("共计100万元", "CNY 1000000"),
                ("1.5亿元", "CNY 150000000"),
                ("USD 500", "USD 500"),
                ("5百万美元", "USD 5000000"),
            ],
        );
        all(Japanese, ValueKind::Amount, &[("月額385,000円（消費税別）", "JPY 385000"), ("3億円", "JPY 300000000")]);
        all(Korean, ValueKind::Amount, &[("총 84,500,000원", "KRW 84500000"), ("5천만 원", "KRW 50000000")]);
        all(Chinese, ValueKind::Percentage, &[("按5%支付", "5 %"), ("百分之十五", "15 %")]);
        all(Korean, ValueKind::Percentage, &[("연 5퍼센트", "5 %")]);
    }

    #[test]
    fn numbers_that_point_somewhere_are_none() {
        let said = |text: &str, language| {
            let found = numbers_in(text, language).into_iter();
            found
                .map(|one| (text[one.range.clone()].to_owned(), one.value().normalize().to_string()))
                .collect::<Vec<_>>()
        };
        assert_eq!(said("第5条，2024年3月1日，附件2", Chinese), []);
        assert_eq!(
            said("共126.5平方米，100万元，占5%", Chinese),
            [
                ("126.5".to_owned(), "126.5".to_owned()),
                ("100万元".to_owned(), "1000000".to_owned()),
                ("5%".to_owned(), "5".to_owned()),
            ]
        );
        assert_eq!(said("제3조 제2항", Korean), []);
    }
}
