-- The tables of figures of a content, with where their rows stand in its passages: to be loaded in one go. Contents that were
-- read before there were tables have none.
CREATE TABLE content_tables (
    content INTEGER PRIMARY KEY REFERENCES content ON DELETE CASCADE,
    body    BLOB NOT NULL
) STRICT;
