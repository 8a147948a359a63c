-- The language that a content is analysed in, as a code of ISO 639. Contents that were read before languages were known have none.
CREATE TABLE content_language (
    content  INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
    language TEXT NOT NULL CHECK (language <> '')
) STRICT;

-- Another language gives other terms.
CREATE TRIGGER revision_language_added AFTER INSERT ON content_language BEGIN
    UPDATE collection SET revision = revision + 1
        WHERE id IN (SELECT collection FROM document WHERE content = new.content);
END;
CREATE TRIGGER revision_language_changed AFTER UPDATE ON content_language BEGIN
    UPDATE collection SET revision = revision + 1
        WHERE id IN (SELECT collection FROM document WHERE content = new.content);
END;
