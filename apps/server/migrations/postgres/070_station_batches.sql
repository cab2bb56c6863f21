-- Tables of new stations that were uploaded and found right: they wait to be started, and are created as a whole or not at all.
CREATE TABLE station_batches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  file_name text NOT NULL,
  language text NOT NULL,
  state text NOT NULL CHECK (state IN ('ready', 'creating', 'done', 'failed')),
  -- What is to be created; gone with the end, because then it stands in the stations.
  stations jsonb,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  message text,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX station_batches__user ON station_batches (user_id, id);
