import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { INGEST_KEY, makeIngestKey } from './ingest-key.ts';
import { runLoad } from './load-process.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);

interface Peer {
  name: string;
  /** Starts it on a port and a folder; answers where lines are written to. */
  start(port: number, folder: string): Promise<{ child: ChildProcess; url: string }>;
}

const PEERS: readonly Peer[] = [
  {
    name: 'victoria-metrics',
    async start(port, folder) {
      const child = launch('victoria-metrics', [
        `-httpListenAddr=127.0.0.1:${port}`,
        `-storageDataPath=${folder}`,
      ]);
      await answers(child, `http://127.0.0.1:${port}/health`);
      return { child, url: `http://127.0.0.1:${port}/write` };
    },
  },
  {
    name: 'influxdb',
    async start(port, folder) {
      const config = path.join(folder, 'influxdb.conf');
      await writeFile(config, influxConfig(port, await freePort(), folder));
      const child = launch('influxd', ['-config', config]);
      await answers(child, `http://127.0.0.1:${port}/ping`);
      await fetch(`http://127.0.0.1:${port}/query?q=CREATE+DATABASE+bench`, { method: 'POST' });
      return { child, url: `http://127.0.0.1:${port}/write?db=bench` };
    },
  },
];

/**
 * The line-protocol load of `ingest.influx` to this platform and to others that are installed, one after the other. They
 * acknowledge what is in their memory; this platform what is in its store.
 */
export const peersBench: Bench = {
  names: ['peers.sunfleet', ...PEERS.map(({ name }) => `peers.${name}`)],
  async run(_wanted, tell) {
    const own = await ownRate();
    tell({ name: 'peers.sunfleet', value: own, unit: 'samples/s' });
    for (const peer of PEERS) {
      const rate = await rateOf(peer).catch((error: Error) => error);
      if (rate instanceof Error) {
        console.error(`peers.${peer.name}: ${rate.message}`);
        continue;
      }
      tell({ name: `peers.${peer.name}`, value: rate, unit: 'samples/s' });
      tell({ name: `peers.sunfleet/${peer.name}`, value: own / rate, unit: 'times' });
    }
  },
};

async function ownRate(): Promise<number> {
  const server = await startBenchServer();
  try {
    await makeIngestKey(server);
    const url = `http://127.0.0.1:${server.ports.http}/api/ingest/influx`;
    return (await runLoad<{ samples: number }>('influx-load.ts', url, INGEST_KEY, SECONDS)).samples;
  } finally {
    await server.stop();
  }
}

async function rateOf(peer: Peer): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), `sunfleet-peer-`));
  const { child, url } = await peer.start(await freePort(), folder);
  try {
    return (await runLoad<{ samples: number }>('influx-load.ts', url, 'none', SECONDS)).samples;
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

function launch(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, args, { stdio: 'ignore' });
}

/** Waits until a program answers; rejects when it is not installed or ends. */
async function answers(child: ChildProcess, url: string): Promise<void> {
  let ended: Error | undefined;
  child.once('error', (error) => (ended = error));
  child.once('exit', (code) => (ended = new Error(`ended with ${code}`)));
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (ended) throw ended;
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error('does not answer');
}

function influxConfig(port: number, rpcPort: number, folder: string): string {
  return [
    'reporting-disabled = true',
    `bind-address = "127.0.0.1:${rpcPort}"`,
    `[meta]\n  dir = "${folder}/meta"`,
    `[data]\n  dir = "${folder}/data"\n  wal-dir = "${folder}/wal"\n  index-version = "tsi1"`,
    `[http]\n  bind-address = "127.0.0.1:${port}"\n  log-enabled = false`,
  ].join('\n');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
