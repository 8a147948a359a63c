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
