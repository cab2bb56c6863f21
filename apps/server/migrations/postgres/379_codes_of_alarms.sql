-- The codes that alarms were ever of, so that a text is looked for among these. Devices of one organisation can bring so many that each search would
-- go through all alarms instead. The database keeps them itself, whoever writes an alarm. None is removed with its last alarm: there are never more than alarms.
CREATE TABLE alarm_codes (
  code text PRIMARY KEY
);
CREATE INDEX alarm_codes__part ON alarm_codes USING gin (lower(code COLLATE pg_c_utf8) gin_trgm_ops);

CREATE FUNCTION keep_alarm_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In order, so that two who bring the same ones do not wait for each other.
  INSERT INTO alarm_codes (code)
  SELECT DISTINCT fresh.code FROM fresh
   WHERE NOT EXISTS (SELECT FROM alarm_codes known WHERE known.code = fresh.code)
   ORDER BY fresh.code
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_alarm_codes AFTER INSERT ON alarms
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_alarm_codes();

INSERT INTO alarm_codes (code) SELECT DISTINCT code FROM alarms;
