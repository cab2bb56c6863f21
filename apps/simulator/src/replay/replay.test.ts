import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UplinkError, type Uplink } from '../links/uplink.ts';
import { parseReplayOptions, type ReplayOptions } from './replay-options.ts';
import { replay } from './replay.ts';
import { sendRecorded } from './send-recorded.ts';

interface Call {
  route: string;
  token: string | undefined;
  body: unknown;
}

let folder: string;
let server: Server;
let calls: Call[];
let stations: string[];
let url: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sunfleet-replay-'));
  calls = [];
  stations = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const route = `${request.method} ${request.url}`;
      calls.push({ route, token: request.headers.authorization, body: text ? JSON.parse(text) : undefined });
      const [status, data] = answer(route);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: status, msg: 'no', data }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  write();
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

function answer(route: string): [status: number, data: unknown] {
  if (route === 'POST /api/ups/user/login') return [200, { token: 'T' }];
  if (route.startsWith('GET /api/stations?')) return [200, { rows: stations.map((name) => ({ name })) }];
  if (route === 'POST /api/stations') return [200, { id: 7 }];
  if (route === 'PUT /api/stations/7/design') return [200, { versions: [], revision: 1 }];
  if (route === 'POST /api/stations/7/devices') return [200, { device: {}, secret: 'S' }];
  if (route.startsWith('POST /api/ingest/v1/')) return [200, { stored: 1 }];
  return [404, null];
}

function write(): void {
  mkdirSync(path.join(folder, 'plant22'));
  const generation = ['local_time,inverter,dc_power_raw,ac_power_kw,daily_yield_kwh,total_yield_kwh'];
  for (const hour of ['10', '11', '12']) generation.push(`2020-05-15T${hour}:00,INV01,9000,880,300,70000`);
  const weather = [
    'DATE_TIME,PLANT_ID,SOURCE_KEY,AMBIENT_TEMPERATURE,MODULE_TEMPERATURE,IRRADIATION',
    '2020-05-15 10:00:00,1,x,30,50,0.8',
  ];
  writeFileSync(
    path.join(folder, 'plant22/generation_15min_by_inverter.csv.gz'),
    gzipSync(generation.join('\n')),
  );
  writeFileSync(path.join(folder, 'plant22/weather_15min.csv.gz'), gzipSync(weather.join('\n')));
  const logins = [{ id: 7, account: 'manager@demo.sunfleet.local', password: 'Demo-of-this-server-1' }];
  writeFileSync(path.join(folder, 'demo-logins.json'), JSON.stringify(logins));
}

const options = (...args: string[]): ReplayOptions =>
  parseReplayOptions(['plant22', '--api', url, '--data', folder, ...args], { SUNFLEET_DATA_DIR: folder })!;
const hooks = { now: () => Date.UTC(2026, 10, 21, 12), say: () => {} };
const pushed = () =>
  calls
    .filter(({ route }) => route.includes('/ingest/'))
    .flatMap(({ body }) => [body].flat() as { ts: number }[]);

test('signs in, makes the station and its devices, and sends the recording with their secrets', async () => {
  stations = ['Plant 22'];
  expect(await replay(options(), hooks)).toEqual({ sent: 4, refused: 0 });
  const [login, list, station, inverter, weather] = calls;
  expect(login!.body).toEqual({ account: 'manager@demo.sunfleet.local', password: 'Demo-of-this-server-1' });
  expect([list!.token, station!.token]).toEqual(['Bearer T', 'Bearer T']);
  expect(station!.body).toMatchObject({ name: 'Plant 22 2', timeZone: 'Asia/Kolkata' });
  expect([inverter, weather].map((call) => call!.body)).toMatchObject([
    { sn: 'R7-INV01', kind: 'inverter' },
    { sn: 'R7-MET', kind: 'weather', ratedPower: null },
  ]);
  const telemetry = calls.filter(({ route }) => route.includes('/ingest/'));
  expect(telemetry.map(({ route, token }) => [route, token])).toContainEqual([
    'POST /api/ingest/v1/R7-INV01/telemetry',
    'Bearer S',
  ]);
  expect(Math.max(...pushed().map(({ ts }) => ts))).toBe(Date.UTC(2026, 10, 21, 6, 30));
});

test('the roofs of a recording become the arrays of its station', async () => {
  mkdirSync(path.join(folder, 'enerpos'));
  const inverters = [1, 2, 3, 4].flatMap((n) => [`Inv${n}_AC`, `Inv${n}_DC_MPPT1`, `Inv${n}_DC_MPPT2`]);
  const plant = [
    `datetime,POA_NE,POA_SW,${inverters.join()}`,
    '2022-10-01 12:00,900,870,6000,1,2,3,4,5,6,7,8,9,1,2,3',
  ];
  const weather = [
    'datetime,GHI,BNI,DHI,DBT,RH,Ws10,Wd10,Patmo,Rainfall',
    '2022-10-01 12:00,880,700,150,25,60,3,120,1015,0',
  ];
  writeFileSync(path.join(folder, 'enerpos/PV_ENERPOS_01-15-10-2022_bis.txt'), plant.join('\n'));
  writeFileSync(path.join(folder, 'enerpos/Meteo_Terre_Sainte_01-15-10-2022.txt'), weather.join('\n'));
  await replay({ ...options(), plant: 'enerpos' }, hooks);
  expect(calls.find(({ route }) => route === 'PUT /api/stations/7/design')?.body).toMatchObject({
    versions: [
      {
        arrays: [
          { azimuth: 14, quantity: 90 },
          { azimuth: 194, quantity: 144 },
        ],
      },
    ],
  });
});

test('the account is the one that is named, or that of the demo on this machine', () => {
  const named = options('--user', 'me@example.test', '--password', 'Mine-1234');
  expect(named).toMatchObject({ account: 'me@example.test', password: 'Mine-1234' });
  expect(() => options('--user', 'me@example.test')).toThrow('--password');
  const elsewhere = { SUNFLEET_DATA_DIR: path.join(folder, 'none') };
  expect(() => parseReplayOptions(['plant22'], elsewhere)).toThrow('--password');
});

test('at their own times nothing is moved', async () => {
  await replay(options('--at', 'own'), hooks);
  expect(Math.max(...pushed().map(({ ts }) => ts))).toBe(Date.UTC(2020, 4, 15, 6, 30));
});

test('missing data, a missing server and a wrong password are said plainly', async () => {
  await expect(replay({ ...options(), dataFolder: '/nowhere' }, hooks)).rejects.toThrow('SUNFLEET_DATA');
  await expect(replay({ ...options(), api: 'http://127.0.0.1:9' }, hooks)).rejects.toThrow('npm start');
});

test('options name what is wrong', () => {
  expect(parseReplayOptions([], {})).toBeUndefined();
  const demo = { SUNFLEET_DATA_DIR: folder };
  expect(parseReplayOptions(['strings'], { ...demo, SUNFLEET_DATA: '/data' })).toMatchObject({
    shift: 'now',
    speed: Infinity,
    dataFolder: '/data',
  });
  expect(parseReplayOptions(['enerpos', '--at', 'own', '--speed', '60'], demo)).toMatchObject({
    shift: 'own',
    speed: 60,
  });
  expect(() => parseReplayOptions(['plant23'], {})).toThrow('plant22');
  expect(() => parseReplayOptions(['strings', '--speed', '0'], {})).toThrow('--speed 0');
  expect(() => parseReplayOptions(['strings', '--shift', 'later'], {})).toThrow('--shift later');
});

function memoryUplink(fail: (count: number) => UplinkError | undefined = () => undefined) {
  const sent: { at: number; times: number[] }[] = [];
  let count = 0;
  const uplink: Uplink<string> = {
    send(messages) {
      const error = fail((count += 1));
      if (error) return Promise.reject(error);
      sent.push({ at: Date.now(), times: messages.map((text) => (JSON.parse(text) as { ts: number }).ts) });
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  return { sent, uplink };
}

const at = (time: number) => ({ time, values: { 'ac.power': 1 } });

test('what is past goes at once, what is to come goes when its time comes', async () => {
  const { sent, uplink } = memoryUplink();
  const now = Date.now();
  const readings = [at(now - 2000), at(now - 1000), at(now + 120)];
  const result = await sendRecorded([{ sn: 'A', uplink, readings }], {
    speed: Infinity,
    now: Date.now,
    say: () => {},
  });
  expect(result).toEqual({ sent: 3, refused: 0 });
  expect(sent.map(({ times }) => times)).toEqual([[now - 2000, now - 1000], [now + 120]]);
  expect(sent[1]!.at).toBeGreaterThanOrEqual(now + 119);
});

test('a paced recording keeps its rhythm over all devices', async () => {
  const { sent, uplink } = memoryUplink();
  const start = Date.now() - 1e6;
  const recordings = [
    { sn: 'A', uplink, readings: [at(start), at(start + 20_000)] },
    { sn: 'B', uplink, readings: [at(start + 10_000)] },
  ];
  const begun = Date.now();
  await sendRecorded(recordings, { speed: 200, now: Date.now, say: () => {} });
  expect(sent.flatMap(({ times }) => times)).toEqual([start, start + 10_000, start + 20_000]);
  expect(sent.at(-1)!.at - begun).toBeGreaterThanOrEqual(95);
});

test('refused readings are counted, the others go on', async () => {
  const { sent, uplink } = memoryUplink((count) =>
    count === 1 ? new UplinkError('refused', 'bad') : undefined,
  );
  const readings = Array.from({ length: 500 }, (_, index) => at(1000 + index));
  const result = await sendRecorded([{ sn: 'A', uplink, readings }], {
    speed: Infinity,
    now: Date.now,
    say: () => {},
  });
  expect(result).toEqual({ sent: 100, refused: 400 });
  expect(sent).toHaveLength(1);
});
