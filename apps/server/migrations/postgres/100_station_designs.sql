-- The arrays of modules of a station, by version: [{from: day or null, arrays}], in the order of the days. A station without a row is not configured.
CREATE TABLE station_designs (
  station_id bigint PRIMARY KEY REFERENCES stations ON DELETE CASCADE,
  versions jsonb NOT NULL,
  revision int NOT NULL
);
