-- Questions as a search field: whether a collection uses them, and when those of a document changed.

ALTER TABLE collection ADD COLUMN expansion TEXT NOT NULL DEFAULT 'none'
    CHECK (expansion IN ('none', 'words', 'words_and_vectors'));

-- Grows whenever the questions of a document that the search may use are others than before. It has a row for each
-- document that ever had such a question in the collection.
CREATE TABLE question_revision (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    document   INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    revision   INTEGER NOT NULL DEFAULT 1,
    PRIMARY KEY (collection, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX question_revision_document ON question_revision (document);

CREATE TRIGGER question_inserted AFTER INSERT ON question BEGIN
    INSERT INTO question_revision (collection, document) VALUES (new.collection, new.document)
        ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER question_updated AFTER UPDATE ON question BEGIN
    UPDATE question_revision SET revision = revision + 1
        WHERE collection = old.collection AND document = old.document AND document <> new.document;
    INSERT INTO question_revision (collection, document) VALUES (new.collection, new.document)
        ON CONFLICT DO UPDATE SET revision = revision + 1;
END;

-- Where its document or collection goes, the row goes too, or is gone.
CREATE TRIGGER question_deleted AFTER DELETE ON question BEGIN
    UPDATE question_revision SET revision = revision + 1
        WHERE collection = old.collection AND document = old.document;
END;
