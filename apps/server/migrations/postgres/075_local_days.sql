-- When the day ends that a station's revenue was counted for, so that no statement has to know time zones: the database may not know one that the runtime
-- knows, and then answers nobody.
ALTER TABLE revenue_counts ADD COLUMN day_ends_at timestamptz;
DO $$
DECLARE zone text;
BEGIN
  FOR zone IN SELECT DISTINCT stations.time_zone FROM revenue_counts JOIN stations ON stations.id = revenue_counts.station_id LOOP
    BEGIN
      UPDATE revenue_counts SET day_ends_at = (day + 1)::timestamp AT TIME ZONE zone
        FROM stations WHERE stations.id = station_id AND stations.time_zone = zone;
    EXCEPTION WHEN invalid_parameter_value THEN
      -- Its stations are counted anew.
      NULL;
    END;
  END LOOP;
END $$;
-- The few zones of however many stations are read by it.
CREATE INDEX stations__time_zone ON stations (time_zone);
