import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_FLAGS } from '../../scripts/server-flags.mjs';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import { mainThreadSeconds } from '../cpu-seconds.ts';
import type { Bench, Figure } from '../figure.ts';
import { INGEST_KEY } from '../ingest/ingest-key.ts';

/** After a start every state is announced and written once, and ClickHouse merges what was filled in. */
const SETTLE_MS = 180_000;
const WATCH_MS = 120_000;

/** Bytes a device in the parts of a server that hold something of each; `device` is all of them but the newest values. */
const HELD = ['directory', 'alarms', 'rollUps', 'states'] as const;
const bytesOf = (part: string) => `growth.${part}.bytes`;

/** 300,000 devices in one process (`BENCH_DEVICES`): what it holds of each, how it starts, what it costs while they are there, and its memory. */
export const growthBench: Bench = {
  names: [
    ...HELD.map(bytesOf),
    bytesOf('device'),
    bytesOf('latest'),
    'growth.start',
    'growth.look',
    'growth.rss',
  ],
  async run(wanted, tell) {
    let began = 0;
    const server = await startBenchServer({}, async (dataDir) => {
      await runNode('fill-fleet.ts', dataDir);
      if ([...wanted].some((name) => name.endsWith('.bytes'))) await tellBytes(dataDir, wanted, tell);
      began = performance.now();
    });
    try {
      if (wanted.has('growth.start'))
        tell({ name: 'growth.start', value: (performance.now() - began) / 1000, unit: 's' });
      if (wanted.has('growth.look'))
        tell({ name: 'growth.look', value: await shareOfCore(server), unit: '%' });
      if (wanted.has('growth.rss')) {
        await runNode('report-fleet.ts', `${server.url}/api/ingest/influx`, INGEST_KEY);
        tell({ name: 'growth.rss', value: await server.peakMegabytes(), unit: 'MB' });
      }
    } finally {
      await server.stop();
    }
  },
};

async function tellBytes(
  dataDir: string,
  wanted: ReadonlySet<string>,
  tell: (figure: Figure) => void,
): Promise<void> {
  const held = JSON.parse(await runNode('memory-of-fleet.ts', dataDir)) as Record<string, number>;
  held.device = HELD.reduce((sum, part) => sum + held[part]!, 0);
  for (const [part, value] of Object.entries(held))
    if (wanted.has(bytesOf(part))) tell({ name: bytesOf(part), value, unit: 'bytes' });
}

/**
 * What the main thread of the server works while all devices are there and none reports: its looks at them, and what else it does by itself.
 */
async function shareOfCore({ pid }: BenchServer): Promise<number> {
  await wait(SETTLE_MS);
  const before = await mainThreadSeconds(pid);
  await wait(WATCH_MS);
  return (100_000 * ((await mainThreadSeconds(pid)) - before)) / WATCH_MS;
}

/** Runs a file of this folder with the flags of a server, and answers what it prints. */
async function runNode(file: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, path.join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return text;
}
