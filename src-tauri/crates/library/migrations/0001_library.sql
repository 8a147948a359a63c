-- The library: what is listed (document), what is stored (content and what belongs to it), what is to be done (job).
-- Times are Unix seconds. Content is known by the SHA-256 of its bytes and shared by every collection that lists it.

CREATE TABLE collection (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    created_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;

-- Content: kept as long as a document points to it.
CREATE TABLE content (
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
CREATE TABLE document (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    collection      INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    content         INTEGER REFERENCES content,
    problem_code    TEXT,
    problem_message TEXT,
    added_at        INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, content),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL))
) STRICT;
CREATE INDEX document_content ON document (content);

-- Every place where a document's bytes were seen. Size and time let a rescan skip files that did not change.
CREATE TABLE sighting (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    collection  INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    document    INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    path        TEXT    NOT NULL,
    bytes       INTEGER,
    modified_ms INTEGER,
    seen_at     INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, path)
) STRICT;
CREATE INDEX sighting_document ON sighting (document, seen_at, id);

CREATE TABLE page (
    content         INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    position        INTEGER NOT NULL,
    label           TEXT    NOT NULL,
    width           REAL    NOT NULL,
    height          REAL    NOT NULL,
    problem_code    TEXT,
    problem_message TEXT,
    PRIMARY KEY (content, position),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX page_problem ON page (content, position) WHERE problem_code IS NOT NULL;

CREATE TABLE passage (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    content  INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    body     BLOB    NOT NULL                    -- see codec.rs; starts with its format number
) STRICT;
CREATE INDEX passage_content ON passage (content);

-- The terms of all passages of one content, one line per passage: to be loaded in one go.
CREATE TABLE content_terms (
    content  INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
    lines    TEXT NOT NULL
) STRICT;

CREATE TABLE generation (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    collection   INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    encoder      TEXT    NOT NULL,
    fingerprint  TEXT    NOT NULL,
    width        INTEGER NOT NULL CHECK (width > 0),
    base         TEXT    CHECK (base <> ''),                      -- encoder it was tuned from; NULL: it is untuned
    dense_weight REAL    CHECK (dense_weight BETWEEN 0 AND 1),    -- fitted; NULL: the default
    late_weight  REAL    CHECK (late_weight BETWEEN 0 AND 1),     -- fitted; NULL: the default
    active       INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1)),
    created_at   INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, fingerprint)
) STRICT;
CREATE UNIQUE INDEX generation_active ON generation (collection) WHERE active = 1;
CREATE INDEX generation_fingerprint ON generation (fingerprint);

-- Which generations were made active, in this order. Undo takes rows off the end, so it can be repeated.
CREATE TABLE activation (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    generation   INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    activated_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;
CREATE INDEX activation_generation ON activation (generation);

-- Little-endian: owners u32 (passage ordinal of each row), elements f32 (row by row).
CREATE TABLE vectors (
    id         INTEGER PRIMARY KEY,
    generation INTEGER NOT NULL REFERENCES generation ON DELETE CASCADE,
    content    INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    owners     BLOB    NOT NULL,
    elements   BLOB    NOT NULL,
    UNIQUE (generation, content)
) STRICT;
CREATE INDEX vectors_content ON vectors (content);

-- Quantized token embeddings of passages, in generations with a weight for late interaction: about 15 kB a passage. They
-- are read only for the passages that are reranked.
CREATE TABLE token_embeddings (
    id      INTEGER PRIMARY KEY,
    vectors INTEGER NOT NULL REFERENCES vectors ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,                    -- of the passage in its content
    bytes   BLOB    NOT NULL,
    UNIQUE (vectors, ordinal)
) STRICT;

CREATE TABLE job (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    kind          TEXT    NOT NULL,
    document      INTEGER REFERENCES document ON DELETE CASCADE,
    path          TEXT,
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
CREATE INDEX job_document ON job (document);

CREATE TABLE watched_folder (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    path       TEXT    NOT NULL,
    PRIMARY KEY (collection, path)
) STRICT, WITHOUT ROWID;

-- Runs that adapt the search of a collection, or generate questions for it. A run's state is as a job's; a running one whose
-- worker is dead was interrupted.
CREATE TABLE tuning_run (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    collection    INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    kind          TEXT    NOT NULL CHECK (kind IN ('tuning', 'questions')),
    state         TEXT    NOT NULL DEFAULT 'queued'
                          CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    worker        TEXT,
    request       TEXT    NOT NULL CHECK (json_valid(request)),
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

-- Whether a passage answers a question, said by the user. The text is kept: content that is split anew has other passages
-- under other numbers.
CREATE TABLE feedback (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    content    INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    passage    INTEGER NOT NULL,                 -- its number when it was marked; numbers are never used twice
    text       TEXT    NOT NULL,
    question   TEXT    NOT NULL CHECK (question <> ''),
    mark       TEXT    NOT NULL CHECK (mark IN ('answers', 'does_not')),
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, question, content, text)
) STRICT;
CREATE INDEX feedback_content ON feedback (content);

-- Questions about passages. What a program wrote goes with its passage. What people made (a quote of the passage is kept)
-- stays as long as its content: where that is split anew the question goes to the passage with the same text, or waits
-- without one.
CREATE TABLE question (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    content    INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    passage    INTEGER REFERENCES passage ON DELETE CASCADE,
    quote      TEXT,                             -- text of the passage, for what people made
    text       TEXT    NOT NULL CHECK (text <> ''),
    origin     TEXT    NOT NULL CHECK (origin IN ('generator', 'import', 'person')),
    writer     TEXT    CHECK (writer <> ''),     -- name of the generator that wrote it
    reason     TEXT    CHECK (reason <> ''),     -- why it is not used, as a stable code; NULL: it is kept
    rank       INTEGER CHECK (rank > 0),         -- where its passage was found in its own content, from 1
    answers    REAL    CHECK (answers BETWEEN 0 AND 1), -- probability that its passage answers it; NULL: not estimated
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (passage, collection, text),
    CHECK (passage IS NOT NULL OR quote IS NOT NULL),
    CHECK (origin = 'generator' OR (quote IS NOT NULL AND writer IS NULL))
) STRICT;
CREATE INDEX question_collection ON question (collection, content, passage);
CREATE INDEX question_content ON question (content);

-- Passages that were asked about by a program, whatever came of it; the recipe identifies the program and its settings.
CREATE TABLE questioned (
    passage    INTEGER NOT NULL REFERENCES passage ON DELETE CASCADE,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    recipe     TEXT    NOT NULL,
    PRIMARY KEY (passage, collection, recipe)
) STRICT, WITHOUT ROWID;

-- Questions that people asked. An id grows with every asking, so it orders them by when they were asked last.
CREATE TABLE asked_question (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    document   INTEGER REFERENCES document ON DELETE CASCADE,     -- asked of it alone; NULL: of the whole collection
    text       TEXT    NOT NULL CHECK (text <> ''),
    asked_at   INTEGER NOT NULL DEFAULT (unixepoch()),
    times      INTEGER NOT NULL CHECK (times > 0)
) STRICT;
CREATE UNIQUE INDEX asked_question_scope ON asked_question (collection, coalesce(document, 0), text);
CREATE INDEX asked_question_document ON asked_question (document);

-- What people chose; a setting without a row has its default.
CREATE TABLE setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Nothing outlives its last user: content goes with its last document; vectors, feedback and generated questions
-- go with the collection's last document that has it. What people made follows a changed file to its new content. Deleting
-- a collection or a document is therefore one statement.
CREATE TRIGGER document_deleted AFTER DELETE ON document WHEN old.content IS NOT NULL BEGIN
    DELETE FROM feedback WHERE content = old.content AND collection = old.collection;
    DELETE FROM question WHERE content = old.content AND collection = old.collection;
    DELETE FROM questioned WHERE collection = old.collection
        AND passage IN (SELECT id FROM passage WHERE content = old.content);
    DELETE FROM vectors WHERE content = old.content
        AND generation IN (SELECT id FROM generation WHERE collection = old.collection);
    DELETE FROM content WHERE id = old.content
        AND NOT EXISTS (SELECT 1 FROM document WHERE content = old.content);
END;

CREATE TRIGGER document_changed AFTER UPDATE OF content ON document
    WHEN old.content IS NOT NULL AND old.content IS NOT new.content BEGIN
    UPDATE OR REPLACE feedback SET content = new.content
        WHERE content = old.content AND collection = old.collection AND new.content IS NOT NULL;
    UPDATE question SET content = new.content, passage = NULL
        WHERE content = old.content AND collection = old.collection AND new.content IS NOT NULL
        AND quote IS NOT NULL;
    DELETE FROM question WHERE content = old.content AND collection = old.collection;
    DELETE FROM questioned WHERE collection = old.collection
        AND passage IN (SELECT id FROM passage WHERE content = old.content);
    DELETE FROM vectors WHERE content = old.content
        AND generation IN (SELECT id FROM generation WHERE collection = old.collection);
    DELETE FROM content WHERE id = old.content
        AND NOT EXISTS (SELECT 1 FROM document WHERE content = old.content);
END;
