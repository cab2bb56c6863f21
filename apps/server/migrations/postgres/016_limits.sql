-- How a device that nobody registered came, so that no network, gateway or region fills the platform, and so that what nobody ever owned
-- can go when it has been silent for long. Those that a person once had to do with stay.
ALTER TABLE devices ADD COLUMN found_by text, ADD COLUMN found_from text;
UPDATE devices SET found_by = coalesce((SELECT connection FROM device_states WHERE device_id = devices.id), 'mqtt')
WHERE organisation_id IS NULL AND station_id IS NULL AND first_seen_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM audit_log WHERE object_type = 'device' AND object_id = devices.id::text);
CREATE INDEX devices__unknown ON devices (id) WHERE organisation_id IS NULL AND found_by IS NOT NULL;

-- Attributes that were sent without bound go; the device says those that fit again.
UPDATE devices SET attributes = '{}' WHERE octet_length(attributes::text) > 20000;

-- Who brought a custom point: ids are one supply for the platform, of which nobody gets more than a share.
ALTER TABLE custom_points ADD COLUMN brought_by text NOT NULL DEFAULT 'nobody', ADD COLUMN created_at timestamptz NOT NULL DEFAULT '1970-01-01Z';
UPDATE custom_points SET brought_by = maker.name FROM (
  SELECT DISTINCT ON (used.point_id) used.point_id,
    CASE WHEN devices.organisation_id IS NOT NULL THEN 'organisation ' || devices.organisation_id
      WHEN devices.found_by IS NOT NULL THEN 'unknown' ELSE 'nobody' END AS name
  FROM device_custom_points used JOIN devices ON devices.id = used.device_id
  ORDER BY used.point_id, devices.organisation_id NULLS LAST
) AS maker WHERE maker.point_id = custom_points.id;
CREATE INDEX custom_points__brought_by ON custom_points (brought_by, created_at);
