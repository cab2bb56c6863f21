-- As which point of the catalogue a key outside of it is recorded, of one device or of all devices of an organisation. By key, as
-- descriptions are: a device that changes hands is recorded as its organisation of now says.
CREATE TABLE point_recordings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint NOT NULL REFERENCES organisations ON DELETE CASCADE,
  -- Null: every device of the organisation that has none of its own.
  device_id bigint REFERENCES devices ON DELETE CASCADE,
  key text NOT NULL,
  point text NOT NULL,
  -- In which the devices report; values are converted from it.
  unit text NOT NULL,
  made_by bigint REFERENCES users ON DELETE SET NULL,
  made_at timestamptz NOT NULL,
  -- Null while it holds. Ended ones tell which values of the point came from it.
  ended_at timestamptz
);
CREATE UNIQUE INDEX point_recordings__current ON point_recordings (organisation_id, key, device_id)
  NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX point_recordings__device ON point_recordings (device_id) WHERE device_id IS NOT NULL;

ALTER TABLE changes DROP CONSTRAINT changes_topic_check;
ALTER TABLE changes ADD CONSTRAINT changes_topic_check
  CHECK (topic IN ('deviceChanged', 'stationChanged', 'accessChanged', 'recordingsChanged'));
