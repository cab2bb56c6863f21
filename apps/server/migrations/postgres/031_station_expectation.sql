-- What the sun should have given a station since its local midnight, kWh, and the measured irradiation on its modules, kWh/m2.
ALTER TABLE station_states
  ADD COLUMN expected_today double precision,
  ADD COLUMN irradiation_today double precision;
