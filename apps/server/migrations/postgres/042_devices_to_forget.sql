-- Devices that left their owner and whose measurements are not deleted yet. One that has another owner meanwhile keeps what it measured since.
CREATE TABLE devices_to_forget (
  device_id bigint PRIMARY KEY,
  sn text NOT NULL,
  freed_at timestamptz NOT NULL,
  kept_from timestamptz
);

DO $$
BEGIN
  IF to_regclass('jobs.job') IS NOT NULL THEN
    INSERT INTO devices_to_forget (device_id, sn, freed_at)
    SELECT (data->>'deviceId')::bigint, data->>'sn', now() FROM jobs.job
    WHERE name = 'devices.forget' AND state < 'completed' AND data ? 'deviceId'
    ON CONFLICT DO NOTHING;
  END IF;
END $$;
