-- By what lists of devices are scoped, beside the states: a list over all devices that asks for nothing else reads this table alone. Triggers keep it,
-- whoever writes.
ALTER TABLE device_states ADD COLUMN listed_station_id bigint, ADD COLUMN listed_organisation_id bigint, ADD COLUMN listed_kind text;

UPDATE device_states SET listed_station_id = devices.station_id, listed_organisation_id = devices.organisation_id, listed_kind = devices.kind
  FROM devices WHERE devices.id = device_states.device_id;

-- Once for a statement: most that insert states change those that are there.
CREATE FUNCTION place_new_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_states SET listed_station_id = devices.station_id, listed_organisation_id = devices.organisation_id, listed_kind = devices.kind
    FROM made JOIN devices ON devices.id = made.device_id WHERE device_states.device_id = made.device_id;
  RETURN NULL;
END $$;
CREATE TRIGGER device_states__place_new AFTER INSERT ON device_states REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION place_new_states();

CREATE FUNCTION place_changed_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE device_states SET listed_station_id = NEW.station_id, listed_organisation_id = NEW.organisation_id, listed_kind = NEW.kind WHERE device_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER devices__place_changed AFTER UPDATE OF station_id, organisation_id, kind ON devices
  FOR EACH ROW WHEN ((OLD.station_id, OLD.organisation_id, OLD.kind) IS DISTINCT FROM (NEW.station_id, NEW.organisation_id, NEW.kind))
  EXECUTE FUNCTION place_changed_state();
