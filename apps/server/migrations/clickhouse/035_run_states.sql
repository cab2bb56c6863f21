-- The run state (point 260) that a device told last in each five minutes: availability is counted from it, also where samples are gone.
CREATE TABLE IF NOT EXISTS run_state_5m {on_cluster} (
  device UInt32 CODEC(ZSTD(1)),
  bucket DateTime('UTC') CODEC(Delta, ZSTD(1)),
  state UInt8 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(bucket)
ORDER BY (device, bucket)
SETTINGS index_granularity = 1024, merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;

-- What is stored already; the first roll-up of the same five minutes replaces it.
INSERT INTO run_state_5m (device, bucket, state, version)
SELECT device, toStartOfFiveMinutes(time) AS bucket, toUInt8(argMax(value, time)), 1
FROM samples WHERE point = 260 AND value BETWEEN 0 AND 250 GROUP BY device, bucket
SETTINGS optimize_aggregation_in_order = 1, max_partitions_per_insert_block = 0;
