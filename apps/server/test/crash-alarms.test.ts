import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import mqtt from 'mqtt';
import { afterAll, expect, test, vi } from 'vitest';
import { bornFolder } from './born-folder.ts';
import { askPostgres } from './embedded-postgres.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const KILLS = Number(process.env.SUNFLEET_KILLS ?? 4);
const DEVICES = 8;
/** What a counter gains from one reading to the next, kWh. */
const STEP = 0.000_01;
const SECRET = 'the secret of a crashing fleet';

const dataDir = await bornFolder('crash-alarms');
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** What a device told and what of it was acknowledged. Each fault has a code of its own. */
interface Teller {
  sn: string;
  time: number;
  code: number;
  /** By code: when it began and ended, as far as that was acknowledged. */
  faults: Map<number, { began: number; ended?: number; unsure?: true }>;
  standing: number;
  /** The newest acknowledged reading of the energy counter, kWh. */
  counter: number;
}

const tellers = Array.from({ length: DEVICES }, (_, n): Teller => ({
  sn: `TELL-${n}`,
  time: 0,
  code: 0,
  faults: new Map(),
  standing: 0,
  counter: 0,
}));

/** Times of a device never repeat, however fast it tells. */
function nextTime(teller: Teller): number {
  teller.time = Math.max(Date.now(), teller.time + 1);
  return teller.time;
}

/** Tells faults that begin, change and end, one after the other, until the server is gone. */
async function tellUntilGone(teller: Teller, port: number): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: teller.sn,
    password: SECRET,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  const closed = new Promise<false>((resolve) => {
    client.on('error', () => undefined);
    client.once('close', () => resolve(false));
  });
  const publish = (name: string, body: object) =>
    Promise.race([
      client.publishAsync(`pv/v1/CRASH/${teller.sn}/up/${name}`, JSON.stringify(body), { qos: 1 }).then(
        () => true,
        () => false,
      ),
      closed,
    ]);
  while (await tellOne(teller, publish));
  await client.endAsync(true);
}

async function tellOne(
  teller: Teller,
  publish: (name: string, body: object) => Promise<boolean>,
): Promise<boolean> {
  const ts = nextTime(teller);
  const before = teller.faults.get(teller.standing);
  const code = teller.standing === 0 || randomInt(3) === 0 ? (teller.code += 1) : 0;
  const acknowledged = await publish('event', { ts, code });
  if (!acknowledged) {
    if (before) before.unsure = true;
    teller.standing = 0;
    return false;
  }
  if (before) before.ended = ts;
  if (code !== 0) teller.faults.set(code, { began: ts });
  teller.standing = code;
  const counter = teller.counter + STEP;
  if (!(await publish('telemetry', { ts: nextTime(teller), v: { 'energy.total': counter } }))) return false;
  teller.counter = counter;
  return true;
}

interface AlarmRow {
  sn: string;
  code: string;
  began: number;
  recovered: number | null;
  n: number;
}

/** Says what is wrong with the alarms of a running server; nothing where all that was acknowledged is there. */
async function complaints(): Promise<string[]> {
  const rows = await askPostgres<AlarmRow>(
    dataDir,
    `SELECT d.sn, a.code, extract(epoch FROM a.began_at)::float8 * 1000 AS began,
       extract(epoch FROM a.recovered_at)::float8 * 1000 AS recovered, count(*) OVER (PARTITION BY d.sn, a.code)::int AS n
     FROM alarms a JOIN devices d ON d.id = a.device_id WHERE a.type = 'deviceFault'`,
  );
  const byName = new Map(rows.map((row) => [`${row.sn} ${row.code}`, row]));
  const found: string[] = [];
  for (const { sn, faults } of tellers) {
    for (const [code, { began, ended, unsure }] of faults) {
      const row = byName.get(`${sn} ${code}`);
      if (!row) found.push(`${sn} ${code} never became an alarm`);
      else if (row.n > 1) found.push(`${sn} ${code} is there ${row.n} times`);
      else if (Math.round(row.began) !== began)
        found.push(`${sn} ${code} began at ${row.began}, not ${began}`);
      else if (ended !== undefined && Math.round(row.recovered ?? 0) !== ended)
        found.push(`${sn} ${code} ended at ${row.recovered}, not ${ended}`);
      else if (ended === undefined && !unsure && row.recovered !== null)
        found.push(`${sn} ${code} ended by itself`);
    }
  }
  return found;
}

const told = () => tellers.reduce((sum, { faults }) => sum + faults.size, 0);

test(`${KILLS} kills under faults lose no acknowledged beginning and no acknowledged end`, async () => {
  let server: ServerProcess | undefined;
  for (let kill = 0; kill < KILLS; kill += 1) {
    server = await startServerProcess(dataDir);
    expect(await complaints(), `after kill ${kill}`).toEqual([]);
    const { ports } = server;
    const before = told();
    const work = tellers.map((teller) => tellUntilGone(teller, ports.mqtt));
    await vi.waitUntil(() => told() > before + DEVICES, { timeout: 30_000 });
    await new Promise((resolve) => setTimeout(resolve, randomInt(1500)));
    await server.kill();
    await Promise.all(work);
  }
  server = await startServerProcess(dataDir);
  expect(await complaints()).toEqual([]);
  await expectStates();
  await server.stop();
  expect(told()).toBeGreaterThan(KILLS * DEVICES);
}, 900_000);

/** The states know the newest acknowledged message, the alarms that stand and, rolled up, the whole way of the counter. */
async function expectStates(): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await askPostgres<{ sn: string; at: number; open: number; standing: number; kwh: number }>(
        dataDir,
        `SELECT d.sn, extract(epoch FROM s.last_data_at)::float8 * 1000 AS at, s.open_alarms AS open,
           s.energy_today AS kwh,
           (SELECT count(*)::int FROM alarms a WHERE a.device_id = d.id AND a.recovered_at IS NULL) AS standing
         FROM devices d JOIN device_states s ON s.device_id = d.id`,
      );
      expect(rows).toHaveLength(DEVICES);
      for (const row of rows) {
        const teller = tellers.find(({ sn }) => sn === row.sn)!;
        const newest = Math.max(...[...teller.faults.values()].map(({ began, ended }) => ended ?? began));
        expect(row.at, row.sn).toBeGreaterThanOrEqual(newest);
        expect(row.open, row.sn).toBe(row.standing);
        // The last reading before a kill may be stored without having been acknowledged.
        expect(Math.abs(row.kwh - (teller.counter - STEP)), `energy of ${row.sn}`).toBeLessThan(1.5 * STEP);
      }
    },
    { timeout: 120_000, interval: 1000 },
  );
}
