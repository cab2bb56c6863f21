-- Lists of who reaches some of the stations: that an alarm is of another one is seen in the index, without a look at the alarm.
DROP INDEX alarms__loss;
CREATE INDEX alarms__loss ON alarms
  (((recovered_at IS NULL)::int), coalesce(lost, '-infinity') DESC, array_position(ARRAY['tip', 'general', 'emergency'], level) DESC, began_at DESC, station_id);

-- Few are assigned.
CREATE INDEX alarms__assigned_to_anybody ON alarms (began_at DESC, station_id) WHERE assigned_to IS NOT NULL;

-- What a new index computes is not known to the planner before.
ANALYZE alarms;
