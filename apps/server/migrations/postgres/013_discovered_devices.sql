-- Serial numbers that a V5 logger names and that nobody registered behind it. They are no devices until a person accepts them,
-- because anybody can say anything with a logger's serial number.
CREATE TABLE discovered_devices (
  logger_id bigint NOT NULL REFERENCES devices ON DELETE CASCADE,
  sn text NOT NULL,
  kind text NOT NULL,
  model text,
  manufacturer text,
  firmware text,
  profile_id text,
  upload_interval_seconds double precision,
  -- A person said that it does not belong there.
  declined boolean NOT NULL DEFAULT false,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (logger_id, sn)
);

-- A person decided that its logger speaks for the device although it has a secret of its own.
ALTER TABLE devices ADD COLUMN logger_speaks boolean NOT NULL DEFAULT false;
-- Devices behind sticks got a secret when they were added; those that report through their stick go on.
UPDATE devices SET logger_speaks = true FROM device_states
 WHERE device_states.device_id = devices.id AND device_states.connection = 'v5'
   AND devices.parent_id IS NOT NULL AND devices.secret_hash IS NOT NULL;
