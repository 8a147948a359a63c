-- The library: what is listed (entry), what is stored (document and what hangs on it), what is to be done (job).
-- Times are Unix seconds. A document is known by the SHA-256 of its bytes and shared by every collection that lists it.

CREATE TABLE collection (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    created_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;

-- Content: kept as long as an entry points to it.
CREATE TABLE document (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    hash            TEXT    NOT NULL UNIQUE CHECK (length(hash) = 64),
    title           TEXT,
    recipe          TEXT    NOT NULL,            -- how passages were cut and analysed
    page_count      INTEGER NOT NULL,
    passage_count   INTEGER NOT NULL,
    first_passage   INTEGER NOT NULL,            -- id of its passage 0; the others follow without a gap
    problem_code    TEXT,
    problem_message TEXT,
    stored_at       INTEGER NOT NULL DEFAULT (unixepoch()),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL))
) STRICT;

-- One PDF in a collection, from the moment it is queued. Its status is not stored but follows from the columns.
CREATE TABLE entry (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    collection      INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    document        INTEGER REFERENCES document,
    problem_code    TEXT,
    problem_message TEXT,
    added_at        INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, document),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL))
) STRICT;
CREATE INDEX entry_document ON entry (document);

-- Every place where an entry's bytes were seen. Size and time let a rescan skip files that did not change.
CREATE TABLE sighting (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    collection  INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    entry       INTEGER NOT NULL REFERENCES entry ON DELETE CASCADE,
    path        TEXT    NOT NULL,
    bytes       INTEGER,
    modified_ms INTEGER,
    seen_at     INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, path)
) STRICT;
CREATE INDEX sighting_entry ON sighting (entry, seen_at, id);

CREATE TABLE page (
    document        INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    position        INTEGER NOT NULL,
    label           TEXT    NOT NULL,
    width           REAL    NOT NULL,
    height          REAL    NOT NULL,
    problem_code    TEXT,
    problem_message TEXT,
    PRIMARY KEY (document, position),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX page_problem ON page (document, position) WHERE problem_code IS NOT NULL;

CREATE TABLE passage (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    body     BLOB    NOT NULL                    -- see codec.rs; starts with its format number
) STRICT;
CREATE INDEX passage_document ON passage (document);

-- The terms of a document's passages, one line per passage: to be loaded in one go.
CREATE TABLE document_terms (
    document INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
    lines    TEXT NOT NULL
) STRICT;

-- Phrase look-up over the same terms; rowid is the passage. Only white space parts terms: every other ASCII character
-- that is not a letter or a digit is named here, and `ascii` keeps all characters beyond ASCII.
CREATE VIRTUAL TABLE passage_terms USING fts5(
    terms, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

CREATE TABLE generation (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    collection  INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    encoder     TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    width       INTEGER NOT NULL CHECK (width > 0),
    active      INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1)),
    created_at  INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, fingerprint)
) STRICT;
CREATE UNIQUE INDEX generation_active ON generation (collection) WHERE active = 1;
CREATE INDEX generation_fingerprint ON generation (fingerprint);

-- Little-endian: owners u32 (passage ordinal of each row), elements f32 (row by row).
CREATE TABLE vectors (
    id         INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    document   INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    owners     BLOB    NOT NULL,
    elements   BLOB    NOT NULL,
    UNIQUE (generation, document)
) STRICT;
CREATE INDEX vectors_document ON vectors (document);

CREATE TABLE job (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    kind          TEXT    NOT NULL,
    entry         INTEGER REFERENCES entry ON DELETE CASCADE,
    path          TEXT,
    payload       TEXT    NOT NULL CHECK (json_valid(payload)),
    priority      INTEGER NOT NULL DEFAULT 0,
    state         TEXT    NOT NULL DEFAULT 'queued'
                          CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    attempts      INTEGER NOT NULL DEFAULT 0,
    worker        TEXT,
    error_code    TEXT,
    error_message TEXT,
    created_at    INTEGER NOT NULL DEFAULT (unixepoch()),
    started_at    INTEGER,
    finished_at   INTEGER,
    CHECK ((error_code IS NULL) = (error_message IS NULL)),
    CHECK ((state = 'running') = (worker IS NOT NULL))
) STRICT;
CREATE INDEX job_queue ON job (priority DESC, id) WHERE state = 'queued';
CREATE INDEX job_running ON job (worker) WHERE state = 'running';
CREATE INDEX job_entry ON job (entry);

CREATE TABLE watched_folder (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    path       TEXT    NOT NULL,
    PRIMARY KEY (collection, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Nothing outlives its last user: a document its last entry, its vectors the collection's last listing, full text its
-- passage. Deleting a collection or an entry is therefore one statement.
CREATE TRIGGER entry_deleted AFTER DELETE ON entry WHEN old.document IS NOT NULL BEGIN
    DELETE FROM vectors WHERE document = old.document
        AND generation IN (SELECT id FROM generation WHERE collection = old.collection);
    DELETE FROM document WHERE id = old.document
        AND NOT EXISTS (SELECT 1 FROM entry WHERE document = old.document);
END;

CREATE TRIGGER entry_changed AFTER UPDATE OF document ON entry
    WHEN old.document IS NOT NULL AND old.document IS NOT new.document BEGIN
    DELETE FROM vectors WHERE document = old.document
        AND generation IN (SELECT id FROM generation WHERE collection = old.collection);
    DELETE FROM document WHERE id = old.document
        AND NOT EXISTS (SELECT 1 FROM entry WHERE document = old.document);
END;

CREATE TRIGGER passage_deleted AFTER DELETE ON passage BEGIN
    DELETE FROM passage_terms WHERE rowid = old.id;
END;
