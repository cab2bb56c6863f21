-- A picture or document of a station that is about one of its devices.
ALTER TABLE station_files ADD device_id bigint REFERENCES devices ON DELETE SET NULL;
CREATE INDEX station_files__device ON station_files (device_id) WHERE device_id IS NOT NULL;
