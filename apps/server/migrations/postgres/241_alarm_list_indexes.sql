-- Lists of alarms read a page in its order, however many alarms there are; the rank of levels is that of `LEVEL_RANK`.
CREATE INDEX alarms__began ON alarms (began_at DESC, id DESC);
CREATE INDEX alarms__level ON alarms (array_position(ARRAY['tip', 'general', 'emergency'], level) DESC NULLS LAST, began_at DESC, id DESC);
CREATE INDEX alarms__loss ON alarms (lost DESC NULLS LAST, began_at DESC, id DESC);
CREATE INDEX alarms__of_level ON alarms (level, began_at DESC, id DESC);
CREATE INDEX alarms__code ON alarms (code, began_at DESC);
CREATE INDEX alarms__device ON alarms (device_id, began_at DESC);
CREATE INDEX alarms__unhandled ON alarms (began_at DESC, id DESC) WHERE handling = 'unhandled';
CREATE INDEX alarms__confirmed ON alarms (began_at DESC, id DESC) WHERE handling = 'confirmed';
