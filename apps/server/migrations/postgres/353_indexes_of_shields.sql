-- An alarm meets the shields alone that are about it and not over yet: a station may have had thousands of one code.
CREATE INDEX alarm_shields__of_fault ON alarm_shields (station_id, code, device_id, (coalesce(ended_at, until, 'infinity')));
DROP INDEX alarm_shields_station_id_code_idx;
CREATE INDEX alarm_shields__maintenance ON alarm_shields (station_id, (coalesce(ended_at, until, 'infinity'))) WHERE kind = 'maintenance';
DROP INDEX alarm_shields_station_id_idx;
