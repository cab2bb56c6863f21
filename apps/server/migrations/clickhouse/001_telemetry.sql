-- Samples compress so well that ClickHouse takes parts of a million rows for small ones and would merge them with every
-- new part. A higher base, and no trimming of what was chosen, let small parts gather first: an idle server stays idle.

-- One row a sample. The same device, point and time sent twice is one row after merges, and one row to every reader (FINAL).
CREATE TABLE IF NOT EXISTS samples {on_cluster} (
  device UInt32 CODEC(ZSTD(1)),
  point UInt16 CODEC(ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  value Float64 CODEC(ZSTD(1))
) ENGINE = {replacing}
PARTITION BY toYYYYMM(time)
ORDER BY (device, point, time)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- The newest value of each point, written from memory in batches.
CREATE TABLE IF NOT EXISTS latest {on_cluster} (
  device UInt32,
  point UInt16,
  time DateTime64(3, 'UTC'),
  value Float64
) ENGINE = {replacing:time}
ORDER BY (device, point)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- Means and extremes of five minutes, for the points that charts draw.
CREATE TABLE IF NOT EXISTS rollup_5m {on_cluster} (
  device UInt32 CODEC(ZSTD(1)),
  point UInt16 CODEC(ZSTD(1)),
  bucket DateTime('UTC') CODEC(Delta, ZSTD(1)),
  avg Float32 CODEC(ZSTD(1)),
  min Float32 CODEC(ZSTD(1)),
  max Float32 CODEC(ZSTD(1)),
  n UInt32 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(bucket)
ORDER BY (device, point, bucket)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- Energy of devices and stations. `start` is the UTC instant at which the (local) bucket begins. `kwh` is what is known to
-- belong to the bucket, `spread` what fell into a gap and was laid over it; a day's energy is both. `completeness` is the
-- share of the bucket (of its daylight, from a day on) that measurements cover; NaN where nothing was expected.
CREATE TABLE IF NOT EXISTS energy {on_cluster} (
  subject Enum8('device' = 1, 'station' = 2),
  grain Enum8('5m' = 1, 'hour' = 2, 'day' = 3, 'month' = 4, 'year' = 5),
  id UInt32,
  flow Enum8('pv' = 1, 'import' = 2, 'export' = 3, 'charge' = 4, 'discharge' = 5, 'load' = 6),
  start DateTime('UTC') CODEC(Delta, ZSTD(1)),
  kwh Float64 CODEC(ZSTD(1)),
  spread Float64 CODEC(ZSTD(1)),
  source Enum8('meter' = 1, 'lifetime' = 2, 'daily' = 3, 'integral' = 4, 'mixed' = 5),
  completeness Float32 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(start)
ORDER BY (subject, grain, id, flow, start)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- Power of a station in five minutes, summed over its devices by their roles. Small granules: a day's sum over the
-- fleet reads a few rows of every station.
CREATE TABLE IF NOT EXISTS station_power_5m {on_cluster} (
  station UInt32 CODEC(ZSTD(1)),
  bucket DateTime('UTC') CODEC(Delta, ZSTD(1)),
  pv Nullable(Float32) CODEC(ZSTD(1)),
  load Nullable(Float32) CODEC(ZSTD(1)),
  grid Nullable(Float32) CODEC(ZSTD(1)),
  battery Nullable(Float32) CODEC(ZSTD(1)),
  soc Nullable(Float32) CODEC(ZSTD(1)),
  poa Nullable(Float32) CODEC(ZSTD(1)),
  ghi Nullable(Float32) CODEC(ZSTD(1)),
  ambient Nullable(Float32) CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(bucket)
ORDER BY (station, bucket)
SETTINGS index_granularity = 512, merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- Up to when what was stored is in the roll-ups; a restart goes on from here.
CREATE TABLE IF NOT EXISTS roll_up_progress {on_cluster} (
  name LowCardinality(String),
  at DateTime64(3, 'UTC')
) ENGINE = {replacing:at}
ORDER BY name;

-- Ranges that late data touched and that roll-ups still owe; written before the device is acknowledged.
CREATE TABLE IF NOT EXISTS late_marks {on_cluster} (
  device UInt32,
  from DateTime64(3, 'UTC'),
  to DateTime64(3, 'UTC'),
  at DateTime64(3, 'UTC')
) ENGINE = {plain}
ORDER BY (at, device)
TTL toDateTime(at) + INTERVAL 90 DAY;

-- Frames whose layout nobody knows yet, as they came.
CREATE TABLE IF NOT EXISTS raw_frames {on_cluster} (
  sn String,
  time DateTime64(3, 'UTC'),
  gateway LowCardinality(String),
  frame String CODEC(ZSTD(3))
) ENGINE = {plain}
PARTITION BY toMonday(time)
ORDER BY (sn, time);
