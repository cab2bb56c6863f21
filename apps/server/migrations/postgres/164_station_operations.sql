-- What was done at a station is listed by it, also after a device went elsewhere.
ALTER TABLE run_devices
  -- Of the device, when the run was started.
  ADD COLUMN station_id bigint;
UPDATE run_devices SET station_id = devices.station_id FROM devices WHERE devices.id = run_devices.device_id;
CREATE INDEX run_devices__station ON run_devices (station_id, run_id) WHERE station_id IS NOT NULL;
CREATE INDEX commands__station ON commands (station_id, id) WHERE station_id IS NOT NULL;
