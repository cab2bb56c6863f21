import { dayRange } from '@sunfleet/analysis';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeStation } from '../../../test/makers.ts';
import { registerPortfolioRoutes } from './index.ts';

const platform = await testPlatform();
const { server, someone } = await openApi(platform, registerPortfolioRoutes);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 5, 21, 12);
platform.clock.set(NOW);

const cell = (id: number, grain: string, start: number, kwh: number) => ({
  subject: 'station',
  grain,
  id,
  flow: 'pv',
  start: start / 1000,
  kwh,
  spread: 0,
  source: 'meter',
  completeness: 1,
  version: 1,
});

/** A station with one kWh in each of its hours of three days, as the roll-ups store it. */
async function steady(organisationId: number, timeZone: string): Promise<number> {
  const { id } = await makeStation(platform, { organisationId, timeZone });
  const rows = ['2026-06-19', '2026-06-20', '2026-06-21'].flatMap((day) => {
    const { start, end } = dayRange(day, timeZone);
    const cells = (grain: string, length: number) =>
      Array.from({ length: (end - start) / length }, (_, at) =>
        cell(id, grain, start + at * length, length / HOUR),
      );
    return [...cells('5m', HOUR / 12), ...cells('hour', HOUR), cell(id, 'day', start, 24)];
  });
  await platform.samples.insertRows('energy', rows);
  return id;
}

test('energy goes by the days of each station, or by those of one zone, from whichever stored hours tell them', async () => {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  for (const zone of ['Europe/Madrid', 'Asia/Shanghai', 'Asia/Kolkata']) await steady(organisationId, zone);
  const energy = async (more: string) =>
    (await admin.get(`/portfolio/energy?grain=day&from=2026-06-19&to=2026-06-21${more}`)).data.buckets;
  expect(await energy('')).toEqual(
    ['2026-06-19', '2026-06-20', '2026-06-21'].map((start) => ({ start, pv: 72, stations: 3 })),
  );
  // In Madrid a day begins six hours after one of Shanghai and three and a half after one of Kolkata.
  expect(await energy('&zone=Europe/Madrid')).toEqual([
    { start: '2026-06-19', pv: expect.closeTo(72, 6), stations: 3 },
    { start: '2026-06-20', pv: expect.closeTo(72, 6), stations: 3 },
    { start: '2026-06-21', pv: expect.closeTo(24 + 18 + 20.5, 6), stations: 3 },
  ]);
  const stranger = await someone('organisationAdmin');
  const { data } = await stranger.get(
    '/portfolio/energy?grain=day&from=2026-06-19&to=2026-06-21&zone=Asia/Tokyo',
  );
  expect(data.buckets).toEqual([]);
});

test('a zone that is none, other lengths than days and too many of them are refused', async () => {
  const admin = await someone('organisationAdmin');
  const error = async (query: string) => (await admin.get(`/portfolio/energy?${query}`)).error;
  expect(await error('grain=day&from=2026-06-19&to=2026-06-21&zone=Mars/Base')).toBe('invalidInput');
  expect(await error('grain=month&from=2026-06-19&to=2026-06-21&zone=Asia/Tokyo')).toBe('invalidInput');
  expect(await error('grain=day&from=2026-01-01&to=2026-06-21&zone=Asia/Tokyo')).toBe('rangeTooLong');
});

test('by the clocks of the stations each stands at its own time of day, once, with its newest power', async () => {
  const admin = await someone('organisationAdmin');
  const organisationId = admin.organisationId!;
  const places = [
    ['Europe/Madrid', 1000],
    ['Asia/Shanghai', 300],
  ] as const;
  for (const [timeZone, power] of places) {
    const { id } = await makeStation(platform, { organisationId, timeZone });
    const noon = dayRange('2026-06-21', timeZone).start + 12 * HOUR;
    const rows = [noon, noon - DAY].map((time, day) => ({
      station: id,
      bucket: time / 1000,
      pv: power + day,
      version: 1,
    }));
    await platform.samples.insertRows('station_power_5m', rows);
  }
  const { data } = await admin.get('/portfolio/power?clock=station');
  expect(data.times).toHaveLength(288);
  expect(data.times[0]).toBe(0);
  const known = data.power.flatMap((watts: number | null, place: number) =>
    watts === null ? [] : [[data.times[place] / HOUR, watts, data.reporting[place]]],
  );
  expect(known).toEqual([[12, 1300, 2]]);
  const { data: own } = await admin.get('/portfolio/power');
  expect(own.power.filter((watts: number | null) => watts !== null)).toEqual([300, 1000]);
});
