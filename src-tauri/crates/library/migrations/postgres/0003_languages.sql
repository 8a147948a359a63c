-- The language that a content is analysed in, as a code of ISO 639. Contents that were read before languages were known have none.
CREATE TABLE content_language (
    content  BIGINT PRIMARY KEY REFERENCES content ON DELETE CASCADE,
    language TEXT NOT NULL CHECK (language <> '')
);
CREATE POLICY wall ON content_language
    USING (EXISTS (SELECT 1 FROM content AS owner WHERE owner.id = content_language.content));
ALTER TABLE content_language ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
GRANT SELECT, INSERT, UPDATE, DELETE ON content_language TO PUBLIC;

-- Another language gives other terms.
CREATE FUNCTION count_language() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
    UPDATE collection SET revision = revision + 1
        WHERE id IN (SELECT collection FROM document WHERE content = new.content);
    RETURN NULL;
END $$;
CREATE TRIGGER revision AFTER INSERT OR UPDATE ON content_language FOR EACH ROW EXECUTE FUNCTION count_language();
