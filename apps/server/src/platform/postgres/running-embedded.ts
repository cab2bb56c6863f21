import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** URL of the embedded server that runs on a directory; undefined where none ever ran there or it was shut down. */
export async function runningEmbeddedUrl(directory: string): Promise<string | undefined> {
  const read = (file: string) => readFile(path.join(directory, file), 'utf8').catch(() => undefined);
  const [password, state] = await Promise.all([read('password'), read('cluster/postmaster.pid')]);
  // The fourth line of PostgreSQL's own file is the port.
  const port = Number(state?.split('\n')[3]);
  return password && port > 0
    ? `postgres://sunfleet:${password.trim()}@127.0.0.1:${port}/postgres`
    : undefined;
}
