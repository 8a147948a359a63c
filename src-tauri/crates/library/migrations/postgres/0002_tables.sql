-- The tables of figures of a content, with where their rows stand in its passages: to be loaded in one go. Contents that were
-- read before there were tables have none.
CREATE TABLE content_tables (
    content BIGINT PRIMARY KEY REFERENCES content ON DELETE CASCADE,
    body    BYTEA NOT NULL
);
CREATE POLICY wall ON content_tables USING (EXISTS (SELECT 1 FROM content AS owner WHERE owner.id = content_tables.content));
ALTER TABLE content_tables ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON content_tables TO PUBLIC;
