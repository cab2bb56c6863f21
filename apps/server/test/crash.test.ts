import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mqtt from 'mqtt';
import { afterAll, expect, test, vi } from 'vitest';
import { openEmbeddedSamplesDb } from '../src/platform/clickhouse/embedded.ts';
import { askPostgres } from './embedded-postgres.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const KILLS = Number(process.env.SUNFLEET_KILLS ?? 6);
const MQTT_DEVICES = 6;
const HTTP_DEVICES = 3;
const KEYS = ['ac.power', 'pv1.voltage', 'battery.soc'] as const;
const SECRET = 'the secret of a crashing fleet';

const dataDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-crash-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** What a device sent, by number; the number is the value and, in milliseconds from the first, the time. */
interface Sender {
  sn: string;
  next: number;
  acknowledged: Set<number>;
}

const firstTime = Date.now() - 8 * 60_000;
const bodyOf = (number: number) =>
  JSON.stringify({ ts: firstTime + number, v: Object.fromEntries(KEYS.map((key) => [key, number])) });
const newSender = (kind: string, index: number): Sender => ({
  sn: `CRASH-${kind}-${index}`,
  next: 0,
  acknowledged: new Set(),
});

const countOf = (senders: readonly Sender[]) =>
  senders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

/** Publishes as fast as acknowledgements come, a few at a time, until the server is gone. */
async function publishUntilGone(sender: Sender, port: number): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: sender.sn,
    password: SECRET,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  let gone = false;
  const closed = new Promise<void>((resolve) => {
    client.on('error', () => undefined);
    client.once('close', () => {
      gone = true;
      resolve();
    });
  });
  const worker = async () => {
    while (!gone) {
      const number = (sender.next += 1);
      const published = client.publishAsync(`pv/v1/CRASH/${sender.sn}/up/telemetry`, bodyOf(number), {
        qos: 1,
      });
      const result = await Promise.race([
        published.then(
          () => true,
          () => false,
        ),
        closed,
      ]);
      if (result === true) sender.acknowledged.add(number);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  await client.endAsync(true);
}

async function pushUntilGone(sender: Sender, port: number): Promise<void> {
  for (;;) {
    const number = (sender.next += 1);
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/v1/${sender.sn}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
        body: bodyOf(number),
      });
      const { code } = (await answer.json()) as { code: number };
      if (answer.ok && code === 200) sender.acknowledged.add(number);
    } catch {
      return;
    }
  }
}

/** Ids of the devices of a running server. */
async function deviceIds(): Promise<Map<string, number>> {
  const rows = await askPostgres<{ sn: string; id: string }>(dataDir, 'SELECT sn, id FROM devices');
  return new Map(rows.map(({ sn, id }) => [sn, Number(id)]));
}

test(`${KILLS} kills under load lose no acknowledged sample, and none is there twice`, async () => {
  const publishers = Array.from({ length: MQTT_DEVICES }, (_, n) => newSender('MQTT', n));
  const pushers = Array.from({ length: HTTP_DEVICES }, (_, n) => newSender('HTTP', n));
  const senders = [...publishers, ...pushers];
  let server: ServerProcess | undefined;
  for (let kill = 0; kill < KILLS; kill += 1) {
    server = await startServerProcess(dataDir);
    const { mqtt: mqttPort, http } = server.ports;
    const before = countOf(senders);
    const work = [
      ...publishers.map((sender) => publishUntilGone(sender, mqttPort)),
      ...pushers.map((sender) => pushUntilGone(sender, http)),
    ];
    await vi.waitUntil(() => countOf(senders) > before, { timeout: 30_000 });
    // A moment of its own each time: inside an insert, between two, while blocks are merged.
    await new Promise((resolve) => setTimeout(resolve, randomInt(1000)));
    await server.kill();
    await Promise.all(work);
  }
  server = await startServerProcess(dataDir);
  const ids = await deviceIds();
  await server.stop();

  const samples = await openEmbeddedSamplesDb(path.join(dataDir, 'clickhouse'));
  try {
    for (const { sn, acknowledged } of senders) {
      const rows = await samples.query<{ number: number; most: number; n: number; least: number }>(
        `SELECT toUnixTimestamp64Milli(time) - {firstTime:Int64} AS number, min(value) AS least, max(value) AS most, count() AS n
           FROM samples FINAL WHERE device = {device:UInt32} GROUP BY number`,
        { firstTime, device: ids.get(sn) },
      );
      const stored = new Map(rows.map((row) => [row.number, row]));
      const missing = [...acknowledged].filter((number) => !stored.has(number));
      expect(missing, `acknowledged by ${sn} and gone`).toEqual([]);
      for (const { number, most, least, n } of rows) {
        expect([number, n, most, least]).toEqual([number, KEYS.length, number, number]);
      }
    }
  } finally {
    await samples.close();
  }
}, 600_000);
