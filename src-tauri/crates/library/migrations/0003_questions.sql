-- Questions about passages, written by a program or by people, and which passages have been asked about by which program.

-- What was written by a program goes with its passage. What people made (a quote is kept of its passage) stays as long as
-- its document: where that is cut anew it is put to the passage with the same text, or else waits without one.
CREATE TABLE question (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    document   INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    passage    INTEGER REFERENCES passage ON DELETE CASCADE,
    quote      TEXT,                             -- text of the passage, for what people made
    text       TEXT    NOT NULL CHECK (text <> ''),
    origin     TEXT    NOT NULL CHECK (origin IN ('keywords', 'generator', 'import', 'person')),
    writer     TEXT    CHECK (writer <> ''),     -- name of the program that wrote it
    reason     TEXT    CHECK (reason <> ''),     -- why it is not used, as a stable code; NULL: it is kept
    rank       INTEGER CHECK (rank > 0),         -- where its passage was found in its own document, from 1
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (passage, collection, text),
    CHECK (passage IS NOT NULL OR quote IS NOT NULL),
    CHECK (origin IN ('keywords', 'generator') OR (quote IS NOT NULL AND writer IS NULL))
) STRICT;
CREATE INDEX question_collection ON question (collection, document, passage);
CREATE INDEX question_document ON question (document);

-- Passages a program has asked about, with whatever came of it; the recipe tells the program and its settings.
CREATE TABLE questioned (
    passage    INTEGER NOT NULL REFERENCES passage ON DELETE CASCADE,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    recipe     TEXT    NOT NULL,
    PRIMARY KEY (passage, collection, recipe)
) STRICT, WITHOUT ROWID;

-- A run that only writes questions is taken, cancelled and swept as one that tunes.
ALTER TABLE tuning_run ADD COLUMN kind TEXT NOT NULL DEFAULT 'tuning' CHECK (kind IN ('tuning', 'questions'));

-- Questions go with the document out of the collection; what people made goes with a changed file to its new content.
DROP TRIGGER entry_deleted;
CREATE TRIGGER entry_deleted AFTER DELETE ON entry WHEN old.document IS NOT NULL BEGIN
    DELETE FROM feedback WHERE document = old.document AND collection = old.collection;
    DELETE FROM question WHERE document = old.document AND collection = old.collection;
    DELETE FROM questioned WHERE collection = old.collection
        AND passage IN (SELECT id FROM passage WHERE document = old.document);
    DELETE FROM vectors WHERE document = old.document
        AND generation IN (SELECT id FROM generation WHERE collection = old.collection);
    DELETE FROM document WHERE id = old.document
        AND NOT EXISTS (SELECT 1 FROM entry WHERE document = old.document);
END;

DROP TRIGGER entry_changed;
CREATE TRIGGER entry_changed AFTER UPDATE OF document ON entry
    WHEN old.document IS NOT NULL AND old.document IS NOT new.document BEGIN
    UPDATE OR REPLACE feedback SET document = new.document
        WHERE document = old.document AND collection = old.collection AND new.document IS NOT NULL;
    UPDATE question SET document = new.document, passage = NULL
        WHERE document = old.document AND collection = old.collection AND new.document IS NOT NULL
        AND quote IS NOT NULL;
    DELETE FROM question WHERE document = old.document AND collection = old.collection;
    DELETE FROM questioned WHERE collection = old.collection
        AND passage IN (SELECT id FROM passage WHERE document = old.document);
    DELETE FROM vectors WHERE document = old.document
        AND generation IN (SELECT id FROM generation WHERE collection = old.collection);
    DELETE FROM document WHERE id = old.document
        AND NOT EXISTS (SELECT 1 FROM entry WHERE document = old.document);
END;
