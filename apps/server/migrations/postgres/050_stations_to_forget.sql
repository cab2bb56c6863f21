-- Stations that are gone and whose energies and powers are not deleted yet.
CREATE TABLE stations_to_forget (
  station_id bigint PRIMARY KEY,
  gone_at timestamptz NOT NULL
);
