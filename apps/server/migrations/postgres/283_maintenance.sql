-- Planned maintenance keeps all alarms of a station quiet that are not about safety, from a time on: a shield that is about no code.
ALTER TABLE alarm_shields ADD COLUMN kind text NOT NULL DEFAULT 'fault' CHECK (kind IN ('fault', 'maintenance'));
-- From when it holds; null: from when it was made.
ALTER TABLE alarm_shields ADD COLUMN starts_at timestamptz;
-- Whether the alarms that stood when it began were told.
ALTER TABLE alarm_shields ADD COLUMN begun boolean NOT NULL DEFAULT true;
CREATE INDEX ON alarm_shields (starts_at) WHERE NOT begun AND ended_at IS NULL;
DROP INDEX alarm_shields_station_id_code_text_key_coalesce_idx;
CREATE UNIQUE INDEX ON alarm_shields (station_id, code, text_key, coalesce(device_id, 0)) WHERE ended_at IS NULL AND kind = 'fault';
CREATE INDEX ON alarm_shields (station_id) WHERE kind = 'maintenance';
