import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningEmbeddedUrl } from './running-embedded.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-running-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('a server is found by its password and the port in its own file; without both there is none', async () => {
  expect(await runningEmbeddedUrl(directory)).toBeUndefined();
  await mkdir(path.join(directory, 'cluster'));
  await writeFile(path.join(directory, 'password'), 'pass_word\n');
  expect(await runningEmbeddedUrl(directory)).toBeUndefined();
  const lines = ['4711', directory, '1790000000', '54321', '', '127.0.0.1', '', 'ready'];
  await writeFile(path.join(directory, 'cluster/postmaster.pid'), `${lines.join('\n')}\n`);
  expect(await runningEmbeddedUrl(directory)).toBe('postgres://sunfleet:pass_word@127.0.0.1:54321/postgres');
});
