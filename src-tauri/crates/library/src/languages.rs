//! The languages that contents are analysed in. Not for finding out which language a text is in (`language`), or for analysing it
//! (`search`).

use crate::error::Context;
use crate::passages::normalized_terms;
use crate::store::{Writing, query, query_as, query_scalar};
use crate::{CollectionId, ContentId, Error, Library, Result};
use pincite_language::Language;
use std::collections::BTreeMap;

#[derive(sqlx::FromRow)]
struct LanguageRow {
    content: ContentId,
    language: String,
}

/// The language with a stored code. One of a later version is not known here.
pub(crate) fn language_of(code: &str) -> Language {
    Language::of_code(code).unwrap_or_default()
}

impl Library {
    /// The language of each content of a collection. What was read before languages were known is undetermined.
    pub async fn languages(&self, collection: CollectionId) -> Result<BTreeMap<ContentId, Language>> {
        let rows = query_as!(
            LanguageRow,
            r#"SELECT d.content AS "content!: ContentId", coalesce(l.language, 'und') AS "language!: String"
            FROM document d LEFT JOIN content_language l ON l.content = d.content
            WHERE d.collection = $1 AND d.content IS NOT NULL"#,
            collection
        );
        let rows = rows.fetch_all(self.reader()).await.context(self)?.into_iter();
        Ok(rows.map(|row| (row.content, language_of(&row.language))).collect())
    }

    /// The language of a content; undetermined if it is not stored, or was read before languages were known.
    pub async fn language(&self, content: ContentId) -> Result<Language> {
        let code = query_scalar!("SELECT language FROM content_language WHERE content = $1", content);
        let code: Option<String> = code.fetch_optional(self.reader()).await.context(self)?;
        Ok(code.as_deref().map(language_of).unwrap_or_default())
    }

    /// Contents of a collection that have passages, but were stored before languages were known.
    pub async fn contents_without_language(&self, collection: CollectionId) -> Result<Vec<ContentId>> {
        let rows = query_scalar!(
            r#"SELECT c.id AS "id!: ContentId" FROM document d JOIN content c ON c.id = d.content
            WHERE d.collection = $1 AND c.passage_count > 0
                AND NOT EXISTS (SELECT 1 FROM content_language l WHERE l.content = c.id)
            ORDER BY c.id"#,
            collection
        );
        rows.fetch_all(self.reader()).await.context(self)
    }

    /// Stores the language of a content, and the terms that its passages have in it, in their order. In a library in a file all
    /// collections share them. Vectors stay.
    ///
    /// # Errors
    /// [`Error::NoContent`] if it was removed or read anew meanwhile.
    pub async fn store_language<T: AsRef<str>>(
        &self,
        collection: CollectionId,
        content: ContentId,
        language: Language,
        terms: &[T],
    ) -> Result<()> {
        let lines = terms.iter().map(|terms| normalized_terms(terms.as_ref())).collect::<Vec<_>>().join("\n");
        let count = i64::try_from(terms.len()).unwrap_or(i64::MAX);
        let mut tx = self.write().await?;
        let update = query!(
            "UPDATE content_terms SET lines = $1
            WHERE content = (SELECT id FROM content WHERE id = $2 AND passage_count = $3)",
            lines,
            content,
            count
        );
        if update.execute(&mut tx).await.context(self)? == 0 {
            return Err(Error::NoContent(content));
        }
        self.write_language(&mut tx, content, language).await?;
        tx.index_terms(collection, content, &lines).await.context(self)?;
        tx.commit().await.context(self)
    }

    pub(crate) async fn write_language(&self, tx: &mut Writing, content: ContentId, language: Language) -> Result<()> {
        let code = language.code();
        let insert = query!(
            "INSERT INTO content_language (content, language) VALUES ($1, $2)
            ON CONFLICT (content) DO UPDATE SET language = excluded.language",
            content,
            code
        );
        insert.execute(tx).await.context_or(self, Error::NoContent(content))?;
        Ok(())
    }
}
