-- How often a device told on a local day, between sunrise and sunset, that it ran or was out of service: the availability of a fleet sums these
-- rows, because the run states themselves are hundreds of times as many. Days of before this table are counted after the start.
CREATE TABLE IF NOT EXISTS run_state_days {on_cluster} (
  device UInt32 CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  running UInt16 CODEC(ZSTD(1)),
  outages UInt16 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYYYYMM(day)
ORDER BY (device, day)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
