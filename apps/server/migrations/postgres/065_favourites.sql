-- Stations that a person marked. What somebody may no longer see stays hidden by the scope of every list.
CREATE TABLE favourites (
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  PRIMARY KEY (user_id, station_id)
);
CREATE INDEX favourites__station ON favourites (station_id);
