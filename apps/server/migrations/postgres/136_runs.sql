-- What is done to many devices, one step after the other: a run, and a row for each of its devices.
CREATE TABLE runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  name text NOT NULL,
  organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  reason text NOT NULL DEFAULT '',
  definition jsonb NOT NULL,
  dry_run boolean NOT NULL DEFAULT false,
  concurrency int NOT NULL CHECK (concurrency > 0),
  state text NOT NULL DEFAULT 'executing',
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX runs__open ON runs (id) WHERE ended_at IS NULL;
CREATE INDEX runs__user ON runs (user_id, id);
CREATE INDEX runs__organisation ON runs (organisation_id, id);
CREATE TABLE run_devices (
  run_id bigint NOT NULL REFERENCES runs ON DELETE CASCADE,
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  position int NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  attempt int NOT NULL DEFAULT 1,
  steps jsonb NOT NULL DEFAULT '[]',
  failure text,
  detail text,
  -- Not before: a limit of requests lets it go on then.
  not_before timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- Whose turn it is, and until when without a word of that one; by the clock of the database.
  holder uuid,
  held_until timestamptz,
  PRIMARY KEY (run_id, device_id)
);
-- One run is at a device at a time.
CREATE UNIQUE INDEX run_devices__at ON run_devices (device_id) WHERE state = 'running';
CREATE INDEX run_devices__waiting ON run_devices (device_id, run_id) WHERE state = 'waiting';
CREATE INDEX run_devices__open ON run_devices (run_id, position) WHERE state = 'waiting';
-- What people changed of the parameters of devices.
CREATE TABLE parameter_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  key text NOT NULL,
  at timestamptz NOT NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  run_id bigint REFERENCES runs ON DELETE SET NULL,
  before double precision,
  after double precision,
  wanted double precision NOT NULL,
  state text NOT NULL,
  failure text,
  reason text NOT NULL DEFAULT ''
);
CREATE INDEX parameter_changes__device ON parameter_changes (device_id, id);
