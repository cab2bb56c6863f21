-- Firmware that is put on devices, wave after wave.
CREATE TABLE firmware_upgrades (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  firmware_id bigint NOT NULL REFERENCES firmware,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  state text NOT NULL DEFAULT 'executing',
  -- Percent of failures beyond which nothing more begins.
  most_failed int NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX firmware_upgrades__open ON firmware_upgrades (id) WHERE ended_at IS NULL;
CREATE INDEX firmware_upgrades__firmware ON firmware_upgrades (firmware_id, id);
CREATE TABLE firmware_upgrade_devices (
  upgrade_id bigint NOT NULL REFERENCES firmware_upgrades ON DELETE CASCADE,
  device_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  wave int NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  attempt int NOT NULL DEFAULT 1,
  failure text,
  detail text,
  from_version text,
  -- How much of the image the device has asked for.
  sent_bytes bigint NOT NULL DEFAULT 0,
  -- The run that tells it; null: its wave has not begun.
  run_id bigint REFERENCES runs ON DELETE SET NULL,
  began_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (upgrade_id, device_id)
);
-- One upgrade is at a device at a time.
CREATE UNIQUE INDEX firmware_upgrade_devices__at ON firmware_upgrade_devices (device_id)
  WHERE state IN ('checking', 'transferring', 'installing');
CREATE INDEX firmware_upgrade_devices__device ON firmware_upgrade_devices (device_id, upgrade_id);
CREATE INDEX firmware_upgrade_devices__run ON firmware_upgrade_devices (run_id) WHERE run_id IS NOT NULL;
