-- Ids of points get 32 bits. A column of the sorting key cannot change its type, so the three tables with points are made anew here;
-- `widen-points.ts` fills them, puts them in the place of the old ones and removes those. Until then they wait for the disk after each
-- insert and merge, so that nothing is removed of which the copy is not safe.
CREATE TABLE IF NOT EXISTS samples_wide {on_cluster} (
  device UInt32 CODEC(ZSTD(1)),
  point UInt32 CODEC(ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  value Float64 CODEC(ZSTD(1))
) ENGINE = {replacing}
PARTITION BY toYYYYMM(time)
ORDER BY (device, point, time)
SETTINGS merge_selector_base = 24, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS latest_wide {on_cluster} (
  device UInt32,
  point UInt32,
  time DateTime64(3, 'UTC'),
  value Float64
) ENGINE = {replacing:time}
ORDER BY (device, point)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1;

CREATE TABLE IF NOT EXISTS rollup_5m_wide {on_cluster} (
  device UInt32 CODEC(ZSTD(1)),
  point UInt32 CODEC(ZSTD(1)),
  bucket DateTime('UTC') CODEC(Delta, ZSTD(1)),
  avg Float32 CODEC(ZSTD(1)),
  min Float32 CODEC(ZSTD(1)),
  max Float32 CODEC(ZSTD(1)),
  n UInt32 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(bucket)
ORDER BY (device, point, bucket)
SETTINGS index_granularity = 1024, merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0,
  fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, min_compressed_bytes_to_fsync_after_merge = 1;

-- Partitions that are copied, each with the number of the newest block that the copy holds.
CREATE TABLE IF NOT EXISTS widened {on_cluster} (
  table String,
  partition String,
  block Int64
) ENGINE = {plain}
ORDER BY (table, partition);
