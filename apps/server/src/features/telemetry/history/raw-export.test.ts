import { pointByKey } from '@sunfleet/device-model';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../../test/api-kit.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { knownDevice, makeDevice, makeOrganisation, makeStation, makeUser } from '../../../../test/makers.ts';
import { soleTelemetry } from '../../../../test/sole-telemetry.ts';
import { signIn } from '../../accounts/index.ts';
import { createExpectedOfDay } from '../../expected-power/index.ts';
import { openFleet } from '../../fleet/index.ts';
import { openTelemetryInput, registerTelemetryRoutes } from '../index.ts';

const platform = await testPlatform();
const fleet = await openFleet(platform);
const input = await openTelemetryInput(platform, fleet);
const telemetry = soleTelemetry(platform, fleet, input);
const { server, as } = await openApi(platform, (http) =>
  registerTelemetryRoutes(http, telemetry, {
    ...input,
    expectedOf: createExpectedOfDay({ ...platform, fleet: telemetry.fleet }),
  }),
);
afterAll(async () => {
  await server.app.close();
  await input.stop();
  await telemetry.stop();
  await fleet.stop();
  await platform.stop();
});

const FIRST = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
platform.clock.set(FIRST + 100 * DAY);
const organisation = await makeOrganisation(platform);
const station = await makeStation(platform, { organisationId: organisation.id });
const device = await makeDevice(platform, { organisationId: organisation.id, stationId: station.id });
await telemetry.fleet.ensure([device.id]);
const known = knownDevice({ id: device.id, sn: device.sn });
await input.ingest.store(
  known,
  [
    { time: FIRST, values: { 'ac.power': 100.5, 'ac.frequency': 50 } },
    { time: FIRST + 1000, values: { 'ac.power': 200 } },
    { time: FIRST + 90 * DAY, values: { 'ac.frequency': 49.99 } },
  ],
  'mqtt',
);
await input.ingest.store(known, [{ time: FIRST + 1000, values: { 'ac.power': 200 } }], 'mqtt');

const administrator = await makeUser(platform, {
  role: 'organisationAdmin',
  organisationId: organisation.id,
});
const path = (query: string) => `/devices/${device.id}/history/file?${query}`;
const ALL = `points=ac.power,ac.frequency&from=${FIRST}&to=${FIRST + 100 * DAY}`;

async function fileOf(query: string): Promise<string[]> {
  const response = await server.app.inject({
    url: `/api${path(query)}`,
    headers: { authorization: `Bearer ${await signIn(platform, administrator)}` },
  });
  expect(response.headers['content-disposition']).toBe(`attachment; filename="${device.sn}.csv"`);
  return response.body.split('\r\n');
}

test('every sample over months is a line of its time, once, and what was not measured stays empty', async () => {
  expect(await fileOf(ALL)).toEqual([
    '\uFEFFtime (UTC),ac.power (W),ac.frequency (Hz)',
    '2026-01-01T00:00:00.000Z,100.5,50',
    '2026-01-01T00:00:01.000Z,200,',
    '2026-04-01T00:00:00.000Z,,49.99',
    '',
  ]);
  expect(await fileOf(`points=ac.frequency&from=${FIRST + 1}&to=${FIRST + 91 * DAY}`)).toHaveLength(3);
});

test('a point nobody knows, a range that ends first, and a device of others are refused in words', async () => {
  const { get } = await as(administrator);
  expect((await get(path(`points=no.such&from=0&to=1`))).error).toBe('unknownPoint');
  expect((await get(path(`points=ac.power&from=5&to=5`))).error).toBe('invalidInput');
  const other = await makeOrganisation(platform);
  const stranger = await as(
    await makeUser(platform, { role: 'organisationAdmin', organisationId: other.id }),
  );
  expect((await stranger.get(path(ALL))).error).toBe('deviceNotFound');
  const visitor = await as({ id: null });
  expect((await visitor.get(path(ALL))).error).toBe('visitorReadOnly');
});

test('a device that measures each millisecond is read in parts that can be held, with every sample once', async () => {
  const from = FIRST + 50 * DAY;
  const dense = await makeDevice(platform, { organisationId: organisation.id, stationId: station.id });
  await telemetry.fleet.ensure([dense.id]);
  for (let time = 0; time < 2; time += 1)
    await platform.samples.command(
      `INSERT INTO samples SELECT {device:UInt32}, {point:UInt16}, fromUnixTimestamp64Milli({from:Int64} + toInt64(number)), number FROM numbers(130000)`,
      { device: dense.id, point: pointByKey('ac.power')!.id, from },
    );
  const { columns } = platform.samples;
  const lengths: number[] = [];
  platform.samples.columns = async (...asked) => {
    const answer = await columns(...asked);
    lengths.push(answer.t?.length ?? 0);
    return answer;
  };
  const response = await server.app.inject({
    url: `/api/devices/${dense.id}/history/file?points=ac.power&from=${from}&to=${from + DAY}`,
    headers: { authorization: `Bearer ${await signIn(platform, administrator)}` },
  });
  platform.samples.columns = columns;
  expect(Math.max(...lengths)).toBeLessThanOrEqual(25_001);
  const lines = response.body.trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(130_000);
  expect(new Set(lines)).toHaveLength(130_000);
  expect(lines.at(-1)).toBe(`${new Date(from + 129_999).toISOString()},129999`);
});
