-- Since when a station is its owner's, and in its organisation: what people did there before is not told to who came after.
ALTER TABLE stations ADD COLUMN owner_since timestamptz, ADD COLUMN organisation_since timestamptz;

UPDATE stations SET owner_since = handed_over_at WHERE handed_over_at IS NOT NULL;
UPDATE stations SET organisation_since = moved.at
  FROM (SELECT station_id, max(answered_at) AS at FROM hand_overs WHERE state = 'accepted' AND to_organisation_id IS NOT NULL GROUP BY 1) AS moved
 WHERE moved.station_id = stations.id AND moved.at IS NOT NULL;

CREATE FUNCTION note_sides_of_station() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.owner_id IS DISTINCT FROM NEW.owner_id THEN NEW.owner_since := now(); END IF;
  IF OLD.organisation_id <> NEW.organisation_id THEN NEW.organisation_since := now(); END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER stations__sides BEFORE UPDATE OF owner_id, organisation_id ON stations
  FOR EACH ROW EXECUTE FUNCTION note_sides_of_station();
