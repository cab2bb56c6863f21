-- Prices of energy. A tariff belongs to an organisation or to one person; where its owner is gone it stays for the stations that have it.
CREATE TABLE tariffs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id bigint REFERENCES organisations ON DELETE SET NULL,
  owner_id bigint REFERENCES users ON DELETE SET NULL,
  name text NOT NULL,
  currency text NOT NULL,
  -- [{from: day or null, rules}], in the order of the days.
  versions jsonb NOT NULL,
  revision int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tariffs__one_owner CHECK (organisation_id IS NULL OR owner_id IS NULL)
);
CREATE UNIQUE INDEX tariffs__name ON tariffs (organisation_id, lower(name)) WHERE organisation_id IS NOT NULL;
CREATE UNIQUE INDEX tariffs__name_of_owner ON tariffs (owner_id, lower(name)) WHERE owner_id IS NOT NULL;

-- Which tariff a station has from a local day on; `-infinity`: from the beginning. Before the first row its simple prices hold.
CREATE TABLE station_tariffs (
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  from_day date NOT NULL,
  tariff_id bigint REFERENCES tariffs ON DELETE RESTRICT,
  PRIMARY KEY (station_id, from_day)
);
CREATE INDEX station_tariffs__tariff ON station_tariffs (tariff_id);

ALTER TABLE stations
  ADD COLUMN investment double precision,
  ADD COLUMN investment_currency text,
  ADD CONSTRAINT stations__investment CHECK ((investment IS NULL) = (investment_currency IS NULL));

-- Revenue as it was last counted, minor units. `before_...`: of the month, the year and all time before `day`.
CREATE TABLE station_revenues (
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  currency text NOT NULL,
  today bigint,
  before_month bigint,
  before_year bigint,
  before_total bigint,
  PRIMARY KEY (station_id, currency)
);
-- When a station's revenue was counted, and which local day was its last one. A change of prices removes the row.
CREATE TABLE revenue_counts (
  station_id bigint PRIMARY KEY REFERENCES stations ON DELETE CASCADE,
  day date NOT NULL,
  counted_at timestamptz NOT NULL
);

-- What one unit of a currency is worth from a day on, for an organisation or for one person.
CREATE TABLE exchange_rates (
  organisation_id bigint REFERENCES organisations ON DELETE CASCADE,
  owner_id bigint REFERENCES users ON DELETE CASCADE,
  currency text NOT NULL,
  day date NOT NULL,
  rate double precision NOT NULL,
  into_currency text NOT NULL,
  CONSTRAINT exchange_rates__one_owner CHECK ((organisation_id IS NULL) <> (owner_id IS NULL))
);
CREATE UNIQUE INDEX exchange_rates__day ON exchange_rates (organisation_id, currency, day) WHERE organisation_id IS NOT NULL;
CREATE UNIQUE INDEX exchange_rates__day_of_owner ON exchange_rates (owner_id, currency, day) WHERE owner_id IS NOT NULL;

-- Roles that were made from built-in ones keep pace with them: who gives others work on stations gives no more than they hold.
UPDATE roles SET permissions = permissions || 'tariffs.view'::text
 WHERE 'stations.view' = ANY(permissions) AND based_on <> 'visitor';
UPDATE roles SET permissions = permissions || 'tariffs.assign'::text
 WHERE 'stations.grant' = ANY(permissions) AND based_on <> 'internalReadOnly';

-- What prices a station's energies anew makes its counted revenue old.
CREATE FUNCTION forget_counted_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM revenue_counts WHERE station_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER stations__revenue AFTER UPDATE OF currency, price_buy, price_feed_in, time_zone, grid_type ON stations
  FOR EACH ROW EXECUTE FUNCTION forget_counted_revenue();
