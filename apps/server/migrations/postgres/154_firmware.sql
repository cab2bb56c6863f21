-- Public keys of makers: what carries a signature of one that holds may go to devices.
CREATE TABLE firmware_keys (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  public_key bytea NOT NULL UNIQUE,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  revoked_reason text
);
-- Images that wait for their signature.
CREATE TABLE firmware_uploads (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  file text NOT NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX firmware_uploads__user ON firmware_uploads (user_id);
CREATE TABLE firmware (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  component text NOT NULL,
  models text[] NOT NULL,
  hardware text[] NOT NULL,
  from_version text,
  to_version text,
  notes jsonb NOT NULL,
  state text NOT NULL DEFAULT 'draft',
  file text NOT NULL,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  key_id bigint NOT NULL REFERENCES firmware_keys,
  signature text NOT NULL,
  everybody boolean NOT NULL DEFAULT false,
  withdrawn_reason text,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  released_at timestamptz,
  revision int NOT NULL DEFAULT 1
);
-- What was withdrawn leaves its version to a better one.
CREATE UNIQUE INDEX firmware__version ON firmware (lower(name), component, lower(version)) WHERE state <> 'withdrawn';
CREATE INDEX firmware__key ON firmware (key_id);
CREATE INDEX firmware__file ON firmware (file);
CREATE INDEX firmware__created ON firmware (created_at DESC, id DESC);
CREATE TABLE firmware_organisations (
  firmware_id bigint NOT NULL REFERENCES firmware ON DELETE CASCADE,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  PRIMARY KEY (firmware_id, organisation_id)
);
CREATE INDEX firmware_organisations__organisation ON firmware_organisations (organisation_id);
