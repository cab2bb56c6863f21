import type { FLEET_CLOCKS } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStationScope, seesEverything } from '../scope/index.ts';
import { fleetCorrections } from '../energy-corrections/index.ts';
import { knownZone } from '../stations/index.ts';
import {
  fleetEnergy,
  fleetEnergyIn,
  fleetPower,
  fleetPowerByClock,
  isFarEast,
  type FleetEnergyBucket,
  type StationIds,
} from '../telemetry/index.ts';
import { zonesOfStations } from './zones.queries.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock'>;

const HOUR_MS = 3_600_000;

async function stationsOf(db: Platform['db'], actor: Actor): Promise<StationIds> {
  if (seesEverything(actor) && !(await someEnded(db))) return undefined;
  const scope = await readStationScope(db, actor);
  const rows = await db.selectFrom('stations').select('id').where(scope).execute();
  return rows.map((row) => row.id);
}

async function someEnded(db: Platform['db']): Promise<boolean> {
  const one = await db
    .selectFrom('stations')
    .select('id')
    .where('endedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}

async function zonedStations(db: Platform['db'], actor: Actor) {
  const scope = await readStationScope(db, actor);
  return db.selectFrom('stations').select(['id', 'timeZone']).where(scope).execute();
}

/** Power of all visible stations over the last hours, or by the clock of each over its last day. */
export async function portfolioPower(
  { db, samples, clock }: Parts,
  actor: Actor,
  { hours, clock: whose }: { hours: number; clock: (typeof FLEET_CLOCKS)[number] },
) {
  const now = clock.now();
  if (whose === 'station')
    return fleetPowerByClock(samples, { stations: await zonedStations(db, actor), now });
  return fleetPower(samples, {
    stations: await stationsOf(db, actor),
    from: now - hours * HOUR_MS,
    to: now,
  });
}

interface EnergyQuery {
  grain: 'day' | 'month' | 'year';
  from: string;
  to: string;
  zone?: string | undefined;
}

/** Energy of all visible stations by their own day, month or year, or by the days of a zone. Throws AppError `invalidInput`, `rangeTooLong`. */
export async function portfolioEnergy({ db, samples, clock }: Parts, actor: Actor, query: EnergyQuery) {
  for (const name of ['from', 'to'] as const) {
    const day = new Date(`${query[name]}T00:00:00Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== query[name]) {
      throw new AppError('invalidInput', { fields: `query.${name}` });
    }
  }
  if (query.to < query.from) throw new AppError('invalidInput', { fields: 'query.to' });
  if (query.zone !== undefined)
    return { buckets: await energyInZone({ db, samples }, actor, { ...query, zone: query.zone }) };
  const farZones = (await zonesOfStations(db)).filter((zone) => isFarEast(zone, clock.now()));
  const farEast =
    farZones.length === 0
      ? []
      : await db.selectFrom('stations').select('id').where('timeZone', 'in', farZones).execute();
  const stations = await stationsOf(db, actor);
  const [measured, corrections] = await Promise.all([
    fleetEnergy(samples, { ...query, stations, farEast: farEast.map((row) => row.id) }),
    fleetCorrections(db, { ...query, stations }),
  ]);
  return { buckets: correctFleet(measured, corrections) };
}

/** Sums with what people added; one of which nothing was measured is there where somebody added to it. */
function correctFleet(
  measured: readonly FleetEnergyBucket[],
  corrections: ReadonlyMap<string, number>,
): (FleetEnergyBucket & { correction?: number })[] {
  const byStart = new Map<string, FleetEnergyBucket & { correction?: number }>(
    measured.map((bucket) => [bucket.start, bucket]),
  );
  for (const [start, kwh] of corrections) {
    if (kwh === 0) continue;
    const bucket = byStart.get(start) ?? { start, pv: 0, stations: 0 };
    byStart.set(start, { ...bucket, pv: bucket.pv + kwh, correction: kwh });
  }
  return [...byStart.values()].toSorted((a, b) => (a.start < b.start ? -1 : 1));
}

/** Hours of many stations are read for it, so it is asked of no years. */
const MOST_DAYS = 100;

async function energyInZone(
  { db, samples }: Pick<Parts, 'db' | 'samples'>,
  actor: Actor,
  { grain, from, to, zone }: EnergyQuery & { zone: string },
) {
  if (grain !== 'day') throw new AppError('invalidInput', { fields: 'query.grain' });
  if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * 24 * HOUR_MS)
    throw new AppError('rangeTooLong', { days: MOST_DAYS });
  const known = await knownZone(db, zone);
  if (known === undefined) throw new AppError('invalidInput', { fields: 'query.zone' });
  return fleetEnergyIn(samples, { stations: await zonedStations(db, actor), zone: known, from, to });
}
