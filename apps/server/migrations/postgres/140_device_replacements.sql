-- Which device took the place of which. The row of the place goes on with the new serial number; this says what stood there before.
CREATE TABLE device_replacements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  -- At whose station: whoever has the device later is not told.
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  old_sn text NOT NULL,
  new_sn text NOT NULL,
  old jsonb NOT NULL,
  reason text NOT NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  replaced_at timestamptz NOT NULL
);
CREATE INDEX device_replacements__device ON device_replacements (device_id, id);
CREATE INDEX device_replacements__station ON device_replacements (station_id);
CREATE INDEX device_replacements__user ON device_replacements (user_id);
