import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Asks the embedded PostgreSQL of a running server, as somebody with a client would. */
export async function askPostgres<Row extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
): Promise<Row[]> {
  const folder = path.join(dataDir, 'postgres');
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim();
  const port = (await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new pg.Client(`postgres://sunfleet:${password}@127.0.0.1:${port}/postgres`);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
