//! What a report holds, whatever its format. Plain data, not for writing.

/// A title, a few facts and a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Its title, such as the question.
    pub title: String,
    /// What was asked, when, and of what.
    pub facts: Vec<Fact>,
    /// Its rows.
    pub table: Table,
}

/// A named fact about a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

/// Rows of cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What the cells of each row are.
    pub columns: Vec<Column>,
    /// One cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// What the cells of a column are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What it is for the reader.
    pub role: Role,
}

/// What a cell is for the reader. A report with quotes becomes a list of paragraphs in documents. Any other becomes a
/// table. Spreadsheets get a table always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A value.
    Value,
    /// What stands before the quote, such as its rank.
    Lead,
    /// A sentence of a document.
    Quote,
    /// Where it stands.
    Source,
    /// A part of the source on its own, for sorting: lists leave it out.
    Detail,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text, which no program takes for a formula.
    Text(String),
    /// A whole number.
    Number(u32),
}

impl Report {
    /// Whether the rows are quotes to read one after another.
    pub(crate) fn is_list(&self) -> bool {
        self.table.columns.iter().any(|column| column.role == Role::Quote)
    }
}

impl Table {
    /// Texts of the cells with this role in a row, without empty ones.
    pub(crate) fn texts(&self, row: &[Cell], role: Role) -> Vec<String> {
        let cells = self.columns.iter().zip(row).filter(|(column, _)| column.role == role);
        cells.map(|(_, cell)| cell.text()).filter(|text| !text.is_empty()).collect()
    }
}

impl Cell {
    /// A text, or nothing.
    pub fn of(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }

    /// The cell as text.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
        }
    }
}

impl Column {
    /// A column.
    pub fn new(name: impl Into<String>, role: Role) -> Self {
        Self { name: name.into(), role }
    }

    /// Columns with the same role, in order.
    pub(crate) fn all<const N: usize>(role: Role, names: [&str; N]) -> impl Iterator<Item = Self> {
        names.map(|name| Self::new(name, role)).into_iter()
    }
}

impl Fact {
    /// A fact.
    pub(crate) fn new(name: &'static str, value: &str) -> Self {
        Self { name, value: value.to_owned() }
    }
}
