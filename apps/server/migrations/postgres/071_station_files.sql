-- Cover photo, pictures and documents of stations. Their content is in the store of files; the small picture of a cover is here, because lists show many.
CREATE TABLE station_files (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('cover', 'picture', 'document')),
  name text NOT NULL,
  type text NOT NULL,
  bytes integer NOT NULL,
  width integer,
  height integer,
  file text NOT NULL UNIQUE,
  thumb bytea,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX station_files__station ON station_files (station_id, id);
CREATE UNIQUE INDEX station_files__cover ON station_files (station_id) WHERE kind = 'cover';
CREATE INDEX station_files__created_by ON station_files (created_by);
