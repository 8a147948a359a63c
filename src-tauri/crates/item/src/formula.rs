//! Formulas of line items: "(cash + accounts_receivable) / total_current_liabilities". They are read once from `ratios.tsv`. Payments
//! are printed negative by some companies and positive by others, so formulas take `abs(capex)`. Taxes may be a benefit:
//! `sign(income_tax_expense, pretax_income - net_income)` has the sign of the second part.

use rust_decimal::Decimal;

/// A formula of line items, or of whatever stands for them.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula<I>(Expression<I>);

#[derive(Clone, Debug, PartialEq)]
enum Expression<I> {
    Number(Decimal),
    Item(I),
    Absolute(Box<Expression<I>>),
    /// The first one with the sign of the second.
    Signed(Box<Expression<I>>, Box<Expression<I>>),
    Both(Box<Expression<I>>, Operator, Box<Expression<I>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

impl Operator {
    const SIGNS: [(&'static str, Self); 4] =
        [("+", Self::Plus), ("-", Self::Minus), ("*", Self::Times), ("/", Self::Over)];

    fn of(sign: &str) -> Option<Self> {
        Self::SIGNS.iter().find(|(known, _)| *known == sign).map(|(_, operator)| *operator)
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "−",
            Self::Times => "×",
            Self::Over => "/",
        }
    }

    /// Products are formed before sums.
    fn binds(self) -> bool {
        matches!(self, Self::Times | Self::Over)
    }

    fn of_both(self, one: Decimal, other: Decimal) -> Option<Decimal> {
        match self {
            Self::Plus => one.checked_add(other),
            Self::Minus => one.checked_sub(other),
            Self::Times => one.checked_mul(other),
            Self::Over => one.checked_div(other),
        }
    }
}

impl<I: Copy + PartialEq> Formula<I> {
    /// Reads a formula; `item` knows the names. `None` if it is none.
    pub(crate) fn read(text: &str, item: &dyn Fn(&str) -> Option<I>) -> Option<Self> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ").replace(',', " , ");
        let mut parts = Parts { parts: spaced.split_whitespace().collect(), next: 0, item };
        let whole = parts.sum()?;
        (parts.next == parts.parts.len()).then_some(Self(whole))
    }

    /// The items that its value is computed of, each once, in their order. Those that only say a sign are left out.
    pub fn items(&self) -> Vec<I> {
        let mut items = Vec::new();
        self.0.add_items(&mut items);
        items
    }

    /// Its value; `None` without the value of an item, or by zero.
    pub fn value(&self, of: &dyn Fn(I) -> Option<Decimal>) -> Option<Decimal> {
        self.0.value(of)
    }

    /// The formula with other names for its items.
    pub fn written(&self, name: &dyn Fn(I) -> String) -> String {
        self.0.written(name, false)
    }
}

impl<I: Copy + PartialEq> Expression<I> {
    fn add_items(&self, items: &mut Vec<I>) {
        match self {
            Self::Number(_) => {}
            Self::Item(item) if items.contains(item) => {}
            Self::Item(item) => items.push(*item),
            Self::Absolute(inner) | Self::Signed(inner, _) => inner.add_items(items),
            Self::Both(one, _, other) => {
                one.add_items(items);
                other.add_items(items);
            }
        }
    }

    fn value(&self, of: &dyn Fn(I) -> Option<Decimal>) -> Option<Decimal> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Item(item) => of(*item),
            Self::Absolute(inner) => inner.value(of).map(|value| value.abs()),
            Self::Signed(inner, sign) => {
                let value = inner.value(of)?.abs();
                Some(if sign.value(of)?.is_sign_negative() { -value } else { value })
            }
            Self::Both(one, operator, other) => operator.of_both(one.value(of)?, other.value(of)?),
        }
    }

    /// `is_factor`: a sum needs brackets there.
    fn written(&self, name: &dyn Fn(I) -> String, is_factor: bool) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Item(item) => name(*item),
            Self::Absolute(inner) | Self::Signed(inner, _) => inner.written(name, is_factor),
            Self::Both(one, operator, other) => {
                let binds = operator.binds();
                let text = format!("{} {} {}", one.written(name, binds), operator.sign(), other.written(name, binds));
                if is_factor && !binds { format!("({text})") } else { text }
            }
        }
    }
}

/// The parts of a formula that is being read.
struct Parts<'t, I> {
    parts: Vec<&'t str>,
    next: usize,
    item: &'t dyn Fn(&str) -> Option<I>,
}

impl<I: Copy + PartialEq> Parts<'_, I> {
    fn sum(&mut self) -> Option<Expression<I>> {
        let mut left = self.product()?;
        while let Some(operator) = self.operator(false) {
            left = Expression::Both(Box::new(left), operator, Box::new(self.product()?));
        }
        Some(left)
    }

    fn product(&mut self) -> Option<Expression<I>> {
        let mut left = self.factor()?;
        while let Some(operator) = self.operator(true) {
            left = Expression::Both(Box::new(left), operator, Box::new(self.factor()?));
        }
        Some(left)
    }

    /// The operator that comes next, if it binds so.
    fn operator(&mut self, binds: bool) -> Option<Operator> {
        let operator = Operator::of(self.parts.get(self.next)?).filter(|operator| operator.binds() == binds)?;
        self.next += 1;
        Some(operator)
    }

    fn factor(&mut self) -> Option<Expression<I>> {
        let part = *self.parts.get(self.next)?;
        self.next += 1;
        match part {
            "(" => {
                let inner = self.sum()?;
                self.take(")")?;
                Some(inner)
            }
            "abs" => {
                self.take("(")?;
                let inner = self.sum()?;
                self.take(")")?;
                Some(Expression::Absolute(Box::new(inner)))
            }
            "sign" => {
                self.take("(")?;
                let inner = self.sum()?;
                self.take(",")?;
                let sign = self.sum()?;
                self.take(")")?;
                Some(Expression::Signed(Box::new(inner), Box::new(sign)))
            }
            _ => part.parse().map(Expression::Number).ok().or_else(|| (self.item)(part).map(Expression::Item)),
        }
    }

    fn take(&mut self, wanted: &str) -> Option<()> {
        let is_there = self.parts.get(self.next) == Some(&wanted);
        self.next += usize::from(is_there);
        is_there.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Asked, Item};

    fn formula(ratio: &str) -> Formula<Item> {
        Asked::of(&format!("What is the {ratio}?")).ratios[0].formulas[0].clone()
    }

    fn value(ratio: &str, values: &[(&str, i64)]) -> Option<Decimal> {
        let of =
            |item: Item| values.iter().find(|(name, _)| *name == item.name()).map(|(_, value)| Decimal::from(*value));
        formula(ratio).value(&of)
    }

    #[test]
    fn sums_are_formed_within_brackets() {
        let values = [
            ("cash", 10),
            ("short_term_investments", 20),
            ("accounts_receivable", 30),
            ("total_current_liabilities", 40),
        ];
        assert_eq!(value("quick ratio", &values), Some(Decimal::new(15, 1)));
        assert_eq!(value("quick ratio", &values[1..]), None, "a part is missing");
        assert_eq!(value("current ratio", &[("total_current_assets", 1), ("total_current_liabilities", 0)]), None);
    }

    #[test]
    fn a_payment_counts_whatever_its_sign() {
        let cash_flow = |capex| value("free cash flow", &[("operating_cash_flow", 100), ("capex", capex)]);
        assert_eq!([cash_flow(-30), cash_flow(30)], [Some(Decimal::from(70)); 2]);
    }

    #[test]
    fn a_tax_is_a_cost_or_a_benefit_whatever_its_sign() {
        let rate = |tax, pretax, net| {
            value("effective tax rate", &[("income_tax_expense", tax), ("pretax_income", pretax), ("net_income", net)])
        };
        let cost = Some(Decimal::new(2, 1));
        assert_eq!([rate(20, 100, 80), rate(-20, 100, 80)], [cost; 2]);
        assert_eq!(rate(-20, 100, 120), Some(Decimal::new(-2, 1)), "a benefit");
        assert_eq!(rate(20, -100, -120), Some(Decimal::new(-2, 1)), "a cost in spite of a loss");
    }

    #[test]
    fn people_read_it_with_printed_names() {
        let name = |item: Item| item.name().replace('_', " ");
        let written = formula("quick ratio").written(&name);
        assert_eq!(written, "(cash + short term investments + accounts receivable) / total current liabilities");
        assert_eq!(formula("free cash flow").written(&name), "operating cash flow − capex");
    }

    #[test]
    fn what_is_no_formula_is_refused() {
        let none = |_: &str| None::<Item>;
        for text in ["", "1 +", "( 1", "1 )", "wealth / 2", "1 1"] {
            assert_eq!(Formula::read(text, &none), None, "{text}");
        }
    }
}
