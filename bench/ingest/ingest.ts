import { rm } from 'node:fs/promises';
import { makeCertificate } from '../../apps/server/test/make-certificate.ts';
import { startBenchServer, type BenchServer } from '../bench-server.ts';
import type { Bench, Figure } from '../figure.ts';
import { INGEST_KEY, makeIngestKey } from './ingest-key.ts';
import { runLoad } from './load-process.ts';
import { makeV5Loggers } from './v5-loggers.ts';

interface Rate {
  /** Samples a second, each acknowledged after it was durable. */
  samples: number;
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);

const V5_LOGGERS = 1000;

type Load = (server: BenchServer) => Promise<Rate>;

const LOADS: Readonly<Record<string, Load>> = {
  'ingest.mqtt': ({ ports }) => runLoad<Rate>('mqtt-load.ts', ports.mqtt, 1000, 60, 10, SECONDS),
  'ingest.influx': async (server) => {
    await makeIngestKey(server);
    return runLoad<Rate>(
      'influx-load.ts',
      `http://127.0.0.1:${server.ports.http}/api/ingest/influx`,
      INGEST_KEY,
      SECONDS,
    );
  },
  'ingest.http': ({ ports }) => runLoad<Rate>('http-load.ts', ports.http, 256, 60, SECONDS),
  'ingest.v5': async (server) => {
    await makeV5Loggers(server, V5_LOGGERS);
    return runLoad<Rate>('v5-load.ts', server.ports.v5, V5_LOGGERS, SECONDS);
  },
};

/** Every gateway in turn on one server, and the most memory it took for all of them. */
export const ingestBench: Bench = {
  names: [...Object.keys(LOADS), 'ingest.rss'],
  async run(wanted, tell: (figure: Figure) => void) {
    const all = ![...wanted].some((name) => name in LOADS);
    const server = await startBenchServer();
    try {
      for (const [name, load] of Object.entries(LOADS)) {
        if (!all && !wanted.has(name)) continue;
        const samples = await storedRate(server, load);
        if (wanted.has(name)) tell({ name, value: samples, unit: 'samples/s' });
      }
      if (wanted.has('ingest.rss'))
        tell({ name: 'ingest.rss', value: await server.peakMegabytes(), unit: 'MB' });
    } finally {
      await server.stop();
    }
  },
};

/** The line protocol again, on a server that acknowledges only what the disk has. */
export const fsyncBench: Bench = {
  names: ['ingest.fsync'],
  async run(_wanted, tell) {
    const server = await startBenchServer({ SUNFLEET_FSYNC: 'on' });
    try {
      const value = await storedRate(server, LOADS['ingest.influx']!);
      tell({ name: 'ingest.fsync', value, unit: 'samples/s' });
    } finally {
      await server.stop();
    }
  },
};

/** MQTT again, with TLS on its port: TLS on both sides of it, as the load is on the same machine. */
export const tlsBench: Bench = {
  names: ['ingest.tls'],
  async run(_wanted, tell) {
    const { directory, cert, key, made } = await makeCertificate();
    if (!made) throw new Error('ingest.tls needs openssl, which makes its certificate');
    const server = await startBenchServer({ SUNFLEET_MQTT_TLS_CERT: cert, SUNFLEET_MQTT_TLS_KEY: key });
    try {
      const load: Load = ({ ports }) =>
        runLoad<Rate>('mqtt-load.ts', ports.mqtt, 1000, 60, 10, SECONDS, 'BENCH', 'tls');
      tell({ name: 'ingest.tls', value: await storedRate(server, load), unit: 'samples/s' });
    } finally {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    }
  },
};

/** The rate of a load, once the server has told that it stored at least as much as was acknowledged. */
async function storedRate(server: BenchServer, load: Load): Promise<number> {
  const stored = async () => Number((await server.health('telemetry')).storedSamples);
  const before = await stored();
  const { samples } = await load(server);
  const grown = (await stored()) - before;
  if (grown < samples * SECONDS) {
    throw new Error(`${Math.round(samples * SECONDS)} samples were acknowledged, but ${grown} stored`);
  }
  return samples;
}
