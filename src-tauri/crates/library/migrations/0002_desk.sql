-- Highlights that people made on pages, with notes. They belong to the content: every collection that lists it shows them.
-- Removed ones stay for a while, so that a removal can be undone.
CREATE TABLE annotation (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    content    INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    page       INTEGER NOT NULL CHECK (page >= 0),          -- where it starts, counted from 0
    boxes      TEXT    NOT NULL CHECK (json_valid(boxes)),  -- its lines; none after the file changed
    text       TEXT    NOT NULL CHECK (text <> ''),
    note       TEXT    NOT NULL,
    colour     TEXT    NOT NULL CHECK (colour IN ('yellow', 'green', 'blue', 'pink')),
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    removed_at INTEGER
) STRICT;
CREATE INDEX annotation_content ON annotation (content, page);

-- A changed file keeps what people wrote. Boxes would lie on other words, so they go. Before the update, because after it
-- the former content may be deleted.
CREATE TRIGGER annotation_follows BEFORE UPDATE OF content ON document
    WHEN old.content IS NOT NULL AND new.content IS NOT NULL AND old.content IS NOT new.content
    AND NOT EXISTS (SELECT 1 FROM document WHERE content = old.content AND id <> old.id) BEGIN
    UPDATE annotation SET content = new.content, boxes = '[]' WHERE content = old.content;
END;

-- Grids: lists of questions that are asked of each document of a collection.

-- A grid, and how far its filling is. NULL: it was never filled.
CREATE TABLE grid (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    collection    INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    name          TEXT    NOT NULL CHECK (name <> ''),
    state         TEXT    CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    worker        TEXT,
    attempts      INTEGER NOT NULL DEFAULT 0,    -- starts since a cell was last stored
    error_code    TEXT,
    error_message TEXT,
    created_at    INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, name),
    CHECK ((error_code IS NULL) = (error_message IS NULL)),
    CHECK ((state IS 'running') = (worker IS NOT NULL))
) STRICT;

CREATE TABLE grid_question (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    grid     INTEGER NOT NULL REFERENCES grid ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT    NOT NULL CHECK (name <> ''),  -- of its column
    text     TEXT    NOT NULL CHECK (text <> ''),
    UNIQUE (grid, position)
) STRICT;

-- The answer of one document to one question. It goes with the content that it was found in.
CREATE TABLE grid_cell (
    question      INTEGER NOT NULL REFERENCES grid_question ON DELETE CASCADE,
    document      INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    content       INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    first_passage INTEGER NOT NULL,              -- of the content then: split anew it has other passages
    generation    INTEGER,                       -- that ranked; NULL: there was none
    found         INTEGER NOT NULL CHECK (found IN (0, 1)),
    answers       TEXT    NOT NULL CHECK (json_valid(answers)),
    judged        TEXT    CHECK (judged IN ('right', 'wrong', 'pointed')),
    pointed       TEXT    CHECK (json_valid(pointed)),  -- the answer that a person chose
    PRIMARY KEY (question, document),
    CHECK ((judged IS 'pointed') = (pointed IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX grid_cell_document ON grid_cell (document);
CREATE INDEX grid_cell_content ON grid_cell (content);

-- What people call their documents, and how they group them.

-- The name that a person gave; NULL: the document is called by its title or its file name.
ALTER TABLE document ADD COLUMN name TEXT CHECK (name <> '');

CREATE TABLE tag (
    document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    name     TEXT    NOT NULL COLLATE NOCASE CHECK (name <> ''),
    PRIMARY KEY (document, name)
) STRICT, WITHOUT ROWID;

-- Text recognised on pages that are pictures. It belongs to the bytes, so it stays when passages are cut anew.

CREATE TABLE recognised_page (
    content    INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    confidence REAL    NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    body       BLOB    NOT NULL,                 -- see recognised.rs; starts with its format number
    PRIMARY KEY (content, position)
) STRICT;
