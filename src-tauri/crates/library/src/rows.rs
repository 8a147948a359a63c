//! Rows that are written many at a time.

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
