-- Tables of devices that were uploaded and checked, and what became of each of their rows.
CREATE TABLE device_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  file_name text NOT NULL,
  language text NOT NULL,
  -- Where whoever started it last sat: guesses at serial numbers count by network, too.
  address text,
  state text NOT NULL CHECK (state IN ('checked', 'running', 'ended')),
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX device_imports__user ON device_imports (user_id, id);
CREATE INDEX device_imports__organisation ON device_imports (organisation_id);
CREATE INDEX device_imports__running ON device_imports (id) WHERE state = 'running';

CREATE TABLE device_import_rows (
  import_id bigint NOT NULL REFERENCES device_imports ON DELETE CASCADE,
  -- As spreadsheets count, the headings in row 1.
  row integer NOT NULL,
  -- In which rows are added: what hangs on another row comes after it.
  place integer NOT NULL,
  sn text NOT NULL,
  station text NOT NULL,
  kind text,
  -- What is added; null where a cell is wrong.
  fields jsonb,
  -- Sealed, and gone once the device is added.
  claim_code bytea,
  station_id bigint,
  state text NOT NULL CHECK (state IN ('wrong', 'failed', 'ready', 'waiting', 'added')),
  message text,
  device_id bigint,
  -- Of the device, sealed; gone a day after the end.
  secret bytea,
  PRIMARY KEY (import_id, row)
);
CREATE INDEX device_import_rows__waiting ON device_import_rows (import_id, place) WHERE state = 'waiting';
