import { readFile } from 'node:fs/promises';
import path from 'node:path';
<<<<<<< HEAD
import { Client } from 'pg';
import type { RunningServer } from './server.ts';

/** Runs a statement on the embedded database of a server, for what no page does: time that passes, a station that is shared. */
export async function runSql(server: RunningServer, text: string, values: unknown[] = []): Promise<void> {
  const directory = path.join(server.dataDir, 'postgres');
  const password = (await readFile(path.join(directory, 'password'), 'utf8')).trim();
  const pidFile = await readFile(path.join(directory, 'cluster/postmaster.pid'), 'utf8');
  const port = Number(pidFile.split('\n')[3]);
  const client = new Client({ host: '127.0.0.1', port, user: 'sunfleet', password, database: 'postgres' });
  await client.connect();
  try {
    await client.query(text, values);
=======
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
>>>>>>> j-access
  } finally {
    await client.end();
  }
}
