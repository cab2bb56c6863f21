-- What people write into the calendar of a station, of a local day or several.
CREATE TABLE station_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  from_day date NOT NULL,
  to_day date NOT NULL CHECK (to_day >= from_day),
  text text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  changed_by bigint REFERENCES users ON DELETE SET NULL,
  changed_at timestamptz
);
CREATE INDEX station_notes__station ON station_notes (station_id, from_day);
CREATE INDEX station_notes__created_by ON station_notes (created_by);
CREATE INDEX station_notes__changed_by ON station_notes (changed_by);
