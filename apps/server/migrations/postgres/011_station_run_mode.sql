-- What the producers of a station do, as devices tell it.
ALTER TABLE station_states ADD COLUMN run_mode text;
