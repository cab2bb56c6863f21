import type { Config } from '../../config.ts';

/** Throws where a store is external, because it has backup tools of its own that do this better. */
export function refuseExternal({
  databaseUrl,
  clickhouseUrl,
}: Pick<Config, 'databaseUrl' | 'clickhouseUrl'>): void {
  const named = [databaseUrl && 'DATABASE_URL', clickhouseUrl && 'CLICKHOUSE_URL'].filter(Boolean);
  if (named.length === 0) return;
  throw new Error(
    `${named.join(' and ')} name${named.length > 1 ? '' : 's'} a store outside of this installation. Back such stores up with their own tools, PostgreSQL before ClickHouse, and keep the data directory with them; docs/backup.md says how.`,
  );
}
