-- Lists of alarms, as 301 has them, with less to write for each alarm: what comes at the same time is put in order of ids when it is read.

-- All that alarms of some stations are put in order by, so that thousands of them are without a look at each; by code as well, for what is kept quiet.
DROP INDEX alarms__station, alarms__active_of_station;
CREATE INDEX alarms__of_station ON alarms (station_id, code, began_at DESC, id DESC, recovered_at) INCLUDE (lost, level, assigned_to);

-- Those that ended and those that stand one after the other, in place of an index of both and one of those that stand.
DROP INDEX alarms__loss, alarms__loss_of_active;
CREATE INDEX alarms__loss ON alarms
  (((recovered_at IS NULL)::int), coalesce(lost, '-infinity') DESC, array_position(ARRAY['tip', 'general', 'emergency'], level) DESC, began_at DESC);

DROP INDEX alarms__began, alarms__of_level, alarms__active, alarms__duration;
CREATE INDEX alarms__began ON alarms (began_at DESC);
CREATE INDEX alarms__of_level ON alarms (level, began_at DESC);
CREATE INDEX alarms__active ON alarms (began_at DESC) WHERE recovered_at IS NULL;
CREATE INDEX alarms__duration ON alarms ((recovered_at - began_at) DESC, began_at DESC) WHERE recovered_at IS NOT NULL;

-- Most were processed, and are found without an index of their own.
DROP INDEX alarms__handling;
CREATE INDEX alarms__handling ON alarms (handling, began_at DESC) WHERE handling <> 'processed';

-- Somebody may have very many of which few stand.
DROP INDEX alarms__assigned;
CREATE INDEX alarms__assigned ON alarms (assigned_to, began_at DESC) WHERE assigned_to IS NOT NULL;
CREATE INDEX alarms__assigned_active ON alarms (assigned_to, handling, level) WHERE assigned_to IS NOT NULL AND recovered_at IS NULL;
