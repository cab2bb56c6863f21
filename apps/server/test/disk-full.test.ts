import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Health } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { mountSmallDisk } from './mount-small-disk.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const SECRET = 'the secret of a device before a full disk';
const dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-full-'));
const disk = path.join(dataDir, 'clickhouse');
await mkdir(disk);
const mounted = mountSmallDisk(disk, '48m');
let server: ServerProcess | undefined;

afterAll(async () => {
  await server?.stop();
  if (mounted) execFileSync('umount', ['-l', disk]);
  await rm(dataDir, { recursive: true, force: true });
});

async function push(port: number, value: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/v1/FULL-1/telemetry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ts: Date.now() - value, v: { 'ac.power': value } }),
  });
  return answer.status;
}

async function partOf(port: number, name: string): Promise<Health['parts'][number]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
  const { data } = (await answer.json()) as { data: Health };
  return data.parts.find((part) => part.name === name)!;
}

test.skipIf(!mounted)(
  'while the disk is full devices wait, health says since when, the log stays short; room ends it [root on Linux]',
  async () => {
    server = await startServerProcess(dataDir);
    const { http } = server.ports;
    expect(await push(http, 1)).toBe(200);
    const filler = path.join(disk, 'filler');
    await writeFile(filler, Buffer.alloc(48 * 1024 * 1024)).catch((error: NodeJS.ErrnoException) =>
      expect(error.code).toBe('ENOSPC'),
    );
    const before = Date.now();
    let answered = 0;
    const waiting = Promise.all(
      [2, 3, 4].map(async (value) => {
        const status = await push(http, value);
        answered += 1;
        return status;
      }),
    );
    await vi.waitUntil(async () => (await partOf(http, 'disk')).state === 'degraded');
    const { detail } = await partOf(http, 'disk');
    expect(detail).toMatchObject({ full: true, reason: 'disk full' });
    expect(detail.fullSince).toBeGreaterThanOrEqual(before - 1000);
    await vi.waitUntil(async () => (await partOf(http, 'telemetry')).state !== 'ok');
    expect(answered).toBe(0);

    await rm(filler);
    expect(await waiting).toEqual([200, 200, 200]);
    expect(await partOf(http, 'telemetry')).toMatchObject({ state: 'ok', detail: { reason: null } });
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('the disk is full'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(server.output()).not.toContain('stack');
  },
  120_000,
);
