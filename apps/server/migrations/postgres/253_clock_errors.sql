-- What devices sent with a time that cannot be: how often in an hour, and by how much their clock was off at most, milliseconds, before or behind.
CREATE TABLE device_clock_errors (
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  count int NOT NULL,
  off_by bigint NOT NULL,
  PRIMARY KEY (device_id, hour)
);
CREATE INDEX ON device_clock_errors (hour);
