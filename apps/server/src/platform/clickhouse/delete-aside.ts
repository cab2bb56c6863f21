import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { QueryParams } from './samples-db.ts';

const FIRST_LOOK_MS = 5;
const LONGEST_WAIT_MS = 250;

/** The table of a statement that deletes rows; undefined of any other statement. */
export function tableOfDelete(sql: string): string | undefined {
  return /^\s*DELETE FROM (\w+)/.exec(sql)?.[1];
}

/**
 * Deletes rows and waits until they are gone. The embedded engine makes one change at a time, and the parts of a table are rewritten behind
 * its merges, which can take half a minute: whoever waited inside the statement would keep every other change waiting, too.
 */
export async function deleteAside(
  client: Pick<ClickHouseClient, 'command' | 'query'>,
  { table, sql, params }: { table: string; sql: string; params: QueryParams },
): Promise<void> {
  const settings = /\bSETTINGS\b/.test(sql) ? ',' : ' SETTINGS';
  const query = `${sql}${settings} lightweight_deletes_sync = 0`;
  await client.command({ query, query_params: { ...params } });
  for (let wait = FIRST_LOOK_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const open = await openMutations(client, table);
    const reason = open.find((one) => one.reason !== '')?.reason;
    if (reason !== undefined) throw new Error(reason);
    if (open.length === 0) return;
    await delay(wait);
  }
}

async function openMutations(
  client: Pick<ClickHouseClient, 'query'>,
  table: string,
): Promise<{ reason: string }[]> {
  const result = await client.query({
    query: `SELECT latest_fail_reason AS reason FROM system.mutations
      WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done`,
    query_params: { table },
    format: 'JSONEachRow',
  });
  return result.json<{ reason: string }>();
}
