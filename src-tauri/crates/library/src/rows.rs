//! Rows that the two databases write in their own ways: many at a time, or with other columns.

use crate::{CollectionId, PassageId};

/// A content.
pub(crate) struct NewContentRow<'c> {
    pub(crate) collection: CollectionId,
    pub(crate) hash: String,
    pub(crate) title: Option<&'c str>,
    pub(crate) recipe: &'c str,
    pub(crate) page_count: i64,
    pub(crate) passage_count: i64,
    pub(crate) first_passage: PassageId,
    pub(crate) problem_code: Option<&'c str>,
    pub(crate) problem_message: Option<&'c str>,
}

/// A page of a content.
pub(crate) struct NewPageRow<'p> {
    pub(crate) position: i64,
    pub(crate) label: &'p str,
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) text_left: Option<f32>,
    pub(crate) text_right: Option<f32>,
    pub(crate) problem_code: Option<&'p str>,
    pub(crate) problem_message: Option<&'p str>,
}

/// A passage of a content.
pub(crate) struct NewPassageRow {
    pub(crate) id: i64,
    pub(crate) body: Vec<u8>,
    pub(crate) first_page: Option<i64>,
    pub(crate) last_page: Option<i64>,
}
