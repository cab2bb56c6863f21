-- Forecasts of the power of stations by local day, W by half hour, made in the evening before; gone once they are measured.
CREATE TABLE station_forecasts (
  station_id integer NOT NULL REFERENCES stations ON DELETE CASCADE,
  day date NOT NULL,
  made_at timestamptz NOT NULL,
  source text NOT NULL CHECK (source IN ('weather', 'persistence')),
  forecast real[] NOT NULL,
  PRIMARY KEY (station_id, day)
);

-- How good they were, for a month: sums of squared errors beside those of plain persistence, a day and an hour ahead, and the errors by the power of a
-- clear sky, null by night and where nothing was measured.
CREATE TABLE forecast_days (
  station_id integer NOT NULL REFERENCES stations ON DELETE CASCADE,
  day date NOT NULL,
  source text NOT NULL,
  places smallint NOT NULL,
  squared double precision NOT NULL,
  squared_persistence double precision NOT NULL,
  hour_places smallint NOT NULL,
  hour_squared double precision NOT NULL,
  hour_squared_persistence double precision NOT NULL,
  errors real[] NOT NULL,
  PRIMARY KEY (station_id, day)
);
CREATE INDEX forecast_days__day ON forecast_days (day);
