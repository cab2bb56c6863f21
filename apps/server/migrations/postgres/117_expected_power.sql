-- How far the expected power of each station is computed. `owed_from` and `owed_to`: what has to be computed again before that; `model` names what
-- it was computed by, so that a changed design, place or capacity is noticed.
CREATE TABLE expected_stations (
  station_id bigint PRIMARY KEY REFERENCES stations ON DELETE CASCADE,
  model text,
  computed_until timestamptz,
  owed_from timestamptz,
  owed_to timestamptz,
  calibrated_at timestamptz
);
CREATE INDEX expected_stations_until ON expected_stations (computed_until);

-- What was learned of a station. It holds from that local day on, and the first one of a station also before; `data` as the analysis made it.
CREATE TABLE expected_calibrations (
  id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  valid_from date,
  model text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX expected_calibrations_station ON expected_calibrations (station_id, id);

-- Up to when marks of late powers were read, by the clock of the store that holds them.
CREATE TABLE expected_marks_read (
  name text PRIMARY KEY,
  until timestamptz NOT NULL
);
