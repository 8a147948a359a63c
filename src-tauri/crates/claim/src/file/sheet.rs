//! A sheet as text: a line for each number, with its cell and the labels beside and above it.

use super::Unusable;
use calamine::{Data, ExcelDateTime, Range, Reader, Sheets, Xlsx, open_workbook_auto_from_rs};
use csv::ReaderBuilder;
use std::fmt::Write;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The cells of a sheet, row by row.
pub(super) type Grid = Vec<Vec<String>>;

/// A workbook whose parts are larger than that in all, once they are unpacked, is too long.
const LARGEST_UNPACKED: u64 = 256 << 20;
/// Most cells of a sheet, with the empty ones before the last one of a row.
const MOST_CELLS: usize = 4_000_000;

/// The text of a workbook.
pub(super) fn workbook_text(bytes: Vec<u8>) -> Result<String, Unusable> {
    if !fits(&bytes) {
        return Err(Unusable::TooLong);
    }
    let mut workbook = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(|_| Unusable::Damaged)?;
    let mut text = String::new();
    for name in workbook.sheet_names() {
        let grid = match &mut workbook {
            Sheets::Xlsx(workbook) => grid_of(workbook, &name)?,
            other => other.worksheet_range(&name).ok().map(|range| grid_of_range(&range)),
        };
        let Some(grid) = grid else { continue };
        let _ = write!(text, "{name}\n\n{}", lines(&grid, ""));
    }
    Ok(text)
}

/// Whether the parts of a workbook are small enough once they are unpacked. They are unpacked to know, because what a file says
/// of their sizes may be untrue. A file that is not packed fits.
fn fits(bytes: &[u8]) -> bool {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return true };
    let mut room = LARGEST_UNPACKED;
    for number in 0..archive.len() {
        let Ok(part) = archive.by_index(number) else { continue };
        let unpacked = std::io::copy(&mut part.take(room + 1), &mut std::io::sink()).unwrap_or_default();
        let Some(left) = room.checked_sub(unpacked) else { return false };
        room = left;
    }
    true
}

/// The cells of a sheet, read one by one; `None` if it cannot be read. A range would have room for each cell up to the last one,
/// which may stand in row 1,048,576.
fn grid_of(workbook: &mut Xlsx<Cursor<Vec<u8>>>, name: &str) -> Result<Option<Grid>, Unusable> {
    let Ok(mut cells) = workbook.worksheet_cells_reader(name) else { return Ok(None) };
    let mut grid = Grid::new();
    let mut room = MOST_CELLS;
    loop {
        let cell = match cells.next_cell() {
            Ok(Some(cell)) => cell,
            Ok(None) => return Ok(Some(grid)),
            Err(_) => return Ok(None),
        };
        let written = written(&cell.get_value().clone().into());
        let (row, column) = cell.get_position();
        if written.is_empty() {
            continue;
        }
        let row = row as usize;
        let column = column as usize;
        if grid.len() <= row {
            grid.resize_with(row + 1, Vec::new);
        }
        if grid[row].len() <= column {
            room = room.checked_sub(column + 1 - grid[row].len()).ok_or(Unusable::TooLong)?;
            grid[row].resize_with(column + 1, String::new);
        }
        grid[row][column] = written;
    }
}

fn grid_of_range(range: &Range<Data>) -> Grid {
    let (top, left) = range.start().unwrap_or_default();
    let mut grid: Grid = vec![Vec::new(); top as usize];
    for row in range.rows() {
        let blank = vec![String::new(); left as usize];
        grid.push(blank.into_iter().chain(row.iter().map(written)).collect());
    }
    grid
}

/// The text of comma-separated values; `None` if they are none.
pub(super) fn csv_text(bytes: &[u8]) -> Option<String> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut grid = Grid::new();
    for record in reader.records() {
        grid.push(record.ok()?.iter().map(|cell| cell.trim().to_owned()).collect());
    }
    Some(lines(&grid, ""))
}

/// A cell as people write it, with commas in large numbers.
fn written(cell: &Data) -> String {
    match cell {
        Data::Int(number) => with_commas(&number.to_string()),
        // Sums of a workbook have digits that no one sees.
        Data::Float(number) => with_commas(&((number * 1e6).round() / 1e6).to_string()),
        Data::DateTime(date) => day(*date),
        Data::String(text) | Data::DateTimeIso(text) => text.trim().to_owned(),
        Data::Bool(_) | Data::DurationIso(_) | Data::Error(_) | Data::Empty => String::new(),
    }
}

fn day(day: ExcelDateTime) -> String {
    let (year, month, day, ..) = day.to_ymd_hms_milli();
    format!("{year:04}-{month:02}-{day:02}")
}

/// A year stays as it is: it is a head.
fn with_commas(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, rest) =
        digits.split_once('.').map_or((digits, String::new()), |(whole, rest)| (whole, format!(".{rest}")));
    if is_year(number) {
        return number.to_owned();
    }
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && text.parse::<u16>().is_ok_and(|year| (1990..2100).contains(&year))
}

fn is_number(text: &str) -> bool {
    !is_year(text) && text.contains(|c: char| c.is_ascii_digit()) && !text.contains(|c: char| c.is_alphabetic())
}

/// A line for each number. A row of texts alone is the heads of the columns below it; a text alone is a heading.
pub(super) fn lines(grid: &Grid, table: &str) -> String {
    let mut text = String::new();
    let mut heads: Vec<String> = Vec::new();
    for (at, row) in grid.iter().enumerate() {
        let filled: Vec<&String> = row.iter().filter(|cell| !cell.is_empty()).collect();
        if filled.iter().any(|cell| is_number(cell)) {
            let cells = row.iter().enumerate().filter(|(_, cell)| is_number(cell));
            for (column, cell) in cells {
                let name = [table, &cell_name(at, column)].join(" ").trim().to_owned();
                let _ = write!(text, "{name} · {}: {}\n\n", labels(row, column, &heads), figure(cell));
            }
        } else if let [heading] = filled.as_slice() {
            let _ = write!(text, "{heading}\n\n");
        } else if !filled.is_empty() {
            heads.clone_from(row);
        }
    }
    text
}

/// The texts of a row up to a column, then the head of the column.
fn labels(row: &[String], column: usize, heads: &[String]) -> String {
    let beside = row[..column].iter().filter(|cell| !cell.is_empty() && !is_number(cell)).cloned();
    let above = heads.get(column).filter(|head| !head.is_empty()).cloned();
    beside.chain(above).collect::<Vec<_>>().join(", ")
}

/// A number as it is checked: "-5" is "5", since a sign often says only on which side it stands.
fn figure(cell: &str) -> String {
    cell.trim_start_matches('-').to_owned()
}

/// "B7".
fn cell_name(row: usize, column: usize) -> String {
    let mut letters = String::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.insert(0, char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{letters}{}", row + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_xlsxwriter::Workbook;

    #[test]
    fn each_number_has_its_cell_and_its_labels() {
        let text = csv_text(b"Alder Inc.,,\nItem,2021,2022\nNet sales,\"365,817\",394328\nCosts,,-212.5\n").unwrap();
        let expected = "Alder Inc.\n\nB3 · Net sales, 2021: 365,817\n\nC3 · Net sales, 2022: 394328\n\nC4 · Costs, 2022: 212.5\n\n";
        assert_eq!(text, expected);
    }

    /// The text of a workbook with numbers in these cells, by row and column.
    fn text_of_cells(cells: impl IntoIterator<Item = (u32, u16)>) -> Result<String, Unusable> {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for (row, column) in cells {
            sheet.write(row, column, 12_500).unwrap();
        }
        workbook_text(workbook.save_to_buffer().unwrap())
    }

    #[test]
    fn a_cell_far_away_takes_no_room_for_those_before_it() {
        let text = text_of_cells([(0, 0), (1_048_575, 16_383)]).unwrap();
        assert_eq!(text, "Sheet1\n\nA1 · : 12,500\n\nXFD1048576 · : 12,500\n\n");
        assert_eq!(text_of_cells((0..300).map(|row| (row, 16_383))), Err(Unusable::TooLong), "but many such rows do");
    }

    #[test]
    fn large_numbers_have_commas_and_years_none() {
        let shown = ["394328", "-1234567.5", "2022", "999"].map(with_commas);
        assert_eq!(shown, ["394,328", "-1,234,567.5", "2022", "999"]);
        assert_eq!([cell_name(0, 0), cell_name(6, 27)], ["A1", "AB7"]);
    }
}
