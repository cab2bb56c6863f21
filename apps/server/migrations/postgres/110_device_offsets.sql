-- kWh that people add to the lifetime counter of a device: what it gave before it was monitored, or what a counter held that was replaced.
ALTER TABLE devices ADD COLUMN energy_offset double precision, ADD COLUMN energy_offset_reason text;
