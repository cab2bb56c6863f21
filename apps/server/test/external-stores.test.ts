import type { Health } from '@sunfleet/contract';
import { RegisterImage } from '@sunfleet/device-model';
import { afterAll, expect, test, vi } from 'vitest';
import { openPool } from '../src/platform/postgres/client.ts';
import { callServer, signInTo } from './call-server.ts';
import { fakeLogger } from './v5-logger.ts';
import { hasNats, startNats } from './nats-server.ts';
import { openOuterStores } from './outer-stores.ts';
import { ADMIN, type ServerProcess } from './server-process.ts';

const { clickhouse, database, startServer, stop } = await openOuterStores({ empty: true });
afterAll(stop);

const SN = 'EXTERNAL-1';
/** Servers of one database seal by one key, wherever their data directories are. */
const KEY = { SUNFLEET_SECRET_KEY: 'a key that servers of this test share' };

test('PostgreSQL and ClickHouse named by URL serve as the embedded ones do, and hold everything', async () => {
  // Both find empty stores at the same moment: one serves, the other says what is wrong.
  const both = await Promise.allSettled([startServer('first', KEY), startServer('beside', KEY)]);
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('Another Sunfleet server works on this database')]);
  const first = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))[0]!;
  const bearer = await signInTo(first, ADMIN);
  const station = await callServer<{ id: number }>(first, {
    path: '/stations',
    body: { name: 'External', type: 'residential', capacityKw: 10, latitude: 52.5, longitude: 13.4 },
    bearer,
  });
  const { device, secret } = await callServer<{ device: { id: number }; secret: string }>(first, {
    path: `/stations/${station.id}/devices`,
    body: { sn: SN, kind: 'inverter' },
    bearer,
  });
  const now = Date.now();
  for (let minute = 30; minute > 0; minute -= 1) {
    const body = { ts: now - minute * 60_000, v: { 'ac.power': 1000 + minute } };
    await callServer(first, { path: `/ingest/v1/${SN}/telemetry`, body, bearer: secret });
  }
  await first.stop();

  const second = await startServer('second', KEY);
  const again = await signInTo(second, ADMIN);
  const range = `from=${now - 3_600_000}&to=${now}`;
  const history = await callServer<object>(second, {
    path: `/devices/${device.id}/history?points=ac.power&${range}&resolution=raw`,
    bearer: again,
  });
  const stations = await callServer<{ total: number }>(second, { path: '/stations', bearer: again });
  const health = await callServer<Health>(second, { path: '/health' });
  await second.stop();
  expect(stations.total).toBe(1);
  expect(JSON.stringify(history)).toContain('1001');
  expect(health.state).toBe('ok');
  const kinds = health.parts.flatMap(({ name, detail }) => (detail?.kind ? [[name, detail.kind]] : []));
  expect(Object.fromEntries(kinds)).toMatchObject({ postgres: 'external', clickhouse: 'remote' });
}, 120_000);

test('a ClickHouse that hangs is told of with 503 and in the health report, and all is well when it goes on', async () => {
  const server = await startServer('hanging', { SUNFLEET_STORE_PATIENCE_SECONDS: '1' });
  const bearer = await signInTo(server, ADMIN);
  const { rows } = await callServer<{ rows: { id: number; sn: string }[] }>(server, {
    path: '/devices',
    bearer,
  });
  const to = Date.now();
  const history = `/devices/${rows[0]!.id}/history?points=ac.power&from=${to - 3_600_000}&to=${to}&resolution=raw`;
  const ask = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${server.ports.http}/api${history}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    const { error } = (await response.json()) as { error?: string };
    return response.ok ? 'ok' : `${response.status} ${error}`;
  };
  const clickhousePart = async () => {
    const response = await fetch(`http://127.0.0.1:${server.ports.http}/api/health`);
    const { data } = (await response.json()) as { data: Health };
    return data.parts.find(({ name }) => name === 'clickhouse')!;
  };
  expect(await ask()).toBe('ok');
  clickhouse.pause();
  expect(await Promise.all([ask(), ask()])).toEqual(['503 storeUnavailable', '503 storeUnavailable']);
  expect(await clickhousePart()).toMatchObject({ state: 'down' });
  clickhouse.goOn();
  await vi.waitFor(async () => expect(await ask()).toBe('ok'));
  await vi.waitFor(async () => expect((await clickhousePart()).state).toBe('ok'));
  await server.stop();
}, 120_000);

test.skipIf(!hasNats)(
  'pages on one server live from devices on another, through cuts of what connects them',
  async () => {
    const nats = await startNats();
    const shared = { ...KEY, NATS_URL: nats.url };
    const [work, pages, other] = await Promise.all([
      startServer('work', { ...shared, SUNFLEET_ROLES: 'gateway,worker', SUNFLEET_V5_COMMANDS: 'on' }),
      startServer('pages', { ...shared, SUNFLEET_ROLES: 'api' }),
      startServer('other', { ...shared, SUNFLEET_ROLES: 'api' }),
    ]);
    const bearer = await signInTo(pages, ADMIN);
    const { device, secret } = await callServer<{ device: { id: number }; secret: string }>(pages, {
      path: `/stations/${(await callServer<{ rows: { id: number }[] }>(pages, { path: '/stations', bearer })).rows[0]!.id}/devices`,
      body: { sn: 'SEVERAL-1', kind: 'inverter' },
      bearer,
    });
    const push = (v: Record<string, number>) =>
      callServer(work, {
        path: '/ingest/v1/SEVERAL-1/telemetry',
        body: { ts: Date.now(), v },
        bearer: secret,
      });
    const stream = await openEvents(pages, `/live?devices=${device.id}`, bearer);
    // Who watches reaches the other server a moment later.
    await vi.waitFor(
      async () => {
        await push({ 'ac.power': 4321, 'pump.speed': 7 });
        expect(stream.text()).toMatch(/"type":"points".*"ac.power":4321,"pump.speed":7/);
        expect(stream.text()).toMatch(/"type":"device".*"status":"online"/);
      },
      { timeout: 20_000, interval: 500 },
    );
    const latest = () =>
      callServer<{ key: string; value: number }[]>(pages, { path: `/devices/${device.id}/latest`, bearer });
    expect((await latest()).map(({ key, value }) => [key, value])).toEqual([
      ['ac.power', 4321],
      ['pump.speed', 7],
    ]);
    // Each serves what is its own.
    const statusOf = async ({ ports }: ServerProcess, route: string) =>
      (await fetch(`http://127.0.0.1:${ports.http}${route}`)).status;
    expect([await statusOf(work, '/api/stations'), await statusOf(work, '/')]).toEqual([404, 404]);
    expect(await statusOf(pages, '/api/ingest/v1/SEVERAL-1/telemetry')).toBe(404);

    // A device is asked through the server that holds the connection of its logger.
    const behind = await behindLogger(work);
    const ask = () =>
      callServer(pages, {
        path: `/devices/${behind}/registers`,
        body: { fn: 3, addr: 60, count: 2 },
        bearer,
      });
    await vi.waitFor(async () => expect(await ask()).toMatchObject({ ok: true, words: [7, 65_535] }), {
      timeout: 20_000,
      interval: 500,
    });
    // A session that ends on one server ends the streams of others.
    const leaving = await signInTo(pages, ADMIN);
    const elsewhere = await openEvents(other, `/live?devices=${device.id}`, leaving);
    await vi.waitFor(() => expect(elsewhere.text()).not.toBe(''));
    await callServer(pages, { path: '/ups/user/logout', body: {}, bearer: leaving });
    const since = performance.now();
    await elsewhere.ended;
    expect(performance.now() - since).toBeLessThan(3000);

    await nats.stop();
    await push({ 'ac.power': 1 });
    expect((await latest())[0]!.value).toBe(1);
    const again = await startNats(nats.port);
    await vi.waitFor(
      async () => {
        await push({ 'ac.power': 22 });
        expect(stream.text()).toMatch(/"type":"reset"[^]*"ac.power":22/);
      },
      { timeout: 20_000, interval: 500 },
    );
    stream.close();
    await Promise.all([work.stop(), pages.stop(), other.stop()]);
    await again.stop();
  },
  120_000,
);

/** A device with two registers behind a logger that is connected to a server; answers its id. */
async function behindLogger({ ports }: ServerProcess): Promise<number> {
  const image = new RegisterImage();
  image.load(3, 60, [7, 65_535]);
  const logger = await fakeLogger(ports.v5, { image });
  logger.hello();
  await vi.waitFor(() => expect(logger.answers.length).toBeGreaterThan(0));
  const pool = openPool(database, () => {}, 1);
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO devices (sn, kind, profile_id, parent_id)
     SELECT 'BEHIND-1', 'inverter', 'deye-string', id FROM devices WHERE sn = $1 RETURNING id`,
    [String(logger.serial)],
  );
  await pool.end();
  return Number(rows[0]!.id);
}

/** An event stream of a server, and what came on it. */
async function openEvents({ ports }: ServerProcess, route: string, bearer: string) {
  const ending = new AbortController();
  const response = await fetch(`http://127.0.0.1:${ports.http}/api${route}`, {
    headers: { authorization: `Bearer ${bearer}` },
    signal: ending.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })();
  return {
    text: () => text,
    /** Resolves when the server, or `close`, ended it. */
    ended: reading.catch(() => undefined),
    close: () => ending.abort(),
  };
}
