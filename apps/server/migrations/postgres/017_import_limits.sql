-- Imports and their files count towards the organisation of the person who brought them; without one, towards the person alone.
ALTER TABLE imports
  ADD COLUMN organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  -- Place in the queue that organisations share: lower ones run first, and each organisation's own follow one another.
  ADD COLUMN turn bigint NOT NULL DEFAULT 0,
  -- Runs that began and came to no end, because the process died.
  ADD COLUMN broken_runs int NOT NULL DEFAULT 0;
UPDATE imports SET organisation_id = users.organisation_id FROM users WHERE users.id = imports.user_id;

CREATE TABLE import_files (
  file_id text PRIMARY KEY,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  -- Announced by the request until the file is whole, its real size from then on.
  bytes bigint NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX import_files__organisation ON import_files (organisation_id);
