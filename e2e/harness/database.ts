import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Runs SQL on a server's own PostgreSQL, for what no route does: harm to the data itself. */
export async function harm(dataDir: string, ...statements: string[]): Promise<void> {
  const folder = path.join(dataDir, 'postgres');
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim();
  const port = (await readFile(path.join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new pg.Client({
    connectionString: `postgres://sunfleet:${password}@127.0.0.1:${port}/postgres`,
  });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
