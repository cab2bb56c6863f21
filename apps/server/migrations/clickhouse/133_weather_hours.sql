-- What a weather service told of hours that are over or run, by cell in tenths of a degree: expected power of the past is computed by it again.
-- `hour` is its end; light in W/m2 is the mean of it, air in degC and wind in m/s are of its end. NaN: not told.
CREATE TABLE IF NOT EXISTS weather_hours {on_cluster} (
  latitude Int16 CODEC(ZSTD(1)),
  longitude Int16 CODEC(ZSTD(1)),
  hour DateTime('UTC') CODEC(Delta, ZSTD(1)),
  ghi Float32 CODEC(ZSTD(1)),
  dni Float32 CODEC(ZSTD(1)),
  dhi Float32 CODEC(ZSTD(1)),
  air Float32 CODEC(ZSTD(1)),
  wind Float32 CODEC(ZSTD(1)),
  sky UInt8 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYear(hour)
ORDER BY (latitude, longitude, hour)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
