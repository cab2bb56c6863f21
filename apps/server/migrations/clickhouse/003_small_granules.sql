-- A roll-up reads the last hour of each device and point. With granules of 8,192 rows that was weeks of every series; with 1,024 it costs a
-- quarter. The granule of a table is fixed when it is made, so both are made anew, take over the parts as they are (links, no copies)
-- and are exchanged. What another server wrote in between, ten minutes of it, follows by its version; after a crash each step is right from any state.
DROP TABLE IF EXISTS energy_small {on_cluster} SYNC SETTINGS max_table_size_to_drop = 0;
CREATE TABLE energy_small {on_cluster} AS energy
ENGINE = {replacing:version}
PARTITION BY toYYYYMM(start)
ORDER BY (subject, grain, id, flow, start)
SETTINGS index_granularity = 1024, merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE energy_small ATTACH PARTITION ALL FROM energy;
EXCHANGE TABLES energy AND energy_small {on_cluster};
INSERT INTO energy SELECT * FROM energy_small WHERE version > toUnixTimestamp64Milli(now64(3)) - 600000;
DROP TABLE energy_small {on_cluster} SYNC SETTINGS max_table_size_to_drop = 0;
DROP TABLE IF EXISTS rollup_5m_small {on_cluster} SYNC SETTINGS max_table_size_to_drop = 0;
CREATE TABLE rollup_5m_small {on_cluster} AS rollup_5m
ENGINE = {replacing:version}
PARTITION BY toYYYYMM(bucket)
ORDER BY (device, point, bucket)
SETTINGS index_granularity = 1024, merge_selector_base = 12, merge_selector_enable_heuristic_to_remove_small_parts_at_right = 0;
ALTER TABLE rollup_5m_small ATTACH PARTITION ALL FROM rollup_5m;
EXCHANGE TABLES rollup_5m AND rollup_5m_small {on_cluster};
INSERT INTO rollup_5m SELECT * FROM rollup_5m_small WHERE version > toUnixTimestamp64Milli(now64(3)) - 600000;
DROP TABLE rollup_5m_small {on_cluster} SYNC SETTINGS max_table_size_to_drop = 0;
