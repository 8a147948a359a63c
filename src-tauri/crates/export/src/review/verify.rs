//! Whether a file with a review table was changed since it was written. It has a manifest: the table is made from it anew, and both
//! are compared. Whoever changes a file can also make a new hash for it, so the hash must be known from elsewhere: the library
//! keeps those that it wrote.

use super::HASH;
use super::manifest::{Manifest, sha256};
use super::workbook::{self, MANIFEST};
use crate::Error;
use calamine::{Data, DataType, Range, Reader, Xlsx};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Bytes of a workbook once it is unpacked, at most.
const LARGEST: u64 = 1 << 30;
/// Differences that are named.
const NAMED: usize = 20;
/// Characters of a cell that are named.
const QUOTED: usize = 80;

/// What a file with a review table is found to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// Its manifest.
    pub manifest: Manifest,
    /// The hash of the manifest.
    pub sha256: String,
    /// Whether it is as it was written.
    pub condition: Condition,
    /// What is different, if anything: so many of them that a person can look at each.
    pub differences: Vec<String>,
}

/// Whether a file is as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It is.
    Intact,
    /// Each cell says the same, but another program, or another version of Pincite, wrote the file.
    Rewritten,
    /// It says something else.
    Changed,
}

/// A file in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonFile {
    sha256: String,
    manifest: Manifest,
}

/// The bytes of a .json file.
pub(super) fn json(manifest: &Manifest) -> Result<Vec<u8>, Error> {
    let file = JsonFile { sha256: sha256(manifest.text()?.as_bytes()), manifest: manifest.clone() };
    let text = serde_json::to_vec_pretty(&file);
    text.map_err(|error| Error::NotWritten { format: "JSON", reason: error.to_string() })
}

/// Compares a file with its manifest.
///
/// # Errors
/// `export.no_manifest` if it is no file with a review table that can be checked.
pub fn verify_review(bytes: &[u8]) -> Result<Verified, Error> {
    if bytes.trim_ascii_start().starts_with(b"{") { verify_json(bytes) } else { verify_workbook(bytes) }
}

fn verify_json(bytes: &[u8]) -> Result<Verified, Error> {
    let file: JsonFile = serde_json::from_slice(bytes).map_err(|_| Error::NoManifest)?;
    let hash = sha256(file.manifest.text()?.as_bytes());
    let differences = wrong_hash(&file.sha256, &hash);
    let condition = match differences.is_empty() {
        false => Condition::Changed,
        true if json(&file.manifest)? == bytes => Condition::Intact,
        true => Condition::Rewritten,
    };
    Ok(Verified { manifest: file.manifest, sha256: hash, condition, differences })
}

fn verify_workbook(bytes: &[u8]) -> Result<Verified, Error> {
    let parts = parts(bytes).ok_or(Error::NoManifest)?;
    let sheets = Sheets::of(bytes).ok_or(Error::NoManifest)?;
    let text = sheets.manifest().ok_or(Error::NoManifest)?;
    let manifest: Manifest = serde_json::from_str(&text).map_err(|_| Error::NoManifest)?;
    let hash = sha256(manifest.text()?.as_bytes());
    let anew = workbook::write(&manifest)?;
    let expected = Sheets::of(&anew).ok_or(Error::NoManifest)?;
    let mut differences = wrong_hash(sheets.printed_hash().as_deref().unwrap_or_default(), &hash);
    differences.extend(sheets.differences(&expected));
    differences.truncate(NAMED);
    let condition = match differences.is_empty() {
        false => Condition::Changed,
        true if Some(parts) == self::parts(&anew) => Condition::Intact,
        true => Condition::Rewritten,
    };
    Ok(Verified { manifest, sha256: hash, condition, differences })
}

fn wrong_hash(printed: &str, hash: &str) -> Vec<String> {
    if printed == hash {
        return Vec::new();
    }
    vec![format!("The printed hash is not that of the manifest, which is {hash}.")]
}

/// The parts of a workbook, without those that say when it was written.
fn parts(bytes: &[u8]) -> Option<BTreeMap<String, Vec<u8>>> {
    let mut zip = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut parts = BTreeMap::new();
    let mut left = LARGEST;
    for at in 0..zip.len() {
        let file = zip.by_index(at).ok()?;
        let name = file.name().ok()?.into_owned();
        let mut content = Vec::new();
        file.take(left).read_to_end(&mut content).ok()?;
        left = left.checked_sub(content.len() as u64 + 1)?;
        if !name.starts_with("docProps/") {
            parts.insert(name, content);
        }
    }
    Some(parts)
}

/// What stands in the cells of a workbook, and the formulas.
struct Sheets(Vec<Sheet>);

struct Sheet {
    name: String,
    cells: Range<Data>,
    formulas: Range<String>,
}

impl Sheets {
    fn of(bytes: &[u8]) -> Option<Self> {
        let mut file: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).ok()?;
        let mut sheets = Vec::new();
        for name in file.sheet_names() {
            let cells = file.worksheet_range(&name).ok()?;
            let formulas = file.worksheet_formula(&name).ok()?;
            sheets.push(Sheet { name, cells, formulas });
        }
        Some(Self(sheets))
    }

    fn named(&self, name: &str) -> Option<&Sheet> {
        self.0.iter().find(|sheet| sheet.name == name)
    }

    fn manifest(&self) -> Option<String> {
        let cells = &self.named(MANIFEST)?.cells;
        Some(cells.rows().filter_map(|row| row.first()?.get_string()).collect())
    }

    /// The hash on the first sheet.
    fn printed_hash(&self) -> Option<String> {
        let rows = self.0.first()?.cells.rows();
        let mut named = rows.rev().filter(|row| row.first().and_then(Data::get_string) == Some(HASH));
        named.find_map(|row| row.get(1)?.get_string().map(str::to_owned))
    }

    fn differences(&self, expected: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        for sheet in &expected.0 {
            match self.named(&sheet.name) {
                Some(found) => differences.extend(found.differences(sheet)),
                None => differences.push(format!("The sheet {:?} is missing.", sheet.name)),
            }
        }
        for sheet in self.0.iter().filter(|sheet| expected.named(&sheet.name).is_none()) {
            differences.push(format!("The sheet {:?} was added.", sheet.name));
        }
        differences
    }
}

impl Sheet {
    fn differences(&self, expected: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let end = |range: &Range<Data>| range.end().unwrap_or_default();
        let last_row = end(&self.cells).0.max(end(&expected.cells).0);
        let last_column = end(&self.cells).1.max(end(&expected.cells).1);
        for row in 0..=last_row {
            for column in 0..=last_column {
                let place = (row, column);
                let is_formula = self.formulas.get_value(place).is_some_and(|formula| !formula.is_empty());
                let found = self.cells.get_value(place).unwrap_or(&Data::Empty);
                let wanted = expected.cells.get_value(place).unwrap_or(&Data::Empty);
                if is_formula {
                    differences.push(format!("{} has a formula.", self.place(row, column)));
                } else if !says_the_same(found, wanted) {
                    let at = self.place(row, column);
                    differences.push(format!("{at} says {}. It said {}.", quoted(found), quoted(wanted)));
                }
                if differences.len() >= NAMED {
                    return differences;
                }
            }
        }
        differences
    }

    /// Such as `Table!C5`.
    fn place(&self, row: u32, column: u32) -> String {
        let mut letters = String::new();
        let mut rest = column + 1;
        while rest > 0 {
            let letter = (rest - 1) % 26;
            letters.insert(0, char::from(b'A' + letter as u8));
            rest = (rest - 1) / 26;
        }
        format!("{}!{letters}{}", self.name, row + 1)
    }
}

fn says_the_same(found: &Data, wanted: &Data) -> bool {
    match (number(found), number(wanted)) {
        (Some(found), Some(wanted)) => (found - wanted).abs() <= 1e-9 * wanted.abs(),
        (None, None) => found.to_string().trim_end() == wanted.to_string().trim_end(),
        _ => false,
    }
}

/// A number or a day. A text with digits is none.
fn number(data: &Data) -> Option<f64> {
    if data.is_string() { None } else { data.as_f64() }
}

fn quoted(data: &Data) -> String {
    let text = data.to_string();
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let mut quoted: String = text.chars().take(QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    format!("“{quoted}”")
}
