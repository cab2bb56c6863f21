-- Lists of alarms are read along these in each of their orders, and counted by them; those that they replace go.

-- What cost the same, or is not known, comes by its level.
DROP INDEX alarms__lost, alarms__loss;
CREATE INDEX alarms__loss ON alarms
  (coalesce(lost, '-infinity') DESC, array_position(ARRAY['tip', 'general', 'emergency'], level) DESC, began_at DESC, id DESC);
CREATE INDEX alarms__loss_of_active ON alarms
  (coalesce(lost, '-infinity') DESC, array_position(ARRAY['tip', 'general', 'emergency'], level) DESC, began_at DESC, id DESC)
  WHERE recovered_at IS NULL;

-- Levels are read one after the other, along `alarms__of_level`.
DROP INDEX alarms__level;

DROP INDEX alarms__active;
CREATE INDEX alarms__active ON alarms (began_at DESC, id DESC) WHERE recovered_at IS NULL;
CREATE INDEX alarms__active_of_station ON alarms (station_id, began_at DESC, id DESC) WHERE recovered_at IS NULL;

-- How long those that ended stood, and which ended since a time.
DROP INDEX alarms__recovered_rules;
CREATE INDEX alarms__duration ON alarms ((recovered_at - began_at) DESC, began_at DESC, id DESC) WHERE recovered_at IS NOT NULL;
CREATE INDEX alarms__recovered ON alarms (recovered_at) WHERE recovered_at IS NOT NULL;

DROP INDEX alarms__unhandled, alarms__confirmed;
CREATE INDEX alarms__handling ON alarms (handling, began_at DESC, id DESC);

DROP INDEX alarms_assigned_to_idx;
CREATE INDEX alarms__assigned ON alarms (assigned_to, began_at DESC, id DESC) WHERE assigned_to IS NOT NULL;

-- Most alarms are told by devices; few are of another type.
CREATE INDEX alarms__type ON alarms (type, began_at DESC, id DESC) WHERE type <> 'deviceFault';

-- Exactly as `contains` of `list-query.ts` writes it.
CREATE INDEX devices__sn_part ON devices USING gin (lower(sn COLLATE pg_c_utf8) gin_trgm_ops);
