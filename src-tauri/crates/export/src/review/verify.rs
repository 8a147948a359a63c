//! Whether a file with a review table was changed since it was written. It has a manifest: the table is made from it anew, and both
//! are compared. Whoever changes a file can also make a new hash for it, so the hash must be known from elsewhere: the library
//! keeps those that it wrote.

use super::HASH;
use super::manifest::{Manifest, Sealed, no_json};
use super::workbook::{self, MANIFEST};
use crate::Error;
use calamine::{Data, DataType, Reader, Xlsx};
use pincite_api::FileCondition;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// Bytes of a workbook once it is unpacked, at most.
const LARGEST: u64 = 512 << 20;
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
    pub condition: FileCondition,
    /// What is different, if anything: so many of them that a person can look at each.
    pub differences: Vec<String>,
}

/// A file in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonFile {
    sha256: String,
    manifest: Manifest,
}

/// The bytes of a .json file.
pub(super) fn json(sealed: &Sealed) -> Result<Vec<u8>, Error> {
    let file = JsonFile { sha256: sealed.sha256.clone(), manifest: sealed.manifest.clone() };
    serde_json::to_vec_pretty(&file).map_err(|error| no_json(&error))
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
    let sealed = Sealed::of(file.manifest)?;
    let differences = wrong_hash(&file.sha256, &sealed.sha256);
    let condition = match differences.is_empty() {
        false => FileCondition::Changed,
        true if json(&sealed)? == bytes => FileCondition::Intact,
        true => FileCondition::Rewritten,
    };
    Ok(Verified { manifest: sealed.manifest, sha256: sealed.sha256, condition, differences })
}

fn verify_workbook(bytes: &[u8]) -> Result<Verified, Error> {
    let parts = parts(bytes).ok_or(Error::NoManifest)?;
    let sheets = Sheets::of(bytes).ok_or(Error::NoManifest)?;
    let text = sheets.manifest().ok_or(Error::NoManifest)?;
    let manifest: Manifest = serde_json::from_str(&text).map_err(|_| Error::NoManifest)?;
    let sealed = Sealed::of(manifest)?;
    let anew = workbook::write(&sealed)?;
    let expected = Sheets::of(&anew).ok_or(Error::NoManifest)?;
    let mut differences = wrong_hash(sheets.printed_hash().as_deref().unwrap_or_default(), &sealed.sha256);
    differences.extend(sheets.differences(&expected));
    differences.truncate(NAMED);
    let condition = match differences.is_empty() {
        false => FileCondition::Changed,
        true if Some(parts) == self::parts(&anew) => FileCondition::Intact,
        true => FileCondition::Rewritten,
    };
    Ok(Verified { manifest: sealed.manifest, sha256: sealed.sha256, condition, differences })
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

/// What stands in the cells of a workbook.
struct Sheets(Vec<Sheet>);

/// Cells by row and column, from 0. A sheet with two cells far apart has two cells, so that it takes no memory.
struct Sheet {
    name: String,
    cells: BTreeMap<(u32, u32), Written>,
}

/// What stands in a cell.
#[derive(Default)]
struct Written {
    data: Data,
    is_formula: bool,
}

impl Sheets {
    fn of(bytes: &[u8]) -> Option<Self> {
        let mut file: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).ok()?;
        let mut sheets = Vec::new();
        for name in file.sheet_names() {
            let mut cells = BTreeMap::new();
            let mut reader = file.worksheet_cells_reader(&name).ok()?;
            while let Some(cell) = reader.next_cell_with_formula().ok()? {
                let written = Written { data: cell.value.into(), is_formula: cell.formula.is_some() };
                if written.is_formula || !written.data.is_empty() {
                    cells.insert(cell.pos, written);
                }
            }
            sheets.push(Sheet { name, cells });
        }
        Some(Self(sheets))
    }

    fn named(&self, name: &str) -> Option<&Sheet> {
        self.0.iter().find(|sheet| sheet.name == name)
    }

    fn manifest(&self) -> Option<String> {
        Some(self.named(MANIFEST)?.cells.values().map(|cell| cell.data.to_string()).collect())
    }

    /// The hash on the first sheet.
    fn printed_hash(&self) -> Option<String> {
        let cells = &self.0.first()?.cells;
        let named = cells.iter().rev().find(|((_, column), cell)| *column == 0 && text(&cell.data) == HASH);
        let ((row, _), _) = named?;
        Some(text(&cells.get(&(*row, 1))?.data))
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
        let places: BTreeSet<_> = self.cells.keys().chain(expected.cells.keys()).collect();
        let nothing = Written::default();
        let mut differences = Vec::new();
        for place in places {
            let found = self.cells.get(place).unwrap_or(&nothing);
            let wanted = expected.cells.get(place).unwrap_or(&nothing);
            let at = format!("{}!{}", self.name, reference(*place));
            if found.is_formula {
                differences.push(format!("{at} has a formula."));
            } else if !says_the_same(&found.data, &wanted.data) {
                differences.push(format!("{at} says {}. It said {}.", quoted(&found.data), quoted(&wanted.data)));
            }
            if differences.len() >= NAMED {
                break;
            }
        }
        differences
    }
}

/// Such as `C5`.
fn reference(place: (u32, u32)) -> String {
    let mut letters = String::new();
    let mut rest = u64::from(place.1) + 1;
    while rest > 0 {
        letters.insert(0, char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    format!("{letters}{}", u64::from(place.0) + 1)
}

fn says_the_same(found: &Data, wanted: &Data) -> bool {
    match (number(found), number(wanted)) {
        (Some(found), Some(wanted)) => (found - wanted).abs() <= 1e-9 * wanted.abs(),
        (None, None) => text(found) == text(wanted),
        _ => false,
    }
}

/// What a reader sees. White space at the end is lost when another program saves a file.
fn text(data: &Data) -> String {
    data.to_string().trim_end().to_owned()
}

/// A number or a day. A text with digits is none.
fn number(data: &Data) -> Option<f64> {
    if data.is_string() { None } else { data.as_f64() }
}

fn quoted(data: &Data) -> String {
    let text = text(data);
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let mut quoted: String = text.chars().take(QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    format!("“{quoted}”")
}
