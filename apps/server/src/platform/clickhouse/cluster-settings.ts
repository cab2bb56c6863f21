import type { ClickHouseSettings } from '@clickhouse/client';

/** Copies of a row that must be written before an insert is answered: a number, `auto` for the majority, 0 for the first alone. */
export type InsertQuorum = number | 'auto';

/** What every statement of this server says to a cluster. `waitMs`: how long one may take. */
export function clusterSettings(quorum: InsertQuorum, waitMs: number): ClickHouseSettings {
  return {
    // An insert is answered when each shard has its rows; by default they would wait on the first server.
    distributed_foreground_insert: 1,
    // A subquery is answered for all shards, and each shard gets the whole answer.
    distributed_product_mode: 'global',
    // Questions for some devices go to their shards alone.
    optimize_skip_unused_shards: 1,
    // All servers write to and read from the first replica of a shard that is there, so that what was acknowledged is seen at once.
    load_balancing: 'in_order',
    prefer_localhost_replica: 0,
    // Rows that come again are told by their key or by the name of their block. By their bytes they would be dropped, too, where the same rows
    // were deleted in between.
    insert_deduplicate: 0,
    // What every server has to do is done when all have said so; where one is away, it is an error, and tried again later.
    distributed_ddl_task_timeout: String(Math.ceil((waitMs * 0.8) / 1000)),
    ...(quorum === 0 ? {} : { insert_quorum: String(quorum) }),
  };
}

/** Stores a block once, however often it comes with its token. */
export const onceSettings = (token: string): ClickHouseSettings => ({
  insert_deduplicate: 1,
  insert_deduplication_token: token,
});
