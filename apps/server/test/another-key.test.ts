import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Health } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { bornFolder } from './born-folder.ts';
import { startServerProcess } from './server-process.ts';

const dataDir = await bornFolder('key');
const file = path.join(dataDir, 'secret.key');
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A start: what health says of the key, and whether the log does. */
async function told(environment: Record<string, string>): Promise<{ health: unknown; log: boolean }> {
  const server = await startServerProcess(dataDir, environment);
  const answer = await fetch(`http://127.0.0.1:${server.ports.http}/api/health`);
  const { parts } = ((await answer.json()) as { data: Health }).data;
  await server.stop();
  const { state, detail } = parts.find(({ name }) => name === 'secretKey')!;
  return {
    health: { state, reason: detail.reason },
    log: server.output().includes('is another key than before'),
  };
}

test('a server with another key says so, and one whose key is empty does not start', async () => {
  const known = { health: { state: 'ok', reason: null }, log: false };
  const key = await readFile(file, 'utf8');
  expect(await told({ SUNFLEET_SECRET_KEY: 'one that belongs to another server' })).toEqual({
    health: { state: 'degraded', reason: 'another key' },
    log: true,
  });
  await writeFile(file, '');
  await expect(startServerProcess(dataDir)).rejects.toThrow(
    /secret\.key is empty or cut off.*Put back the file/s,
  );
  await writeFile(file, key);
  expect(await told({})).toEqual(known);
}, 180_000);
