-- What a station should have given in five minutes, W: exceeded on nine, five and one of ten occasions, and what it cannot exceed. `source` is the
-- place in the list of sources of the analysis, `calibration` the row of what was learned; 0 is none.
CREATE TABLE IF NOT EXISTS expected_power_5m {on_cluster} (
  station UInt32 CODEC(ZSTD(1)),
  bucket DateTime('UTC') CODEC(Delta, ZSTD(1)),
  p10 Float32 CODEC(ZSTD(1)),
  p50 Float32 CODEC(ZSTD(1)),
  p90 Float32 CODEC(ZSTD(1)),
  bound Float32 CODEC(ZSTD(1)),
  source UInt8 CODEC(ZSTD(1)),
  calibration UInt32 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(bucket)
ORDER BY (station, bucket)
SETTINGS index_granularity = 512, merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- The same by local day, kWh, with the part of `p50` that rests on each kind of source; sums over months and fleets read these rows.
CREATE TABLE IF NOT EXISTS expected_energy_days {on_cluster} (
  station UInt32 CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  p10 Float64 CODEC(ZSTD(1)),
  p50 Float64 CODEC(ZSTD(1)),
  p90 Float64 CODEC(ZSTD(1)),
  bound Float64 CODEC(ZSTD(1)),
  sensor Float64 CODEC(ZSTD(1)),
  weather Float64 CODEC(ZSTD(1)),
  peers Float64 CODEC(ZSTD(1)),
  clear_sky Float64 CODEC(ZSTD(1)),
  buckets UInt16 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYear(day)
ORDER BY (station, day)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- Powers of stations that changed later than the expected power goes back by itself.
CREATE TABLE IF NOT EXISTS expected_marks {on_cluster} (
  station UInt32,
  from DateTime('UTC'),
  to DateTime('UTC'),
  at DateTime64(3, 'UTC') DEFAULT now64(3)
) ENGINE = {plain}
ORDER BY (at, station)
TTL toDateTime(at) + INTERVAL 30 DAY;
