-- Who decides over states, alarms and energies. An owner is one life of the work of one server: it begins when the server takes partitions, and
-- ends when the server takes others, stops, or has its partitions taken away.
CREATE TABLE work_owners (
  id uuid PRIMARY KEY,
  server text NOT NULL,
  began_at timestamptz NOT NULL DEFAULT now(),
  -- Null: as long as its server holds the database alone.
  alive_until timestamptz,
  ended_at timestamptz
);

CREATE TABLE work_partitions (
  "partition" smallint PRIMARY KEY,
  owner uuid NOT NULL REFERENCES work_owners
);
CREATE INDEX ON work_partitions (owner);

-- What was decided before there were owners belongs to one that has ended.
INSERT INTO work_owners (id, server, ended_at) VALUES ('00000000-0000-0000-0000-000000000000', 'before', now());
INSERT INTO work_partitions SELECT n, '00000000-0000-0000-0000-000000000000' FROM generate_series(0, 255) AS n;

ALTER TABLE fact_positions ADD COLUMN owner uuid REFERENCES work_owners ON DELETE CASCADE;
UPDATE fact_positions SET owner = '00000000-0000-0000-0000-000000000000';
ALTER TABLE fact_positions ALTER COLUMN owner SET NOT NULL;
ALTER TABLE fact_positions DROP CONSTRAINT fact_positions_pkey;
ALTER TABLE fact_positions ADD PRIMARY KEY (owner, consumer);

-- Servers that store samples, which others decide over.
CREATE TABLE fact_sources (
  id uuid PRIMARY KEY,
  server text NOT NULL,
  alive_until timestamptz NOT NULL,
  -- What it stored from then on may be unheard of.
  unheard_since timestamptz NOT NULL,
  -- Everything whose storing began before was told to the others.
  stored_until timestamptz NOT NULL
);
