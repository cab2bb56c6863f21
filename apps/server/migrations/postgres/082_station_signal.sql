-- The weakest signal among the devices of a station that are heard, percent.
ALTER TABLE station_states ADD COLUMN signal double precision;
