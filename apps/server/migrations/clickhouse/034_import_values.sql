-- What each import wrote, so that it can be taken back. Rows of samples do not grow for it.
CREATE TABLE IF NOT EXISTS import_values {on_cluster} (
  import UInt32 CODEC(ZSTD(1)),
  -- Number of the last row of the file in the block of rows that was stored at once.
  block UInt32 CODEC(ZSTD(1)),
  device UInt32 CODEC(ZSTD(1)),
  point UInt32 CODEC(ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  value Float64 CODEC(ZSTD(1)),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
) ENGINE = {replacing}
PARTITION BY toYYYYMM(at)
ORDER BY (import, block, device, point, time)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- What stood in the place of a value of an import. A place without a row was empty. Null: it is empty again, because what stood there was
-- another import's and was taken back.
CREATE TABLE IF NOT EXISTS import_overwritten {on_cluster} (
  import UInt32 CODEC(ZSTD(1)),
  device UInt32 CODEC(ZSTD(1)),
  point UInt32 CODEC(ZSTD(1)),
  time DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  value Nullable(Float64) CODEC(ZSTD(1)),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  -- Grows with each change.
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(at)
ORDER BY (import, device, point, time)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
