-- What each station should have given since its local midnight as far as it is computed, by what most of it rests on, and when that was said:
-- lists and overviews show the same expectation as the curve of the station.
ALTER TABLE expected_stations
  ADD COLUMN today_start timestamptz,
  ADD COLUMN today_kwh double precision,
  ADD COLUMN today_by text CHECK (today_by IN ('sensor', 'weather', 'peers', 'clearSky')),
  ADD COLUMN today_at timestamptz;
CREATE INDEX expected_stations_today_at ON expected_stations (today_at);
ALTER TABLE station_states
  ADD COLUMN expected_by text CHECK (expected_by IN ('sensor', 'weather', 'peers', 'clearSky'));
