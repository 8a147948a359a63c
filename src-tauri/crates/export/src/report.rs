//! What a report holds, whatever its format.

/// A title, a few facts and a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Its title, such as the question.
    pub title: String,
    /// What was asked, when, and of what.
    pub facts: Vec<Fact>,
    /// What was found.
    pub table: Table,
}

/// A named fact about a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Such as "Date".
    pub name: &'static str,
    /// As people write it.
    pub value: String,
}

/// When and of what a question was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The day, as people write it.
    pub date: String,
    /// What was searched, as people say it.
    pub scope: String,
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
    /// The text of its head.
    pub name: String,
    /// What it is for the reader.
    pub role: ColumnRole,
}

/// What a cell is for the reader. A report with quotes becomes a list of paragraphs in documents. Any other becomes a
/// table. Spreadsheets get a table always.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnRole {
    /// Any other text or number.
    Value,
    /// What stands before the quote, such as its rank.
    Lead,
    /// A sentence of a document.
    Quote,
    /// Where the quote stands.
    Source,
    /// A part of the source on its own, for sorting: lists leave it out.
    Detail,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A cell without content.
    Empty,
    /// A text, which no program takes for a formula.
    Text(String),
    /// A whole number, such as a page.
    Number(u32),
}

impl Report {
    /// Whether the rows are quotes to read one after another.
    pub(crate) fn is_list(&self) -> bool {
        self.table.columns.iter().any(|column| column.role == ColumnRole::Quote)
    }
}

impl Table {
    /// Texts of the cells with this role in a row, without empty ones.
    pub(crate) fn texts(&self, row: &[Cell], role: ColumnRole) -> Vec<String> {
        let mut texts = Vec::new();
        for (column, cell) in self.columns.iter().zip(row) {
            let text = cell.text();
            if column.role == role && !text.is_empty() {
                texts.push(text);
            }
        }
        texts
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
    /// A column with this head.
    pub fn new(name: impl Into<String>, role: ColumnRole) -> Self {
        Self { name: name.into(), role }
    }
}

impl Fact {
    pub(crate) fn new(name: &'static str, value: &str) -> Self {
        Self { name, value: value.to_owned() }
    }
}
