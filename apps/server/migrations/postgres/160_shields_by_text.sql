-- One code stands for different faults of different makers, so that a shield is about a code and its text.
DROP INDEX alarm_shields_station_id_code_coalesce_idx;
CREATE UNIQUE INDEX ON alarm_shields (station_id, code, text_key, coalesce(device_id, 0)) WHERE ended_at IS NULL;
