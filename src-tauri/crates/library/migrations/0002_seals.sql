-- A seal for each row, or for the rows that belong together: the first 8 bytes of SHA-256 over their columns. Pincite writes it
-- in the transaction that writes the rows. What a bad disk or another program changes later does not fit its seal.
CREATE TABLE seal (
    tbl   TEXT    NOT NULL,
    owner INTEGER NOT NULL,
    sum   INTEGER NOT NULL,
    PRIMARY KEY (tbl, owner)
) STRICT, WITHOUT ROWID;
