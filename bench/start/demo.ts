import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_FLAGS } from '../../scripts/server-flags.mjs';
import { cpuSeconds } from '../cpu-seconds.ts';
import type { Bench } from '../figure.ts';
import { residentMegabytes } from '../resident-megabytes.ts';

const MAIN = path.join(import.meta.dirname, '../../apps/server/src/main.ts');
/** After the past of the demo has been sent and rolled up, the server is left alone this long before it is looked at. */
const SETTLE_MS = 60_000;
/** Two roll-ups: what comes now and then counts with its share. */
const WATCH_MS = 180_000;

/** The demo as `npm start` runs it: how soon it is ready once its data is there, and what it costs while nobody looks. */
export const demoBench: Bench = {
  names: ['start.ready', 'idle.cpu', 'idle.rss'],
  async run(wanted, tell) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-bench-'));
    try {
      const first = await start(dataDir);
      await first.until('fleet is live');
      await wait(SETTLE_MS);
      await first.stop();
      const began = performance.now();
      const again = await start(dataDir);
      if (wanted.has('start.ready'))
        tell({ name: 'start.ready', value: (performance.now() - began) / 1000, unit: 's' });
      await again.until('fleet is live');
      await wait(SETTLE_MS);
      const before = await cpuSeconds(again.pid);
      await wait(WATCH_MS);
      const spent = (await cpuSeconds(again.pid)) - before;
      if (wanted.has('idle.cpu')) tell({ name: 'idle.cpu', value: (100_000 * spent) / WATCH_MS, unit: '%' });
      if (wanted.has('idle.rss'))
        tell({ name: 'idle.rss', value: await residentMegabytes(again.pid), unit: 'MB' });
      await again.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

interface Running {
  pid: number;
  until(text: string): Promise<void>;
  stop(): Promise<void>;
}

async function start(dataDir: string): Promise<Running> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN, '--with-fleet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SUNFLEET_DATA_DIR: dataDir,
      SUNFLEET_HOST: '127.0.0.1',
      SUNFLEET_PORT: '0',
      SUNFLEET_MQTT_PORT: '0',
      SUNFLEET_V5_PORT: '0',
      SUNFLEET_LOG_LEVEL: 'error',
    },
  });
  const until = watch(child);
  await until('is ready');
  return {
    pid: child.pid!,
    until,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function watch(child: ChildProcess): (text: string) => Promise<void> {
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return (text) =>
    new Promise((resolve, reject) => {
      const look = () => output.includes(text) && resolve();
      look();
      child.stdout!.on('data', look);
      child.once('exit', () => reject(new Error(`the server ended:\n${output}`)));
    });
}
