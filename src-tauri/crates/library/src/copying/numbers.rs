//! What the numbers of one library are in the other: of the rows that were copied, and of passages, which are numbered by content.

use super::rows::{Row, Value};
use crate::{CollectionId, ContentId, PassageId};
use std::collections::{BTreeMap, HashMap, HashSet};

/// How a file is listed in the other library: from the SHA-256 of its bytes, and how it is listed here.
pub type Place<'p> = &'p (dyn Fn(&str, &str) -> String + Sync);

/// Tables whose rows others point to.
const POINTED_TO: [&str; 6] = ["generation", "content", "document", "grid", "grid_question", "grid_cell"];

pub(super) struct Numbers<'p> {
    collection: CollectionId,
    place: Place<'p>,
    by_table: HashMap<&'static str, HashMap<i64, i64>>,
    /// By the former number of the first passage of a content.
    passages: BTreeMap<i64, Passages>,
    /// Hashes of files, by the number of the content.
    hash_of_content: HashMap<i64, String>,
    /// Hashes of files, by the former number of the document.
    hash_of_document: HashMap<i64, String>,
    /// Places that are listed. Two of a file may have become one.
    places: HashSet<String>,
    /// Widths of vectors, by the former number of the generation.
    widths: HashMap<i64, u32>,
}

/// The passages of a content in the other library.
pub(super) struct Passages {
    pub(super) first: i64,
    pub(super) count: i64,
}

/// What a column holds.
enum Meaning {
    Collection,
    /// The number of a row, without which its own row has no sense.
    Row(&'static str),
    /// The number of a row that may be gone.
    FormerRow(&'static str),
    Passage,
    Other,
}

/// What a column of a table holds.
fn meaning(table: &str, column: &str) -> Meaning {
    match (table, column) {
        (_, "collection") => Meaning::Collection,
        ("grid_cell", "generation") => Meaning::FormerRow("generation"),
        ("feedback", "cell") => Meaning::FormerRow("grid_cell"),
        (_, "content") => Meaning::Row("content"),
        (_, "document") => Meaning::Row("document"),
        (_, "generation") => Meaning::Row("generation"),
        (_, "grid") => Meaning::Row("grid"),
        ("grid_cell", "question") => Meaning::Row("grid_question"),
        ("grid_answer", "cell") => Meaning::Row("grid_cell"),
        (_, "passage" | "first_passage") | ("passage", "id") => Meaning::Passage,
        _ => Meaning::Other,
    }
}

impl<'p> Numbers<'p> {
    pub(super) fn new(collection: CollectionId, place: Place<'p>) -> Self {
        Self {
            collection,
            place,
            by_table: HashMap::new(),
            passages: BTreeMap::new(),
            hash_of_content: HashMap::new(),
            hash_of_document: HashMap::new(),
            places: HashSet::new(),
            widths: HashMap::new(),
        }
    }

    /// Whether others point to the rows of a table, so that their new numbers must be known.
    pub(super) fn are_pointed_to(table: &str) -> bool {
        POINTED_TO.contains(&table)
    }

    pub(super) fn note(&mut self, table: &'static str, former: i64, number: i64) {
        self.by_table.entry(table).or_default().insert(former, number);
    }

    /// Notes a content with the hash of its file.
    pub(super) fn note_content(&mut self, former: &Row, content: ContentId, passages: Passages) {
        self.note("content", former.integer("id"), content.0);
        self.hash_of_content.insert(content.0, former.text("hash").to_owned());
        self.passages.insert(former.integer("first_passage"), passages);
    }

    /// The width of the vectors of a generation, by its former number.
    pub(super) fn width(&self, generation: i64) -> u32 {
        self.widths.get(&generation).copied().unwrap_or_default()
    }

    /// A content as the other library has it.
    pub(super) fn of_content(&self, row: &Row, first_passage: PassageId, is_shared: bool) -> Row {
        let mut columns = row.clone().without_id().0;
        columns.retain(|(name, _)| name != "collection");
        for (name, value) in &mut columns {
            if name == "first_passage" {
                *value = Value::Integer(first_passage.0);
            }
        }
        if is_shared {
            columns.push(("collection".to_owned(), Value::Integer(self.collection.0)));
        }
        Row(columns)
    }

    /// A row as the other library has it. `None`: it points to a row that is not copied, or is one that was.
    pub(super) fn renumbered(&mut self, table: &str, row: Row) -> Option<Row> {
        let mut columns = Vec::with_capacity(row.0.len());
        for (name, value) in &row.0 {
            if name == "id" && table != "passage" {
                continue;
            }
            let value = match value {
                Value::Integer(number) => Value::Integer(self.number(table, name, *number)?),
                value => value.clone(),
            };
            columns.push((name.clone(), value));
        }
        let mut renumbered = Row(columns);
        match table {
            "generation" => self.note_generation(&row, &mut renumbered),
            "document" => {
                let hash = self.hash_of_content.get(&renumbered.integer("content"))?.clone();
                self.hash_of_document.insert(row.integer("id"), hash);
            }
            "sighting" => {
                let hash = self.hash_of_document.get(&row.integer("document"))?;
                let place = (self.place)(hash, row.text("path"));
                renumbered.set("path", self.places.insert(place.clone()).then_some(place)?);
            }
            _ => {}
        }
        Some(renumbered)
    }

    /// A tuned encoder is called by its weights, because each library counts those that it tuned.
    fn note_generation(&mut self, row: &Row, renumbered: &mut Row) {
        self.widths.insert(row.integer("id"), u32::try_from(row.integer("width")).unwrap_or_default());
        let base = row.text("base");
        if !base.is_empty() {
            let print: String = row.text("fingerprint").chars().take(12).collect();
            renumbered.set("encoder", format!("{base}-copied-{print}"));
        }
    }

    fn number(&self, table: &str, column: &str, number: i64) -> Option<i64> {
        match meaning(table, column) {
            Meaning::Collection => Some(self.collection.0),
            Meaning::Row(of) => self.by_table.get(of)?.get(&number).copied(),
            // A number that no row ever has.
            Meaning::FormerRow(of) => {
                let there = self.by_table.get(of).and_then(|numbers| numbers.get(&number));
                Some(there.copied().unwrap_or(-number.abs()))
            }
            Meaning::Passage => Some(self.passage(number)),
            Meaning::Other => Some(number),
        }
    }

    /// The number of a passage. What was split again since has none: 0.
    fn passage(&self, former: i64) -> i64 {
        let Some((first, passages)) = self.passages.range(..=former).next_back() else { return 0 };
        let ordinal = former - first;
        // A content without passages has a first one nevertheless.
        if ordinal == 0 || ordinal < passages.count { passages.first + ordinal } else { 0 }
    }
}
