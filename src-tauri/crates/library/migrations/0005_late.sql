-- Late interaction: the weight fitted to it, and what it compares.

ALTER TABLE generation ADD COLUMN late_weight REAL CHECK (late_weight BETWEEN 0 AND 1);  -- fitted; NULL: the default

-- Signs of the states of a passage's tokens, one bit a number, in generations that weigh late interaction. Some kilobytes a
-- passage, so they are read for the few that are compared, and never loaded as a whole.
CREATE TABLE signs (
    id      INTEGER PRIMARY KEY,
    vectors INTEGER NOT NULL REFERENCES vectors ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,                    -- of the passage in its document
    bits    BLOB    NOT NULL,
    UNIQUE (vectors, ordinal)
) STRICT;
