-- A seal for each row, or for the rows that belong together: the first 8 bytes of SHA-256 over their columns. Pincite writes it
-- in the transaction that writes the rows. What a bad disk or another program changes later does not fit its seal.
CREATE TABLE seal (
    tbl   TEXT    NOT NULL,
    owner INTEGER NOT NULL,
    sum   INTEGER NOT NULL,
    PRIMARY KEY (tbl, owner)
) STRICT, WITHOUT ROWID;

-- Contents of which something stored is missing, or was noted as unreadable.
CREATE VIEW damaged_content AS
    SELECT id FROM content c WHERE recipe = 'unreadable'
        OR NOT EXISTS (SELECT 1 FROM content_terms WHERE content = c.id)
        OR page_count <> (SELECT count(*) FROM page WHERE content = c.id)
        OR passage_count <> (SELECT count(*) FROM passage WHERE content = c.id);
