-- By what an ingest key is known again, who made it and when it was used last; null for keys of before.
ALTER TABLE ingest_keys
  ADD COLUMN prefix text,
  ADD COLUMN created_by bigint REFERENCES users ON DELETE SET NULL,
  ADD COLUMN last_used_at timestamptz;
CREATE INDEX ingest_keys__organisation ON ingest_keys (organisation_id);
CREATE INDEX ingest_keys__created_by ON ingest_keys (created_by);
