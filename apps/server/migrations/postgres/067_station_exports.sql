-- Files of the list of stations that people asked for; they are kept for a while.
CREATE TABLE station_exports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What was asked for: filters, order, columns, language, zone.
  query jsonb NOT NULL,
  format text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  rows_done int NOT NULL DEFAULT 0,
  rows_total int,
  -- Key of the error that ended it.
  error text,
  created_at timestamptz NOT NULL
);
CREATE INDEX station_exports__user ON station_exports (user_id, created_at);
CREATE INDEX station_exports__created ON station_exports (created_at);
