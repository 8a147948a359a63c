-- What people call their documents, and how they group them.

-- The name that a person gave; NULL: the document is called by its title or its file name.
ALTER TABLE document ADD COLUMN name TEXT CHECK (name <> '');

CREATE TABLE tag (
    document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    name     TEXT    NOT NULL COLLATE NOCASE CHECK (name <> ''),
    PRIMARY KEY (document, name)
) STRICT, WITHOUT ROWID;
