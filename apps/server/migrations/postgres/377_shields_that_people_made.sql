-- What people keep quiet at a station is read by itself: what follows labels there may be a hundred thousand rows.
CREATE INDEX alarm_shields__made ON alarm_shields (station_id) WHERE parent_id IS NULL;
