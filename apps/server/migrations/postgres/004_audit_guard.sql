-- The audit log only grows: entries are neither changed nor removed, whoever asks. Sealing an entry once is the only exception.
CREATE FUNCTION audit_log_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.position IS NULL AND OLD.seal IS NULL
     AND to_jsonb(NEW) - 'position' - 'seal' = to_jsonb(OLD) - 'position' - 'seal' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'entries of the audit log are never changed or removed';
END $$;
CREATE TRIGGER audit_log_guard BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION audit_log_guard();
CREATE TRIGGER audit_log_guard_all BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_guard();

-- End of the chain: without it, entries cut off at the end would not be missed.
CREATE TABLE audit_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  position bigint NOT NULL,
  seal bytea NOT NULL
);

-- When the grantee was told that the grant ends soon.
ALTER TABLE grants ADD COLUMN reminded_at timestamptz;
CREATE INDEX grants__to_remind ON grants (ends_at) WHERE state = 'accepted' AND reminded_at IS NULL;

-- Names of labels differ by more than case, in every script.
DROP INDEX labels__name;
CREATE UNIQUE INDEX labels__name ON labels (organisation_id, lower(name COLLATE pg_c_utf8));
