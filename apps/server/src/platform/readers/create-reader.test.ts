import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Misdeed } from '../../../test/readers/misbehave.ts';
import { AppError } from '../errors.ts';
import { createReader } from './create-reader.ts';

// Each starts a process of its own, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });
afterEach(() => vi.unstubAllEnvs());

const folder = mkdtempSync(path.join(tmpdir(), 'sunfleet-readers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readerOf = (stepMs = 60_000) =>
  createReader<Misdeed, unknown>({
    module: new URL('../../../test/readers/misbehave.ts', import.meta.url),
    limits: { stepMs, totalMs: 120_000, memoryMb: 64 },
    refusal: (reason) => new AppError('importBeyondLimits', { reason }),
  });
const file = () => Readable.from([Buffer.from('a'), Buffer.from('b')]);

/** Whether a process is there; one that ended and that nobody asked about is not. */
function runs(pid: number): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && !stdout.trim().startsWith('Z');
}

const onLinux = process.platform === 'linux';
const hasTool = onLinux && spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0;

test.each<[Misdeed, object]>([
  ['heap', { key: 'importBeyondLimits', values: { reason: 'memory' } }],
  ['kill', { key: 'importBeyondLimits', values: { reason: 'memory' } }],
  ['exit', { name: 'Error', message: 'The process that read the file ended with 1' }],
])('a file that ends its process (%s) is refused, and the next one is read', async (misdeed, error) => {
  const reader = readerOf();
  const reading = reader.open(file(), misdeed);
  const pid = (await reading.ask()) as number;
  await expect(reading.ask()).rejects.toMatchObject(error);
  expect(runs(pid)).toBe(false);
  const next = reader.open(file(), 'sleep');
  expect(await next.ask()).not.toBe(pid);
  await next.end();
});

test.runIf(onLinux)('memory beside the heap is bounded, too', async () => {
  const reading = readerOf().open(file(), 'buffers');
  await reading.ask();
  await expect(reading.ask()).rejects.toMatchObject({ values: { reason: 'memory' } });
});

test.each<Misdeed>(['loop', 'sleep'])('a file whose reader hangs (%s) is refused', async (misdeed) => {
  const hasty = readerOf(3000);
  const reading = hasty.open(file(), misdeed);
  const pid = (await reading.ask()) as number;
  await expect(reading.ask()).rejects.toMatchObject({ values: { reason: 'time' } });
  expect(runs(pid)).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'no file is to blame for a reader that is asked to end',
  async () => {
    const reader = readerOf();
    const reading = reader.open(file(), 'terminate');
    await reading.ask();
    await expect(reading.ask()).rejects.toMatchObject({ key: 'storeUnavailable' });
    // Whoever asks all processes to end asks the server, which says what becomes of the file.
    const other = reader.open(file(), 'environment');
    const pid = (await other.ask()) as number;
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid, signal);
    expect(await other.ask()).toMatchObject({ PATH: process.env['PATH'] });
    await other.end();
    expect(runs(pid)).toBe(false);
  },
);

test('a reader has no keys, passwords or addresses of the server, and opens nothing but the code', async () => {
  vi.stubEnv('SUNFLEET_SECRET_KEY', 'secret');
  vi.stubEnv('DATABASE_URL', 'postgres://user:password@host/db');
  vi.stubEnv('NODE_OPTIONS', '--no-warnings');
  const key = path.join(folder, 'key');
  writeFileSync(key, 'secret');
  const asked = readerOf().open(file(), 'environment');
  await asked.ask();
  const seen = Object.keys((await asked.ask()) as object);
  await asked.end();
  expect(seen.filter((name) => /SUNFLEET|URL|NODE_OPTIONS/.test(name))).toEqual([]);
  const opening = readerOf().open(file(), { opens: key });
  await opening.ask();
  expect(await opening.ask()).toEqual([]);
  await opening.end();
});

test.runIf(hasTool && process.getuid?.() === 0)('as root: a reader has no capabilities', async () => {
  const reading = readerOf().open(file(), 'sleep');
  const status = readFileSync(`/proc/${String(await reading.ask())}/status`, 'utf8');
  await reading.end();
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
    expect(status).toMatch(new RegExp(`${set}:\\s+0+\\n`));
});

test.runIf(onLinux)('where memory runs short, the system ends a reader before the server', async () => {
  const reading = readerOf().open(file(), 'sleep');
  const score = readFileSync(`/proc/${String(await reading.ask())}/oom_score_adj`, 'utf8');
  await reading.end();
  expect(score).toBe('1000\n');
});

test.each([['sleep', true] as const, ['loop', hasTool] as const])(
  'no reader outlives a server that is killed (%s)',
  async (misdeed, possible) => {
    if (!possible) return;
    const lonely = path.join(import.meta.dirname, '../../../test/readers/lonely.ts');
    const server = spawn(process.execPath, [lonely, misdeed], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(server.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    expect(runs(pid)).toBe(true);
    server.kill('SIGKILL');
    await expect.poll(() => runs(pid)).toBe(false);
  },
);
