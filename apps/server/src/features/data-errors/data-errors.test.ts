import { randomUUID } from 'node:crypto';
import { dayRange, localDayOf } from '@sunfleet/analysis';
import type { StationDataErrors } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openApi } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeStation } from '../../../test/makers.ts';
import { openTelemetry } from '../telemetry/test-kit/telemetry.ts';
import { registerDataErrorsRoutes } from './index.ts';

const platform = await testPlatform();
const kit = await openTelemetry(platform);
const { server, someone } = await openApi(platform, (http) => registerDataErrorsRoutes(http, kit.fleet));
afterAll(async () => {
  await server.app.close();
  await kit.stop();
});

const HOUR = 3_600_000;
const FIVE = 5 * 60_000;
const MIDNIGHT = dayRange('2026-06-20', 'Europe/Madrid').start;
const hourOf = (time: number) => ((time - MIDNIGHT) / HOUR + 2400) % 24;
const power = (time: number) => 8000 * Math.max(0, Math.sin(((hourOf(time) - 7) / 14.5) * Math.PI));

interface Faults {
  isSilent?: (hour: number) => boolean;
  isStuck?: (hour: number) => boolean;
  resetsAt?: number;
}

/** A day of an inverter and a meter, read on the next morning. */
async function plant({ isSilent = () => false, isStuck = () => false, resetsAt = 99 }: Faults = {}) {
  clock(22);
  const station = await makeStation(platform, { capacityKw: 10 });
  const inverter = await makeDevice(platform, { stationId: station.id, ratedPower: 10_000 });
  const meter = await makeDevice(platform, { stationId: station.id, kind: 'meter' });
  await kit.fleet.ensure([inverter.id, meter.id]);
  let total = 1000;
  const times = Array.from({ length: 288 }, (_, step) => MIDNIGHT + step * FIVE);
  const readings = times.flatMap((time) => {
    const hour = hourOf(time);
    total += power(time) / 12_000;
    if (hour === resetsAt) total = 0;
    if (isSilent(hour)) return [];
    return [{ time, values: { 'ac.power': isStuck(hour) ? 4321 : power(time), 'energy.total': total } }];
  });
  clock(24);
  await kit.store(inverter, readings);
  await kit.store(
    meter,
    times.filter((time) => hourOf(time) >= 6).map((time) => ({ time, values: { 'meter.power': 100 } })),
  );
  await kit.rollUps.settle();
  clock(32);
  return { station, inverter, meter };
}
const clock = (hour: number) => platform.clock.set(MIDNIGHT + hour * HOUR);

async function read(station: number): Promise<StationDataErrors> {
  const { get } = await someone('platformAdmin');
  const answer = await get(`/stations/${station}/data-errors?from=2026-06-19&to=2026-06-20`);
  expect(answer.code, answer.msg).toBe(200);
  return answer.data;
}

/** What was told of a device, without late data: everything here is stored at the end of the day. */
const errorsOf = ({ devices }: StationDataErrors, id: number) =>
  devices.find((one) => one.id === id)!.errors.filter(({ kind }) => kind !== 'late');

test('a whole day has no error; a day before anything was measured is none', async () => {
  const { station, inverter } = await plant();
  const found = await read(station.id);
  expect(found).toMatchObject({ timeZone: 'Europe/Madrid', days: ['2026-06-19', '2026-06-20'] });
  const [before, day] = found.devices.find(({ id }) => id === inverter.id)!.completeness;
  expect(before).toBeNull();
  expect(day).toBeGreaterThan(0.95);
  expect(errorsOf(found, inverter.id)).toEqual([]);
});

test('a silence in daylight is a gap with the energy that was laid over it', async () => {
  const { station, inverter, meter } = await plant({ isSilent: (hour) => hour >= 11 && hour < 15 });
  const found = await read(station.id);
  const [gap, ...rest] = errorsOf(found, inverter.id);
  expect(rest).toEqual([]);
  expect(gap).toMatchObject({ kind: 'gap', day: '2026-06-20', touched: ['energy', 'availability'] });
  // Four hours, less what reaches beyond a reading on both sides.
  expect(gap!.minutes).toBeGreaterThan(200);
  expect(gap!.minutes).toBeLessThan(260);
  expect(gap!.spread).toBeGreaterThan(20);
  // A meter is expected by night as well: it lacked a quarter of the day.
  expect(found.devices.find(({ id }) => id === meter.id)!.completeness[1]).toBeCloseTo(0.75, 2);
  expect(errorsOf(found, meter.id)).toMatchObject([{ kind: 'gap', minutes: 360, spread: null }]);
});

test('a counter that fell and a power that stood are told by day', async () => {
  const { station, inverter } = await plant({
    resetsAt: 10,
    isStuck: (hour) => hour >= 12 && hour < 14,
  });
  const errors = errorsOf(await read(station.id), inverter.id);
  expect(errors).toContainEqual({
    kind: 'counterReset',
    day: '2026-06-20',
    count: 1,
    minutes: null,
    spread: null,
    touched: ['energy'],
  });
  expect(errors.find(({ kind }) => kind === 'stale')).toMatchObject({ day: '2026-06-20', minutes: 120 });
});

test('data that came hours after it was measured is late', async () => {
  // Marks of late data are kept for 90 days of the store's own clock.
  const now = Date.now();
  platform.clock.set(now);
  const station = await makeStation(platform);
  const inverter = await makeDevice(platform, { stationId: station.id });
  await kit.fleet.ensure([inverter.id]);
  const measured = now - 3 * HOUR;
  await kit.store(inverter, [{ time: measured, values: { 'ac.power': 100 } }]);
  const day = localDayOf(measured, 'Europe/Madrid');
  const { get } = await someone('platformAdmin');
  const { data } = await get(`/stations/${station.id}/data-errors?from=${day}&to=${day}`);
  expect(data.devices[0].errors).toContainEqual({
    kind: 'late',
    day,
    count: 1,
    minutes: 180,
    spread: null,
    touched: ['energy', 'expectedPower'],
  });
});

test('a span of more than 62 days is refused, and a station out of sight is none', async () => {
  const { station } = await plant();
  const { get } = await someone('platformAdmin');
  const long = await get(`/stations/${station.id}/data-errors?from=2026-01-01&to=2026-06-20`);
  expect(long.error).toBe('rangeTooLong');
  const other = await someone('organisationAdmin');
  const hidden = await other.get(`/stations/${station.id}/data-errors?from=2026-06-19&to=2026-06-20`);
  expect(hidden.error).toBe('stationNotFound');
});

test('a clock that was wrong is told by local day, with how often and by how much', async () => {
  const { station, inverter } = await plant();
  const hour = (at: number) => new Date(MIDNIGHT + at * HOUR);
  await platform.db
    .insertInto('deviceClockErrors')
    .values([
      { deviceId: inverter.id, hour: hour(9), count: 4, offBy: -7_200_000 },
      { deviceId: inverter.id, hour: hour(10), count: 1, offBy: 60_000 },
      { deviceId: inverter.id, hour: hour(-1), count: 2, offBy: 60_000 },
    ])
    .execute();
  const clocks = errorsOf(await read(station.id), inverter.id).filter(({ kind }) => kind === 'clock');
  expect(clocks).toMatchObject([
    { day: '2026-06-20', count: 5, minutes: 120, touched: ['energy', 'availability', 'expectedPower'] },
    { day: '2026-06-19', count: 2, minutes: 1 },
  ]);
});

test('of a station with thousands of devices fewer days are told at once', async () => {
  clock(32);
  const station = await makeStation(platform);
  const made = await platform.db
    .insertInto('devices')
    .values(
      Array.from({ length: 2000 }, () => ({
        sn: randomUUID(),
        kind: 'inverter' as const,
        stationId: station.id,
        organisationId: station.organisationId,
      })),
    )
    .returning('id')
    .execute();
  await kit.fleet.ensure(made.map(({ id }) => id));
  const { get } = await someone('platformAdmin');
  const ask = (from: string) => get(`/stations/${station.id}/data-errors?from=${from}&to=2026-06-20`);
  const refused = await ask('2026-05-20');
  expect([refused.error, refused.msg]).toEqual(['rangeTooLong', expect.stringContaining('31')]);
  const told = await ask('2026-05-21');
  expect(told.data.devices).toHaveLength(2000);
  expect(told.data.days).toHaveLength(31);
});
