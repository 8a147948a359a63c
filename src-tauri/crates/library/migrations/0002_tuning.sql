-- What tuning an encoder to a collection needs: generations that know where they come from, the order in which they were
-- made active, runs and their reports, and what the user said of answers.

-- Phrases are matched on the terms in memory, as BM25 is: no second index of the same words.
DROP TRIGGER passage_deleted;
DROP TABLE passage_terms;

ALTER TABLE generation ADD COLUMN base TEXT CHECK (base <> '');  -- catalogue encoder it was tuned from; NULL: is one
ALTER TABLE generation ADD COLUMN dense_weight REAL CHECK (dense_weight BETWEEN 0 AND 1);  -- fitted; NULL: the default

-- Which generations were made active, in this order. Going back takes rows off the end, so that one can go back again.
CREATE TABLE activation (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    generation   INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    activated_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;
CREATE INDEX activation_generation ON activation (generation);
INSERT INTO activation (generation, activated_at) SELECT id, created_at FROM generation WHERE active = 1;

-- A run's state is as a job's; a running one whose worker is dead was interrupted.
CREATE TABLE tuning_run (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    collection    INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    state         TEXT    NOT NULL DEFAULT 'queued'
                          CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    worker        TEXT,
    settings      TEXT    NOT NULL CHECK (json_valid(settings)),
    report        TEXT    NOT NULL DEFAULT 'null' CHECK (json_valid(report)),
    generation    INTEGER REFERENCES generation ON DELETE SET NULL,
    activated     INTEGER NOT NULL DEFAULT 0 CHECK (activated IN (0, 1)),
    error_code    TEXT,
    error_message TEXT,
    created_at    INTEGER NOT NULL DEFAULT (unixepoch()),
    ended_at      INTEGER,
    CHECK ((error_code IS NULL) = (error_message IS NULL)),
    CHECK ((state = 'running') = (worker IS NOT NULL)),
    CHECK ((state IN ('queued', 'running')) = (ended_at IS NULL))
) STRICT;
CREATE INDEX tuning_run_collection ON tuning_run (collection);
CREATE INDEX tuning_run_generation ON tuning_run (generation);

-- Whether a passage answers a question, said by the user. The text is kept, for a document that is cut anew has other
-- passages under other numbers.
CREATE TABLE feedback (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    document   INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    passage    INTEGER NOT NULL,                 -- its number when it was marked; numbers are never used twice
    text       TEXT    NOT NULL,
    question   TEXT    NOT NULL CHECK (question <> ''),
    mark       TEXT    NOT NULL CHECK (mark IN ('answers', 'does_not')),
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, question, document, text)
) STRICT;
CREATE INDEX feedback_document ON feedback (document);

-- Feedback goes with the document out of the collection, and with a changed file to its new content.
DROP TRIGGER entry_deleted;
CREATE TRIGGER entry_deleted AFTER DELETE ON entry WHEN old.document IS NOT NULL BEGIN
    DELETE FROM feedback WHERE document = old.document AND collection = old.collection;
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
    DELETE FROM vectors WHERE document = old.document
        AND generation IN (SELECT id FROM generation WHERE collection = old.collection);
    DELETE FROM document WHERE id = old.document
        AND NOT EXISTS (SELECT 1 FROM entry WHERE document = old.document);
END;
