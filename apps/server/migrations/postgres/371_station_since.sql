-- Since when a device is in the station to which it was bound or moved: a server that begins takes into its sums what the device brought along.
ALTER TABLE devices ADD COLUMN station_since timestamptz;
CREATE INDEX devices__station_since ON devices (station_since) WHERE station_since IS NOT NULL;

CREATE FUNCTION note_station_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.station_since := CASE WHEN NEW.station_id IS NULL THEN NULL ELSE now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER devices__station_since BEFORE UPDATE OF station_id ON devices
  FOR EACH ROW WHEN (OLD.station_id IS DISTINCT FROM NEW.station_id) EXECUTE FUNCTION note_station_since();
