import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { DataDirInUse, lockDataDir, readDataDir } from './data-dir-lock.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-lock-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What tries it from a temporary folder of its own, as a shell beside a service that has a private one. */
async function fromElsewhere(dataDir: string): Promise<unknown> {
  const own = path.join(folder, 'tmp of a shell');
  await mkdir(own, { recursive: true });
  vi.stubEnv('TMPDIR', own);
  onTestFinished(() => void vi.unstubAllEnvs());
  return lockDataDir(dataDir).then(
    async (lock) => lock.release().then(() => 'got it'),
    (error: unknown) => error,
  );
}

test.for([
  ['short', 'data'],
  ['longer than the path of a socket', 'd'.repeat(120)],
] as const)(
  'a data directory of a path that is %s is held for everybody, wherever their temporary folder is',
  async ([, name]) => {
    const dataDir = path.join(folder, name);
    const lock = await lockDataDir(dataDir);
    const error = await fromElsewhere(dataDir);
    expect(error).toBeInstanceOf(DataDirInUse);
    expect(await readDataDir(dataDir)).toEqual([]);
    // Who holds it is asked there.
    const asked = new Promise<string>((resolve) =>
      lock.onAsked((socket) => socket.once('data', (text: Buffer) => resolve(text.toString()))),
    );
    const socket = net.connect((error as DataDirInUse).address);
    socket.write('hello');
    expect(await asked).toBe('hello');
    socket.destroy();
    await lock.release();
    expect(await fromElsewhere(dataDir)).toBe('got it');
    expect(await readdir(dataDir)).toEqual([]);
  },
);

test('a directory that a server of an earlier version runs on is left to it, and free when that has ended', async () => {
  const dataDir = path.join(folder, 'older');
  await mkdir(dataDir);
  const digest = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex');
  const older = net.createServer().listen(path.join(tmpdir(), `sunfleet-${digest.slice(0, 16)}.lock`));
  await once(older, 'listening');
  for (const _ of [1, 2]) await expect(lockDataDir(dataDir)).rejects.toBeInstanceOf(DataDirInUse);
  older.close();
  await once(older, 'close');
  await (await lockDataDir(dataDir)).release();
});

/** A program that holds a directory. */
async function heldElsewhere(name: string) {
  const dataDir = path.join(folder, name);
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'data-dir-lock.ts')))});
    await lockDataDir(${JSON.stringify(dataDir)});
    console.log('held');
    setInterval(() => {}, 1000);
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return { dataDir, holder };
}

test('what a killed program held is free at once', async () => {
  const { dataDir, holder } = await heldElsewhere('killed');
  expect(await fromElsewhere(dataDir)).toBeInstanceOf(DataDirInUse);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await fromElsewhere(dataDir)).toBe('got it');
});

test('what a program holds that stands still stays its own, however often others try', async () => {
  const { dataDir, holder } = await heldElsewhere('stands still');
  const { address } = (await fromElsewhere(dataDir)) as DataDirInUse;
  holder.kill('SIGSTOP');
  const waiting: net.Socket[] = [];
  onTestFinished(() => waiting.forEach((socket) => socket.destroy()));
  for (let code: string | undefined; code !== 'EAGAIN';) {
    const socket = net.connect(address);
    waiting.push(socket);
    code = await new Promise((resolve) =>
      socket
        .once('connect', () => resolve(undefined))
        .once('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
    );
  }
  expect(await fromElsewhere(dataDir)).toBeInstanceOf(DataDirInUse);
});
