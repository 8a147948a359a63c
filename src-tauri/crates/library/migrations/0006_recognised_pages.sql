-- Text recognised on pages that are pictures. It belongs to the bytes, so it stays when passages are cut anew.

CREATE TABLE recognised_page (
    content    INTEGER NOT NULL REFERENCES content ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    confidence REAL    NOT NULL CHECK (confidence BETWEEN 0 AND 1),
    body       BLOB    NOT NULL,                 -- see recognised.rs; starts with its format number
    PRIMARY KEY (content, position)
) STRICT;
