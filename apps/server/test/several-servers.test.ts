import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { callServer, signInTo } from './call-server.ts';
import { beginHeldTask } from './held-task.ts';
import { hasNats, startNats } from './nats-server.ts';
import { openOuterStores } from './outer-stores.ts';
import { ADMIN, type ServerProcess } from './server-process.ts';

/** Stations, each with one device: so many that each of several servers decides over some of them. */
const DEVICES = 12;
/** What a counter gains from one reading to the next, kWh. */
const STEP = 0.000_01;
const PATIENT = { timeout: 40_000, interval: 250 };

interface Reporter {
  id: number;
  sn: string;
  secret: string;
  /** Codes that it told and that were acknowledged, in their order. */
  codes: number[];
  /** What it gained since its first reading, kWh, as far as that was acknowledged. */
  gained: number;
  time: number;
}

describe.skipIf(!hasNats)('several servers share the work', () => {
  let stores: Awaited<ReturnType<typeof openOuterStores>>;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let pool: ReturnType<typeof openPool>;
  let pages: ServerProcess;
  let otherPages: ServerProcess;
  let bearer: string;
  const gateways: ServerProcess[] = [];
  const workers: ServerProcess[] = [];
  const reporters: Reporter[] = [];

  const shared = () => ({
    NATS_URL: nats.url,
    SUNFLEET_SECRET_KEY: 'a key that servers of this test share',
  });
  /** The database knows each by its name. */
  const start = (name: string, roles: string) =>
    stores.startServer(name, {
      ...shared(),
      SUNFLEET_ROLES: roles,
      SUNFLEET_V5_COMMANDS: 'on',
      DATABASE_URL: `${stores.database}?application_name=${name}`,
    });

  beforeAll(async () => {
    [stores, nats] = await Promise.all([openOuterStores({ empty: true }), startNats()]);
    pool = openPool(stores.database, () => {}, 2);
    // All at once on empty stores.
    const [first, second, third, fourth, fifth, last] = await Promise.all([
      start('worker-1', 'worker'),
      start('worker-2', 'worker'),
      start('gateway-1', 'gateway'),
      start('gateway-2', 'gateway'),
      start('pages-1', 'api'),
      start('pages-2', 'api'),
    ]);
    workers.push(first, second);
    gateways.push(third, fourth);
    pages = fifth;
    otherPages = last;
    bearer = await signInTo(pages, ADMIN);
    for (let n = 0; n < DEVICES; n += 1) reporters.push(await addReporter(n));
  }, 180_000);

  afterAll(async () => {
    for (const server of [...workers, ...gateways]) if (server.alive()) server.goOn();
    await Promise.all([...workers, ...gateways, pages, otherPages].map((server) => server.kill()));
    await pool.end();
    await nats.stop();
    await stores.stop();
  });

  async function addReporter(n: number): Promise<Reporter> {
    const station = await callServer<{ id: number }>(pages, {
      path: '/stations',
      body: { name: `Shared ${n}`, type: 'residential', capacityKw: 10, latitude: 52.5, longitude: 13.4 },
      bearer,
    });
    const sn = `SHARED-${n}`;
    const { device, secret } = await callServer<{ device: { id: number }; secret: string }>(pages, {
      path: `/stations/${station.id}/devices`,
      body: { sn, kind: 'inverter' },
      bearer,
    });
    return { id: device.id, sn, secret, codes: [], gained: 0, time: 0 };
  }

  /** Tells a fault code of its own, and a counter that goes on. Answers whether it was acknowledged; a device tells again until it is. */
  async function report(reporter: Reporter, gateway: ServerProcess, code: number): Promise<void> {
    reporter.time = Math.max(Date.now(), reporter.time + 1);
    const v = { 'ac.power': 1000, 'alarm.code': code, 'energy.total': 500 + reporter.gained + STEP };
    await callServer(gateway, {
      path: `/ingest/v1/${reporter.sn}/telemetry`,
      body: { ts: reporter.time, v },
      bearer: reporter.secret,
    });
    reporter.gained += STEP;
    if (reporter.codes.at(-1) !== code) reporter.codes.push(code);
  }

  /** All tell a code through one of the gateways, or the other where that one is gone. */
  const reportAll = (code: number, through = gateways) =>
    Promise.all(reporters.map((reporter, n) => report(reporter, through[n % through.length]!, code)));

  /** What is written of a device: each fault that it told began once, and all but the last have ended. */
  const alarmsOf = async ({ id }: Reporter) => {
    const { rows } = await pool.query<{ code: string; stands: boolean }>(
      `SELECT code, recovered_at IS NULL AS stands FROM alarms
       WHERE device_id = $1 AND type = 'deviceFault' ORDER BY began_at, id`,
      [id],
    );
    return rows.map(({ code, stands }) => [Number(code), stands]);
  };
  const expectAlarms = () =>
    vi.waitFor(async () => {
      for (const reporter of reporters) {
        const told = reporter.codes.filter((code) => code > 0);
        const last = reporter.codes.at(-1);
        // What was stored by a server that was killed before it could acknowledge it is an alarm as well.
        const acknowledged = (await alarmsOf(reporter)).filter(([code]) => told.includes(Number(code)));
        expect(acknowledged).toEqual(told.map((code) => [code, code === last]));
      }
    }, PATIENT);

  const shares = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*) AS n FROM work_partitions p JOIN work_owners o ON o.id = p.owner
       WHERE o.ended_at IS NULL AND o.alive_until >= now() GROUP BY o.id ORDER BY n`,
    );
    return rows.map(({ n }) => Number(n));
  };

  test('each decides over its share, whichever server a device reports to', async () => {
    await vi.waitFor(async () => expect(await shares()).toEqual([128, 128]), PATIENT);
    await reportAll(1);
    await reportAll(2, gateways.toReversed());
    await expectAlarms();
    await vi.waitFor(async () => {
      const { rows } = await callServer<{ rows: { live: { status: string } }[] }>(pages, {
        path: '/devices',
        bearer,
      });
      expect(rows.map(({ live }) => live.status)).toEqual(Array(DEVICES).fill('abnormal'));
    }, PATIENT);
  }, 90_000);

  /** The worker that holds devices of runs asks for more of them again and again. */
  const atRuns = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE 'worker-%' AND query LIKE '%run_devices%'
       ORDER BY query_start DESC LIMIT 1`,
    );
    return rows[0]?.name === 'worker-2' ? 1 : 0;
  };

  test('what a killed worker decided over, another one does within ten seconds; nothing is lost or twice, in the middle of a task either', async () => {
    const task = await beginHeldTask({ pages, gateway: gateways[1]!, bearer });
    const [gone] = workers.splice(await atRuns(), 1);
    let code = 3;
    await reportAll(code);
    await gone!.kill();
    const killed = performance.now();
    // Faults go on while nobody decides over half of them.
    while ((await shares()).toString() !== '256') {
      await reportAll((code += 1));
      expect(performance.now() - killed).toBeLessThan(20_000);
    }
    await reportAll(code + 1);
    await expectAlarms();
    // As if the time had passed after which others go on with what it held: a device in the middle of a write, which is not written again.
    await pool.query(`UPDATE run_devices SET held_until = now() WHERE state = 'running'`);
    await task.goOn();
    await vi.waitFor(
      async () =>
        expect(await task.read()).toMatchObject({ state: 'finished', last: { devices: { done: 3 } } }),
      { ...PATIENT, timeout: 80_000 },
    );
    expect(task.held()).toEqual([30, 30, 30]);
    expect(task.writes()).toBe(3);
    task.close();
    workers.push(await start('worker-3', 'worker'));
    await vi.waitFor(async () => expect(await shares()).toEqual([128, 128]), PATIENT);
    await reportAll(code + 2);
    await expectAlarms();
  }, 150_000);

  test('a worker that stood still for longer than its lease writes nothing when it goes on', async () => {
    const [still] = workers;
    await reportAll(50);
    still!.pause();
    await reportAll(51);
    await vi.waitFor(async () => expect(await shares()).toEqual([256]), PATIENT);
    await reportAll(52);
    still!.goOn();
    await reportAll(53);
    await vi.waitFor(async () => expect(await shares()).toEqual([128, 128]), PATIENT);
    await reportAll(54);
    await expectAlarms();
    expect(still!.alive()).toBe(true);
  }, 150_000);

  test('what a killed gateway acknowledged has its effect', async () => {
    const [gone] = gateways.splice(0, 1);
    const telling = reporters.map((reporter) => report(reporter, gone!, 60).catch(() => undefined));
    await Promise.race(telling);
    await gone!.kill();
    await Promise.all(telling);
    await vi.waitFor(() => reportAll(61), PATIENT);
    await expectAlarms();
    gateways.push(await start('gateway-3', 'gateway'));
  }, 150_000);

  test('while NATS is cut devices are served; what they told has its effect when it is back', async () => {
    await nats.stop();
    await reportAll(70);
    await reportAll(71);
    nats = await startNats(nats.port);
    await expectAlarms();
    await reportAll(0);
    await expectAlarms();
  }, 150_000);

  test('servers are replaced one after the other, and devices are served all the time', async () => {
    let code = 80;
    for (const [role, servers] of [
      ['worker', workers],
      ['gateway', gateways],
    ] as const) {
      for (let n = 0; n < 2; n += 1) {
        const [old] = servers.splice(0, 1);
        servers.push(await start(`new-${role}-${n}`, role));
        const stopped = old!.stop();
        // Whoever is turned away by a server that ends asks the other one, as a balancer would.
        for (let round = 0; round < 3; round += 1) await reportAll((code += 1));
        await stopped;
      }
    }
    await expectAlarms();
  }, 180_000);

  test('the stream of a page goes on at another server when its own was killed', async () => {
    const open = async (server: ServerProcess, lastEventId = '') => {
      const response = await fetch(`http://127.0.0.1:${server.ports.http}/api/live`, {
        headers: { authorization: `Bearer ${bearer}`, 'last-event-id': lastEventId },
      });
      let text = '';
      const reading = (async () => {
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
      })().catch(() => undefined);
      return { text: () => text, ended: reading };
    };
    const first = await open(otherPages);
    await reportAll(100);
    await vi.waitFor(() => expect(first.text()).toContain('"code":"100"'), PATIENT);
    await otherPages.kill();
    await first.ended;
    const id = [...first.text().matchAll(/^id: (.*)$/gm)].at(-1)![1]!;
    await reportAll(101);
    await expectAlarms();
    const second = await open(pages, id);
    await vi.waitFor(() => expect(second.text()).toContain('"code":"101"'), PATIENT);
    expect(second.text()).not.toContain('"reset"');
  }, 90_000);

  test('states and energies hold everything that was acknowledged', async () => {
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query<{ sn: string; at: number; kwh: number; status: string }>(
          `SELECT sn, status, extract(epoch FROM last_data_at)::float8 * 1000 AS at, energy_today AS kwh
           FROM devices JOIN device_states ON device_id = id WHERE sn LIKE 'SHARED-%'`,
        );
        expect(rows).toHaveLength(DEVICES);
        for (const { sn, at, kwh, status } of rows) {
          const { time, gained } = reporters.find((reporter) => reporter.sn === sn)!;
          expect(status).toBe('abnormal');
          expect(at).toBeCloseTo(time, 0);
          // The first reading is where the counter begins.
          expect(Math.abs(kwh - (gained - STEP)), `energy of ${sn}`).toBeLessThan(1.5 * STEP);
        }
      },
      { timeout: 120_000, interval: 1000 },
    );
  }, 150_000);

  test('a server that knows nothing of the others is refused', async () => {
    await expect(
      stores.startServer('alone', { SUNFLEET_SECRET_KEY: shared().SUNFLEET_SECRET_KEY }),
    ).rejects.toThrow('Another Sunfleet server works on this database');
  }, 60_000);
});
