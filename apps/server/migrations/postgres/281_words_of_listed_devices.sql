-- All that lists of devices are narrowed and ordered by stands beside the states, so that a list under any filter in any order reads one table: a join of
-- all devices with all states costs twice as much. Names, models, makers and firmware are numbers of words in small letters; a fleet has few of them.
CREATE TABLE listed_words (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word text COLLATE pg_c_utf8 NOT NULL CONSTRAINT listed_words__word UNIQUE
);
CREATE INDEX listed_words__search ON listed_words USING gin (word gin_trgm_ops);

ALTER TABLE device_states ADD COLUMN listed_name int, ADD COLUMN listed_model int, ADD COLUMN listed_manufacturer int, ADD COLUMN listed_firmware int,
  ADD COLUMN listed_rated_power double precision, ADD COLUMN listed_production_date date, ADD COLUMN listed_warranty_end date,
  ADD COLUMN listed_first_power_on date, ADD COLUMN listed_sold_on date;

-- The words of devices that come, each once.
CREATE FUNCTION keep_listed_words(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO listed_words (word)
  SELECT DISTINCT lower(told.word COLLATE pg_c_utf8) FROM devices, LATERAL (VALUES (name), (model), (manufacturer), (firmware)) AS told (word)
   WHERE devices.id = ANY(ids) AND told.word IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM listed_words AS known WHERE known.word = lower(told.word COLLATE pg_c_utf8))
   ORDER BY 1
  ON CONFLICT (word) DO NOTHING
$$;

-- What states of devices are listed by, as their devices are now.
CREATE FUNCTION list_devices(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT keep_listed_words(ids);
  -- In the order in which states are written, so that neither waits for the other in turns.
  SELECT count(*) FROM (SELECT 1 FROM device_states WHERE device_id = ANY(ids) ORDER BY device_id FOR NO KEY UPDATE) AS held;
  UPDATE device_states SET listed_station_id = devices.station_id, listed_organisation_id = devices.organisation_id, listed_kind = devices.kind,
    listed_name = named.id, listed_model = model.id, listed_manufacturer = maker.id, listed_firmware = firmware.id,
    listed_rated_power = devices.rated_power, listed_production_date = devices.production_date, listed_warranty_end = devices.warranty_end,
    listed_first_power_on = devices.first_power_on, listed_sold_on = devices.sold_on
    FROM devices
    LEFT JOIN listed_words AS named ON named.word = lower(devices.name COLLATE pg_c_utf8)
    LEFT JOIN listed_words AS model ON model.word = lower(devices.model COLLATE pg_c_utf8)
    LEFT JOIN listed_words AS maker ON maker.word = lower(devices.manufacturer COLLATE pg_c_utf8)
    LEFT JOIN listed_words AS firmware ON firmware.word = lower(devices.firmware COLLATE pg_c_utf8)
   WHERE devices.id = ANY(ids) AND device_states.device_id = devices.id
$$;

CREATE OR REPLACE FUNCTION place_new_states() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT device_id FROM made);
BEGIN
  IF cardinality(ids) > 0 THEN PERFORM list_devices(ids); END IF;
  RETURN NULL;
END $$;

DROP TRIGGER devices__place_changed ON devices;
DROP FUNCTION place_changed_state();
CREATE FUNCTION place_changed_states() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(
    SELECT changed.id FROM changed JOIN replaced ON replaced.id = changed.id
     WHERE (replaced.station_id, replaced.organisation_id, replaced.kind, replaced.name, replaced.model, replaced.manufacturer, replaced.firmware,
            replaced.rated_power, replaced.production_date, replaced.warranty_end, replaced.first_power_on, replaced.sold_on)
       IS DISTINCT FROM
           (changed.station_id, changed.organisation_id, changed.kind, changed.name, changed.model, changed.manufacturer, changed.firmware,
            changed.rated_power, changed.production_date, changed.warranty_end, changed.first_power_on, changed.sold_on));
BEGIN
  IF cardinality(ids) > 0 THEN PERFORM list_devices(ids); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER devices__place_changed AFTER UPDATE ON devices REFERENCING OLD TABLE AS replaced NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION place_changed_states();

SELECT list_devices(ARRAY(SELECT id FROM devices));

-- Who sees few devices has them found by their stations. States that change leave these indexes alone.
CREATE INDEX device_states__listed_station ON device_states (listed_station_id);
CREATE INDEX device_states__listed_organisation ON device_states (listed_organisation_id) WHERE listed_station_id IS NULL;
ANALYZE listed_words;
ANALYZE device_states;
