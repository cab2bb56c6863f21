import { dayRange, localDayOf } from '@sunfleet/analysis';
import type { DataError, DataErrorKind, StationDataErrors } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { createBreath } from '../../platform/breath.ts';
import type { Fleet, FleetStation, SunlightOf } from '../fleet/index.ts';
import { daysUntilNow, partOf, readCells, readDeviceDays } from '../telemetry/index.ts';
import {
  readClockErrors,
  readImplausible,
  readLate,
  readResets,
  readStale,
  readSteps,
  type DayFound,
} from './data-errors.queries.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock'> & { fleet: Fleet; sunlight: SunlightOf };

const MOST_DAYS = 62;
/** Days of devices of one answer; of a station with very many devices fewer days are told at once. */
const MOST_DEVICE_DAYS = 62_000;
const MINUTE_MS = 60_000;
const STEP_MS = 5 * MINUTE_MS;
/** A day of which so much is known has no gap: sunrise and sunset are told by no device to the minute. */
const WHOLE = 0.95;

const TOUCHED: Readonly<Record<DataErrorKind, DataError['touched']>> = {
  gap: ['energy', 'availability'],
  late: ['energy', 'expectedPower'],
  counterReset: ['energy'],
  stale: ['expectedPower'],
  outOfRange: ['capacityFigures'],
  // What is refused is missing; a stick's newest values are taken at the time they came.
  clock: ['energy', 'availability', 'expectedPower'],
};

/**
 * What was wrong with the data of the devices of a station on local days. Throws AppError `rangeTooLong`, and `invalidInput` for days that are none or in
 * the wrong order.
 */
export async function stationDataErrors(
  parts: Parts,
  { actor, station }: { actor: Actor; station: FleetStation },
  query: { from: string; to: string },
): Promise<StationDataErrors> {
  const { db, samples, clock, fleet, sunlight } = parts;
  const { timeZone: zone } = station;
  const now = clock.now();
  const days = daysUntilNow(sunlight(station).between, zone, { query, now });
  const devices = fleet.devicesOf(station.id).filter(({ kind }) => kind !== 'logger');
  const most = Math.min(MOST_DAYS, Math.max(1, Math.floor(MOST_DEVICE_DAYS / (devices.length || 1))));
  if (days.length > most) throw new AppError('rangeTooLong', { days: most });
  const [first, last] = [days[0], days.at(-1)];
  const names = days.map(({ day }) => day);
  if (!first || !last || devices.length === 0) return { timeZone: zone, days: names, devices: [] };
  const ids = devices.map(({ id }) => id);
  const asked = { devices: ids, zone, from: first.start, to: last.end };
  const mask = maskFor(actor);
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'sn', 'name', 'kind'])
    .where('id', '=', sql<number>`ANY(${ids}::bigint[])`)
    // Their order would tell visitors what is masked of serial numbers.
    .orderBy(mask.active ? 'id' : 'sn')
    .execute();
  const producers = await readDeviceDays({ samples, fleet, sunlight }, station, { days, now });
  const steps = await readSteps(samples, asked);
  const cells = await readCells(samples, 'device', {
    ids,
    spans: { day: { start: first.start, end: last.end } },
  });
  const dayOf = (time: number) => localDayOf(time, zone);
  const findings: readonly (readonly [DataErrorKind, readonly DayFound[]])[] = [
    ['late', await readLate(samples, asked)],
    ['counterReset', await readResets(samples, asked)],
    ['stale', await readStale(samples, asked)],
    ['clock', await readClockErrors(db, { ...asked, dayOf })],
    ['outOfRange', await readImplausible(db, { ...asked, station: station.id, dayOf })],
  ];
  const deviceOf = new Map(devices.map((device) => [device.id, device]));
  const foundOf = await byDevice(findings);
  const covered = new Map(producers.map(({ id, day, of }) => [`${id} ${day}`, of]));
  const stepsOf = new Map(steps.map(({ device, day, count }) => [`${device} ${day}`, count]));
  const firstSeen = new Map<number, string>();
  for (const { device, day } of steps) {
    const before = firstSeen.get(device);
    if (before === undefined || day < before) firstSeen.set(device, day);
  }
  const breath = createBreath();
  const told: StationDataErrors['devices'] = [];
  for (const { id, sn, name, kind } of rows) {
    await breath();
    const device = deviceOf.get(id)!;
    const isProducer = partOf(device) === 'producer';
    const since = firstSeen.get(id);
    const shares = days.map(({ day, start, end }) => {
      if (isProducer) return covered.get(`${id} ${day}`)?.covered ?? null;
      if (since === undefined || day < since) return null;
      // A step that runs is not over.
      const length = Math.floor((Math.min(end, now) - start) / STEP_MS);
      return length > 0 ? Math.min(1, (stepsOf.get(`${id} ${day}`) ?? 0) / length) : null;
    });
    const errors = [
      ...days.flatMap(({ day, start, daylight }, place): DataError[] => {
        const share = shares[place]!;
        // Today is not over: what is missing may be on its way.
        if (share === null || share >= WHOLE || day === dayOf(now)) return [];
        const whole = isProducer ? daylight : dayRange(day, zone).end - start;
        const cell = cells.get(id)?.get('pv')?.get('day')?.get(start);
        const spread = cell && cell.spread > 0 ? cell.spread : null;
        const minutes = Math.round(((1 - share) * whole) / MINUTE_MS);
        return [{ kind: 'gap', day, count: 1, minutes, spread, touched: TOUCHED.gap }];
      }),
      ...(foundOf.get(id) ?? []),
    ];
    told.push({
      id,
      sn: mask.sn(sn),
      name: mask.active ? null : name,
      kind,
      completeness: shares,
      errors: errors.toSorted((a, b) => (a.day < b.day ? 1 : Number(a.day === b.day) - 1)),
    });
  }
  return { timeZone: zone, days: names, devices: told };
}

/** Of each device in the order of the kinds: a station may have thousands of devices, each with something on every day. */
async function byDevice(
  findings: readonly (readonly [DataErrorKind, readonly DayFound[]])[],
): Promise<Map<number, DataError[]>> {
  const breath = createBreath();
  const errors = new Map<number, DataError[]>();
  for (const [kind, all] of findings)
    for (const { device, day, count, minutes } of all) {
      await breath();
      const error = { kind, day, count, minutes, spread: null, touched: TOUCHED[kind] };
      const own = errors.get(device);
      if (own) own.push(error);
      else errors.set(device, [error]);
    }
  return errors;
}
