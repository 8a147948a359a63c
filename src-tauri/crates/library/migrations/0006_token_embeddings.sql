-- Of the states of a passage's tokens two bits a number are kept, where it was their signs. Documents in generations that
-- weigh late interaction are embedded anew: what lacks vectors gets them when the library is opened.

DROP TABLE signs;
DELETE FROM vectors WHERE generation IN (SELECT id FROM generation WHERE late_weight > 0);

-- Quantized token embeddings of passages, in generations with a weight for late interaction: about 15 kB a passage. They
-- are read only for the passages that are reranked.
CREATE TABLE token_embeddings (
    id      INTEGER PRIMARY KEY,
    vectors INTEGER NOT NULL REFERENCES vectors ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,                    -- of the passage in its document
    bytes   BLOB    NOT NULL,
    UNIQUE (vectors, ordinal)
) STRICT;
