-- The library: what is listed (document), what is stored (content and what belongs to it), what is to be done (job).
-- Times are Unix seconds. Content is known by the SHA-256 of its bytes and shared by every collection that lists it.

CREATE TABLE collection (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL UNIQUE CHECK (name <> ''),
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    revision   INTEGER NOT NULL DEFAULT 0        -- counts changes of what is searched, see the last triggers
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
    name            TEXT CHECK (name <> ''),     -- that a person gave; NULL: it is called by its title or its file name
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
    text_left       REAL,                        -- left and right edge of its text, in points; NULL without text
    text_right      REAL,
    PRIMARY KEY (content, position),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX page_problem ON page (content, position) WHERE problem_code IS NOT NULL;

CREATE TABLE passage (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    content  INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    body     BLOB    NOT NULL,                   -- see codec.rs; starts with its format number
    -- Where it stands: what is asked of one page need not decode the whole document.
    first_page INTEGER,
    last_page  INTEGER
) STRICT;
CREATE INDEX passage_content ON passage (content, first_page, last_page);

-- The terms of all passages of one content, one line per passage: to be loaded in one go.
CREATE TABLE content_terms (
    content  INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
    lines    TEXT NOT NULL
) STRICT;

CREATE TABLE generation (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    collection  INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    encoder     TEXT    NOT NULL,
    fingerprint TEXT    NOT NULL,
    width       INTEGER NOT NULL CHECK (width > 0),
    base        TEXT    CHECK (base <> ''),      -- encoder it was tuned from; NULL: it is untuned
    active      INTEGER NOT NULL DEFAULT 0 CHECK (active IN (0, 1)),
    created_at  INTEGER NOT NULL DEFAULT (unixepoch()),
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

-- What is to be done, by whichever process works: files to read, documents to complete, grids to fill, runs to do. A grid and
-- a run have one job each, which keeps their state.
CREATE TABLE job (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    kind          TEXT    NOT NULL,
    document      INTEGER REFERENCES document ON DELETE CASCADE,
    path          TEXT,
    grid          INTEGER UNIQUE REFERENCES grid ON DELETE CASCADE,
    run           INTEGER UNIQUE REFERENCES run ON DELETE CASCADE,
    priority      INTEGER NOT NULL DEFAULT 0,
    state         TEXT    NOT NULL DEFAULT 'queued'
                          CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    attempts      INTEGER NOT NULL DEFAULT 0,    -- starts since it last made progress
    alone         INTEGER NOT NULL DEFAULT 0 CHECK (alone IN (0, 1)), -- its last attempt, with no other job beside it
    worker        TEXT,
    error_code    TEXT,
    error_message TEXT,
    created_at    INTEGER NOT NULL DEFAULT (unixepoch()),
    started_at    INTEGER,
    finished_at   INTEGER,
    CHECK ((error_code IS NULL) = (error_message IS NULL)),
    CHECK ((state = 'running') = (worker IS NOT NULL)),
    CHECK ((state IN ('queued', 'running')) = (finished_at IS NULL))
) STRICT;
CREATE INDEX job_queue ON job (alone, priority DESC, id) WHERE state = 'queued';
CREATE INDEX job_running ON job (worker) WHERE state = 'running';
CREATE INDEX job_document ON job (document);

-- Queued jobs that may begin now. A file is read once at a time, and one run is done at a time. Beside a job that is tried
-- alone nothing is done.
CREATE VIEW claimable_job AS
    SELECT id, kind, alone, priority FROM job AS next WHERE state = 'queued' AND NOT EXISTS
        (SELECT 1 FROM job AS other WHERE other.state = 'running'
            AND (other.alone OR next.alone OR (other.kind = 'run' AND next.kind = 'run')
                OR (other.path = next.path AND other.document = next.document)));

CREATE TABLE watched_folder (
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    path       TEXT    NOT NULL,
    PRIMARY KEY (collection, path)
) STRICT, WITHOUT ROWID;

-- Runs that adapt the search of a collection, or generate questions for it. Their state is that of their job.
CREATE TABLE run (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind IN ('adapt', 'questions')),
    request    TEXT    NOT NULL CHECK (json_valid(request)),
    report     TEXT    NOT NULL DEFAULT 'null' CHECK (json_valid(report)),
    generation INTEGER REFERENCES generation ON DELETE SET NULL,
    activated  INTEGER NOT NULL DEFAULT 0 CHECK (activated IN (0, 1))
) STRICT;
CREATE INDEX run_collection ON run (collection);
CREATE INDEX run_generation ON run (generation);

-- Whether a passage answers a question, said by the user. The text is kept: content that is split anew has other passages
-- under other numbers. What was said last of a passage and a question counts. The judgement of a grid's cell can be taken
-- back without what was said elsewhere, so both are kept.
CREATE TABLE feedback (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    content    INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    passage    INTEGER NOT NULL,                 -- its number when it was marked; numbers are never used twice
    text       TEXT    NOT NULL,
    question   TEXT    NOT NULL CHECK (question <> ''),
    mark       TEXT    NOT NULL CHECK (mark IN ('answers', 'does_not')),
    cell       INTEGER,                          -- whose judgement says so; no reference, because the mark outlives it
    said       INTEGER NOT NULL,                 -- grows with each that is said
    created_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;
CREATE UNIQUE INDEX feedback_once ON feedback (collection, question, content, text, coalesce(cell, 0));
CREATE INDEX feedback_cell ON feedback (cell);
CREATE INDEX feedback_said ON feedback (said);
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

CREATE TABLE grid (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    name       TEXT    NOT NULL CHECK (name <> ''),
    is_chosen  INTEGER NOT NULL DEFAULT 0 CHECK (is_chosen IN (0, 1)),  -- 1: of the documents in grid_document only
    created_at INTEGER NOT NULL DEFAULT (unixepoch()),
    UNIQUE (collection, name)
) STRICT;

CREATE TABLE grid_document (
    grid     INTEGER NOT NULL REFERENCES grid ON DELETE CASCADE,
    document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    PRIMARY KEY (grid, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX grid_document_document ON grid_document (document);

-- A person confirmed what a grid says of a document. It counts while the grid says the same.
CREATE TABLE grid_signature (
    grid       INTEGER NOT NULL REFERENCES grid ON DELETE CASCADE,
    document   INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    name       TEXT    NOT NULL CHECK (name <> ''),
    row_sha256 TEXT    NOT NULL CHECK (length(row_sha256) = 64),
    signed_at  INTEGER NOT NULL DEFAULT (unixepoch()),
    PRIMARY KEY (grid, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX grid_signature_document ON grid_signature (document);

-- Hashes of the manifests of files that were written from grids, which may be gone.
CREATE TABLE grid_file (
    sha256     TEXT    PRIMARY KEY CHECK (length(sha256) = 64),
    written_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT, WITHOUT ROWID;

CREATE TABLE grid_question (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    grid     INTEGER NOT NULL REFERENCES grid ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT    NOT NULL CHECK (name <> ''),  -- of its column
    text     TEXT    NOT NULL CHECK (text <> ''),
    kind     TEXT    CHECK (kind IN ('sentence', 'date', 'duration', 'amount', 'percentage', 'law', 'parties')), -- NULL: by its words
    wordings TEXT    NOT NULL DEFAULT '',         -- other ways to ask it, one a line
    answers  TEXT    NOT NULL DEFAULT '',         -- of other documents, one a line
    UNIQUE (grid, position)
) STRICT;

-- The answer of one document to one question, or why there is none. It goes with the content that it was found in.
CREATE TABLE grid_cell (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    question      INTEGER NOT NULL REFERENCES grid_question ON DELETE CASCADE,
    document      INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    content       INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    first_passage INTEGER NOT NULL,              -- of the content then: split anew it has other passages
    generation    INTEGER,                       -- that ranked; NULL: there was none
    state         TEXT    NOT NULL CHECK (state IN ('found', 'unsure', 'not_found')),
    presence      REAL    CHECK (presence BETWEEN 0 AND 1),  -- that the document answers; NULL: it was not read
    read_passages BLOB    NOT NULL,              -- candidates, best first: u32, counted from the first passage
    read_scores   BLOB    NOT NULL,              -- their scores: f32
    judged        TEXT    CHECK (judged IN ('right', 'wrong', 'pointed', 'absent')),
    learned_state    TEXT CHECK (learned_state IN ('found', 'unsure', 'not_found')), -- by the marks of its column
    learned_presence REAL CHECK (learned_presence BETWEEN 0 AND 1),
    error_code    TEXT,                          -- why it could not be filled
    error_message TEXT,
    UNIQUE (question, document),
    CHECK ((error_code IS NULL) = (error_message IS NULL)),
    CHECK (learned_state IS NOT NULL OR learned_presence IS NULL)
) STRICT;
CREATE INDEX grid_cell_document ON grid_cell (document);
CREATE INDEX grid_cell_content ON grid_cell (content);

-- Answers of a cell, best first; without an answer, the nearest passage. Beside what the search found is kept what the marks of
-- its column put in its place, and what a person chose.
CREATE TABLE grid_answer (
    cell        INTEGER NOT NULL REFERENCES grid_cell ON DELETE CASCADE,
    source      TEXT    NOT NULL CHECK (source IN ('search', 'column', 'person')),
    position    INTEGER NOT NULL,
    passage     INTEGER NOT NULL,
    page        INTEGER NOT NULL CHECK (page >= 0),          -- where the sentence starts, counted from 0
    page_label  TEXT    NOT NULL,
    sentence    TEXT    NOT NULL,
    clause      TEXT,
    citation    TEXT    NOT NULL,
    probability REAL    CHECK (probability BETWEEN 0 AND 1), -- that it answers; NULL: it was not read
    value_kind  TEXT    CHECK (value_kind IN ('date', 'duration', 'amount', 'percentage', 'law', 'parties')),
    value_text  TEXT,                                        -- as written in the document
    value       TEXT,                                        -- normalised: '2027-07-01', 'P120D', 'GBP 7500000'
    PRIMARY KEY (cell, source, position),
    CHECK ((value_kind IS NULL) = (value IS NULL) AND (value IS NULL) = (value_text IS NULL))
) STRICT, WITHOUT ROWID;

-- How people group their documents.

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

-- Counts the changes of what a search has in memory: contents of documents, vectors, and the generation with its weights. A
-- question asks for this number alone. Remembered questions, marks and cells of grids do not count.
CREATE TRIGGER revision_document_added AFTER INSERT ON document WHEN new.content IS NOT NULL BEGIN
    UPDATE collection SET revision = revision + 1 WHERE id = new.collection;
END;
CREATE TRIGGER revision_document_changed AFTER UPDATE OF content ON document WHEN old.content IS NOT new.content BEGIN
    UPDATE collection SET revision = revision + 1 WHERE id = new.collection;
END;
CREATE TRIGGER revision_document_deleted AFTER DELETE ON document WHEN old.content IS NOT NULL BEGIN
    UPDATE collection SET revision = revision + 1 WHERE id = old.collection;
END;
CREATE TRIGGER revision_content_changed AFTER UPDATE OF first_passage ON content BEGIN
    UPDATE collection SET revision = revision + 1 WHERE id IN (SELECT collection FROM document WHERE content = new.id);
END;
CREATE TRIGGER revision_vectors_added AFTER INSERT ON vectors BEGIN
    UPDATE collection SET revision = revision + 1
        WHERE id = (SELECT collection FROM generation WHERE id = new.generation);
END;
CREATE TRIGGER revision_vectors_changed AFTER UPDATE ON vectors BEGIN
    UPDATE collection SET revision = revision + 1
        WHERE id = (SELECT collection FROM generation WHERE id = new.generation);
END;
CREATE TRIGGER revision_vectors_deleted AFTER DELETE ON vectors BEGIN
    UPDATE collection SET revision = revision + 1
        WHERE id = (SELECT collection FROM generation WHERE id = old.generation);
END;
CREATE TRIGGER revision_generation_changed AFTER UPDATE ON generation BEGIN
    UPDATE collection SET revision = revision + 1 WHERE id = new.collection;
END;
CREATE TRIGGER revision_generation_added AFTER INSERT ON generation BEGIN
    UPDATE collection SET revision = revision + 1 WHERE id = new.collection;
END;
CREATE TRIGGER revision_generation_deleted AFTER DELETE ON generation BEGIN
    UPDATE collection SET revision = revision + 1 WHERE id = old.collection;
END;
