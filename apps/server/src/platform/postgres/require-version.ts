import type pg from 'pg';

/** The oldest that sorts by code points in UTF-8 (collation `pg_c_utf8`). */
const OLDEST = 17;

/** Throws an `Error` for people where a server is too old: the first migrations would fail at something that it does not know. */
export async function requireVersion(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ version: string }>('SHOW server_version');
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) < OLDEST)
    throw new Error(`PostgreSQL ${OLDEST} or newer is needed; the one of DATABASE_URL is ${version}.`);
}
