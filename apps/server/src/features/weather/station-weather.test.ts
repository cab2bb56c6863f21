import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StationWeather } from '@sunfleet/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeStation, makeUser } from '../../../test/makers.ts';
import { storedLatest } from '../telemetry/index.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { createWeather, registerWeatherRoutes } from './index.ts';

const HOUR = 3_600_000;
/** Noon of a June day in Madrid, where makers put their stations. */
const NOON = Date.UTC(2026, 5, 21, 10);
const FIRST = Date.UTC(2026, 5, 20);

/** Five days that are 20 degC warm and under clouds from noon on, in UTC. */
const HOURS = Array.from({ length: 120 }, (_, hour) => hour);
const ANSWER = {
  hourly_units: { temperature_2m: '°C', wind_speed_10m: 'm/s', shortwave_radiation: 'W/m²' },
  hourly: {
    time: HOURS.map((hour) => FIRST / 1000 + hour * 3600),
    temperature_2m: HOURS.map((hour) => 20 + (hour % 24) / 10),
    wind_speed_10m: HOURS.map(() => 3),
    shortwave_radiation: HOURS.map((hour) => (hour % 24 >= 6 && hour % 24 < 20 ? 500 : 0)),
    weather_code: HOURS.map((hour) => (hour % 24 < 12 ? 0 : 61)),
  },
};

const asked: URL[] = [];
const usual = (_: IncomingMessage, response: ServerResponse) => void response.end(JSON.stringify(ANSWER));
let answer = usual;
const service = createServer((request, response) => {
  asked.push(new URL(request.url!, 'http://localhost'));
  answer(request, response);
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const platform = await testPlatform({
  SUNFLEET_WEATHER_URL: `${origin}/v1/forecast?models=best`,
  SUNFLEET_WEATHER_KEY: 'key of the test',
  SUNFLEET_WEATHER_SOURCE: 'Test sky',
  SUNFLEET_WEATHER_CREDIT: '© Somebody',
  SUNFLEET_WEATHER_PATIENCE_SECONDS: '0.5',
  SUNFLEET_WEATHER_REQUESTS_PER_DAY: '4',
});
const kit = await openTelemetry(platform);
const parts = () => ({ ...kit, latest: storedLatest(platform), weather: createWeather(platform) });
const { server, someone } = await openApi(platform, (http) => registerWeatherRoutes(http, parts()));
const without = await openApi(
  { ...platform, config: { ...platform.config, weather: undefined } },
  (http, own) => registerWeatherRoutes(http, { ...parts(), weather: createWeather(own) }),
);
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await server.app.close();
  await without.server.app.close();
  await kit.stop();
});
beforeEach(async () => {
  asked.length = 0;
  answer = usual;
  platform.clock.set(NOON);
  await platform.db.deleteFrom('tries').execute();
  await platform.db.deleteFrom('weatherAnswers').execute();
});

type Someone = Awaited<ReturnType<typeof someone>>;
const weatherOf = async (who: Pick<Someone, 'get'>, id: number): Promise<StationWeather> =>
  (await who.get(`/stations/${id}/weather`)).data;

async function station(changes: Parameters<typeof makeStation>[1] = {}) {
  const made = await makeStation(platform, changes);
  const device = await makeDevice(platform, { stationId: made.id, kind: 'weather' });
  await kit.fleet.ensure([device.id]);
  return { ...made, device };
}

test('the service is asked for the cell of the place, with the key, which nobody reads', async () => {
  const admin = await someone('platformAdmin');
  const { id } = await station({ latitude: 40.4168, longitude: -3.7038 });
  const weather = await weatherOf(admin, id);
  expect(asked).toHaveLength(1);
  expect(asked[0]!.pathname).toBe('/v1/forecast');
  expect(Object.fromEntries(asked[0]!.searchParams)).toMatchObject({
    models: 'best',
    apikey: 'key of the test',
    latitude: '40.4',
    longitude: '-3.7',
    timeformat: 'unixtime',
    hourly: expect.stringContaining('shortwave_radiation'),
  });
  expect(weather).toMatchObject({
    timeZone: 'Europe/Madrid',
    service: { name: 'Test sky', credit: '© Somebody', askedAt: NOON },
    now: {
      tempAir: { value: 21, source: 'service', time: NOON },
      windSpeed: { value: 3, source: 'service' },
      poa: null,
      ghi: { value: 500, source: 'service' },
      sky: 'clear',
    },
  });
  expect(JSON.stringify(weather)).not.toContain('key of the test');
});

test('days are those of the station, with the worst sky by day and what a clear sky gives', async () => {
  const { id } = await station();
  const { days, hours } = await weatherOf(await someone('platformAdmin'), id);
  expect(days.map(({ day }) => day)).toEqual(['2026-06-21', '2026-06-22', '2026-06-23', '2026-06-24']);
  expect(days[0]).toMatchObject({ low: 20, high: 22.3, sky: 'rain', irradiation: 7, polar: null });
  expect(days[0]!.sunrise).toBeGreaterThan(Date.UTC(2026, 5, 21, 4, 30));
  expect(days[0]!.clearSkyIrradiation).toBeGreaterThan(7.5);
  expect(days[0]!.clearSkyIrradiation).toBeLessThan(9);
  expect(hours.times[0]).toBe(Date.UTC(2026, 5, 20, 23));
  expect(hours.times).toHaveLength(96);
  expect(Math.max(...hours.clearSkyGhi)).toBeLessThan(1100);
});

test('sensors of the station go before the service, unless they are silent', async () => {
  const { id, device } = await station();
  await kit.store(device, [{ time: NOON - 60_000, values: { 'temp.ambient': 31.5, 'irradiance.poa': 812 } }]);
  const admin = await someone('platformAdmin');
  expect((await weatherOf(admin, id)).now).toMatchObject({
    tempAir: { value: 31.5, source: 'sensor', time: NOON - 60_000 },
    poa: { value: 812, source: 'sensor' },
    windSpeed: { source: 'service' },
  });
  platform.clock.advance(HOUR);
  expect((await weatherOf(admin, id)).now).toMatchObject({ tempAir: { source: 'service' }, poa: null });
});

test('without a service there are sensors and the clear sky, and nothing is made up', async () => {
  const { id } = await station();
  const { service: none, now, days, hours } = await weatherOf(await without.someone('platformAdmin'), id);
  expect(none).toBeNull();
  expect(now).toMatchObject({ tempAir: null, windSpeed: null, sky: null, ghi: { source: 'clearSky' } });
  expect(now.ghi!.value).toBeGreaterThan(800);
  expect(days[1]).toMatchObject({ low: null, high: null, sky: null, irradiation: null });
  expect(days[1]!.clearSkyIrradiation).toBeGreaterThan(7.5);
  expect(hours.ghi.every((value) => value === null)).toBe(true);
  expect(asked).toEqual([]);
});

test('stations of one cell and two servers share an answer for an hour', async () => {
  const [one, other] = [
    await station({ latitude: 48.11, longitude: 11.52 }),
    await station({ latitude: 48.08, longitude: 11.48 }),
  ];
  const admin = await someone('platformAdmin');
  await Promise.all([weatherOf(admin, one.id), weatherOf(admin, other.id), weatherOf(admin, one.id)]);
  expect(asked).toHaveLength(1);
  const second = createWeather(platform);
  expect(await second.at(other)).toMatchObject({ askedAt: NOON });
  expect(asked).toHaveLength(1);
  platform.clock.advance(HOUR);
  await Promise.all([second.at(other), createWeather(platform).at(one)]);
  expect(asked).toHaveLength(2);
});

test.each<[string, typeof usual]>([
  ['an error', (_, response) => void response.writeHead(503).end('over')],
  ['no JSON', (_, response) => void response.end('<html>')],
  ['no hours', (_, response) => void response.end('{"hourly":{"time":[]}}')],
  ['silence', () => {}],
  ['too much', (_, response) => void response.end(`["${'x'.repeat(600_000)}"]`)],
  ['another place', (_, response) => void response.writeHead(302, { location: `${origin}/else` }).end()],
])('%s of the service leaves what was kept, else the clear sky; it rests then', async (_, wrong) => {
  const { id } = await station();
  const admin = await someone('platformAdmin');
  answer = wrong;
  expect(await weatherOf(admin, id)).toMatchObject({
    service: { name: 'Test sky', askedAt: null },
    now: { tempAir: null, ghi: { source: 'clearSky' } },
  });
  await weatherOf(admin, id);
  expect(asked).toHaveLength(1);
  answer = usual;
  platform.clock.advance(5 * 60_000);
  const { askedAt } = (await weatherOf(admin, id)).service!;
  expect(askedAt).toBe(NOON + 5 * 60_000);
  answer = wrong;
  platform.clock.advance(2 * HOUR);
  expect((await weatherOf(await someone('platformAdmin'), id)).service).toMatchObject({ askedAt });
});

test('beyond the requests of a day nothing is asked', async () => {
  const admin = await someone('platformAdmin');
  for (const latitude of [10, 20, 30, 40, 50]) await weatherOf(admin, (await station({ latitude })).id);
  expect(asked).toHaveLength(4);
});

test('an organisation leaves others as many requests of a day as it has had', async () => {
  const weather = createWeather(platform);
  const [large, small, next] = await Promise.all([1, 2, 3].map(() => makeOrganisation(platform)));
  for (const { id: organisationId } of [large!, small!, next!]) await makeUser(platform, { organisationId });
  const folder = await makeOrganisation(platform, large);
  let latitude = -10;
  const ask = async ({ id: organisationId }: { id: number }) => {
    const { id } = await makeStation(platform, { organisationId });
    return (await weather.at({ latitude: (latitude += 1), longitude: 0, id })) !== undefined;
  };
  expect([await ask(small!), await ask(large!), await ask(large!)]).toEqual([true, true, true]);
  expect(await ask(large!)).toBe(false);
  expect(await ask(folder)).toBe(false);
  expect(weather.isSilent()).toBe(false);
  expect(await ask(next!)).toBe(true);
});

test('a service that fails again and again is asked for no place for a while', async () => {
  const weather = createWeather(platform);
  answer = (_, response) => void response.writeHead(503).end('over');
  for (const latitude of [1, 2, 3, 4]) await weather.at({ latitude, longitude: 0 });
  expect([asked.length, weather.isSilent()]).toEqual([3, true]);
  platform.clock.advance(5 * 60_000);
  expect(weather.isSilent()).toBe(false);
});

test('who does not see the station is told nothing of its place', async () => {
  const { id } = await station();
  expect(await (await someone('owner')).get(`/stations/${id}/weather`)).toMatchObject({
    error: 'stationNotFound',
  });
  expect(asked).toEqual([]);
});
