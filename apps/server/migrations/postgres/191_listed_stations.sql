-- What lists of stations are narrowed, ordered and scoped by, with texts in small letters: a list over all stations reads this narrow table beside
-- the states instead of whole stations. Triggers keep it, whoever writes.
CREATE TABLE listed_stations (
  id bigint PRIMARY KEY REFERENCES stations ON DELETE CASCADE,
  organisation_id bigint NOT NULL,
  owner_id bigint,
  ended_at timestamptz,
  shared boolean NOT NULL,
  type text NOT NULL,
  -- Null where it is not known, so that the planner knows how many lie within a range.
  capacity_kw double precision,
  grid_connected_on date,
  country text,
  town_country text,
  name text COLLATE pg_c_utf8 NOT NULL,
  address text COLLATE pg_c_utf8,
  town text COLLATE pg_c_utf8,
  region text COLLATE pg_c_utf8,
  place_names jsonb
);
CREATE INDEX listed_stations__organisation ON listed_stations (organisation_id);
CREATE INDEX listed_stations__owner ON listed_stations (owner_id);

CREATE FUNCTION list_new_stations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO listed_stations (id, organisation_id, owner_id, ended_at, shared, type, capacity_kw, grid_connected_on, country, town_country,
    name, address, town, region, place_names)
  SELECT id, organisation_id, owner_id, ended_at, shared, type, nullif(capacity_kw, 0), grid_connected_on, country, town_country,
    lower(name COLLATE pg_c_utf8), lower(address COLLATE pg_c_utf8), lower(town COLLATE pg_c_utf8), lower(region COLLATE pg_c_utf8), place_names
    FROM made;
  RETURN NULL;
END $$;
CREATE TRIGGER stations__list_new AFTER INSERT ON stations REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION list_new_stations();

CREATE FUNCTION list_changed_station() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listed_stations SET organisation_id = NEW.organisation_id, owner_id = NEW.owner_id, ended_at = NEW.ended_at, shared = NEW.shared,
    type = NEW.type, capacity_kw = nullif(NEW.capacity_kw, 0), grid_connected_on = NEW.grid_connected_on, country = NEW.country,
    town_country = NEW.town_country, name = lower(NEW.name COLLATE pg_c_utf8), address = lower(NEW.address COLLATE pg_c_utf8),
    town = lower(NEW.town COLLATE pg_c_utf8), region = lower(NEW.region COLLATE pg_c_utf8), place_names = NEW.place_names
   WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER stations__list_changed AFTER UPDATE OF organisation_id, owner_id, ended_at, shared, type, capacity_kw, grid_connected_on, country,
  town_country, name, address, town, region, place_names ON stations
  FOR EACH ROW EXECUTE FUNCTION list_changed_station();

INSERT INTO listed_stations (id, organisation_id, owner_id, ended_at, shared, type, capacity_kw, grid_connected_on, country, town_country,
  name, address, town, region, place_names)
SELECT id, organisation_id, owner_id, ended_at, shared, type, nullif(capacity_kw, 0), grid_connected_on, country, town_country,
  lower(name COLLATE pg_c_utf8), lower(address COLLATE pg_c_utf8), lower(town COLLATE pg_c_utf8), lower(region COLLATE pg_c_utf8), place_names
  FROM stations;
ANALYZE listed_stations;

-- Figures that are computed of several columns (`station-figures.ts`): without these the planner takes one of 200 stations for each range, and looks
-- tens of thousands up one by one.
CREATE STATISTICS station_states__loss ON
  (CASE WHEN expected_today > (energy_today - correction_today) THEN expected_today - (energy_today - correction_today)
        WHEN expected_today <= (energy_today - correction_today) THEN 0 END) FROM station_states;
CREATE STATISTICS station_states__devices_offline ON (devices_total - devices_online) FROM station_states;
ANALYZE station_states;
