-- What the key figures of IEC 61724-1 are made of, by local days that are over; energies are kWh, irradiations kWh/m², NaN where not known. Buckets are
-- five minutes of daylight. `capacity` is the share of the DC nameplate, kW, that hangs on an inverter.
CREATE TABLE IF NOT EXISTS kpi_device_days {on_cluster} (
  device UInt32 CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  capacity Float64 CODEC(ZSTD(1)),
  energy Float64 CODEC(ZSTD(1)),
  completeness Float32 CODEC(ZSTD(1)),
  -- Out of and into the inverter, over the minutes in which both are measured.
  ac Float64 CODEC(ZSTD(1)),
  dc Float64 CODEC(ZSTD(1)),
  daylight UInt16 CODEC(ZSTD(1)),
  -- Buckets in which it told that it ran, was out of service though it could have run, waited for the grid, or was stopped by somebody.
  running UInt16 CODEC(ZSTD(1)),
  outages UInt16 CODEC(ZSTD(1)),
  grid UInt16 CODEC(ZSTD(1)),
  stopped UInt16 CODEC(ZSTD(1)),
  -- Expected energy of the outages.
  lost Float64 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYear(day)
ORDER BY (device, day)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- Of a station. Times of its inverters are kW times hours, by the nameplate that hangs on each.
CREATE TABLE IF NOT EXISTS kpi_station_days {on_cluster} (
  station UInt32 CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  capacity Float64 CODEC(ZSTD(1)),
  hours Float32 CODEC(ZSTD(1)),
  energy Float64 CODEC(ZSTD(1)),
  completeness Float32 CODEC(ZSTD(1)),
  -- Light on the modules, and in how many buckets of the daylight it was measured.
  irradiation Float64 CODEC(ZSTD(1)),
  lit UInt16 CODEC(ZSTD(1)),
  daylight UInt16 CODEC(ZSTD(1)),
  -- The part of the light in which the temperature of the modules is known, and that part times the temperature, °C.
  warm Float64 CODEC(ZSTD(1)),
  heat Float64 CODEC(ZSTD(1)),
  -- Of the power of the modules, 1/K.
  gamma Float32 CODEC(ZSTD(1)),
  expected Float64 CODEC(ZSTD(1)),
  computed UInt16 CODEC(ZSTD(1)),
  ac Float64 CODEC(ZSTD(1)),
  dc Float64 CODEC(ZSTD(1)),
  -- Nameplate of the inverters whose DC power is measured, kW.
  metered Float64 CODEC(ZSTD(1)),
  light_hours Float64 CODEC(ZSTD(1)),
  running Float64 CODEC(ZSTD(1)),
  outages Float64 CODEC(ZSTD(1)),
  grid Float64 CODEC(ZSTD(1)),
  stopped Float64 CODEC(ZSTD(1)),
  lost Float64 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYear(day)
ORDER BY (station, day)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
