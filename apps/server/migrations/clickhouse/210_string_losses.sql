-- What strings lacked against their siblings, Wh.
ALTER TABLE {local:loss_days} {on_cluster} ADD COLUMN IF NOT EXISTS strings Int64 CODEC(ZSTD(1));
ALTER TABLE loss_days {on_cluster} ADD COLUMN IF NOT EXISTS strings Int64;
