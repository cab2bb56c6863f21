-- What light could have become of a station's local day, Wh, each stage less what was lost before it, and what is known to have been lost afterwards.
-- `seen`: share of the light that something but a clear sky told. `basis`: bits of what was there to tell causes by.
CREATE TABLE IF NOT EXISTS loss_days {on_cluster} (
  station UInt32 CODEC(ZSTD(1)),
  day Date CODEC(Delta, ZSTD(1)),
  standard Int64 CODEC(ZSTD(1)),
  open Int64 CODEC(ZSTD(1)),
  warm Int64 CODEC(ZSTD(1)),
  free Int64 CODEC(ZSTD(1)),
  model Int64 CODEC(ZSTD(1)),
  shaded Int64 CODEC(ZSTD(1)),
  held Int64 CODEC(ZSTD(1)),
  missing Int64 CODEC(ZSTD(1)),
  silent Int64 CODEC(ZSTD(1)),
  curtailed Int64 CODEC(ZSTD(1)),
  outage Int64 CODEC(ZSTD(1)),
  snow Int64 CODEC(ZSTD(1)),
  power Int64 CODEC(ZSTD(1)),
  seen Float32 CODEC(ZSTD(1)),
  basis UInt8 CODEC(ZSTD(1)),
  version UInt64 CODEC(ZSTD(1))
) ENGINE = {replacing:version}
PARTITION BY toYear(day)
ORDER BY (station, day)
SETTINGS merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
