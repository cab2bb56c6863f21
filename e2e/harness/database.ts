import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { RunningServer } from './server.ts';

/** Runs a statement on the embedded database of a server, for events that no page can cause: time passes, an entry is altered. */
export async function runSql(server: RunningServer, text: string, values: unknown[] = []): Promise<void> {
  const directory = path.join(server.dataDir, 'postgres');
  const password = (await readFile(path.join(directory, 'password'), 'utf8')).trim();
  const pidFile = await readFile(path.join(directory, 'cluster/postmaster.pid'), 'utf8');
  const port = Number(pidFile.split('\n')[3]);
  const client = new Client({ host: '127.0.0.1', port, user: 'sunfleet', password, database: 'postgres' });
  await client.connect();
  try {
    await client.query(text, values);
  } finally {
    await client.end();
  }
}
