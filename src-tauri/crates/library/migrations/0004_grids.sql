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
