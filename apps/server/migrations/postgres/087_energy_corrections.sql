-- What people add to the energy a station measured, by its local days or to its total alone. Never in the roll-ups, which are summed again.
CREATE TABLE energy_corrections (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  station_id bigint NOT NULL REFERENCES stations ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('days', 'total', 'offset')),
  -- First and last local day of `days`; of an offset the last one before the station was monitored.
  from_day date,
  to_day date,
  kwh double precision NOT NULL,
  -- Whether the total counts it as well.
  in_total boolean NOT NULL,
  reason text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_by bigint REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  changed_by bigint REFERENCES users ON DELETE SET NULL,
  changed_at timestamptz,
  -- Taken back: it counts no more and stays as a trace.
  removed_by bigint REFERENCES users ON DELETE SET NULL,
  removed_at timestamptz,
  CHECK ((kind = 'days') = (from_day IS NOT NULL)),
  CHECK ((kind = 'total') = (to_day IS NULL)),
  CHECK (from_day IS NULL OR from_day <= to_day)
);
CREATE INDEX energy_corrections__station ON energy_corrections (station_id);
CREATE INDEX energy_corrections__created_by ON energy_corrections (created_by);
CREATE INDEX energy_corrections__changed_by ON energy_corrections (changed_by);
CREATE INDEX energy_corrections__removed_by ON energy_corrections (removed_by);
-- How much of the energies beside them people added.
ALTER TABLE station_states
  ADD COLUMN correction_today double precision NOT NULL DEFAULT 0,
  ADD COLUMN correction_month double precision NOT NULL DEFAULT 0,
  ADD COLUMN correction_year double precision NOT NULL DEFAULT 0,
  ADD COLUMN correction_total double precision NOT NULL DEFAULT 0;
