import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStationScope, seesEverything } from '../scope/index.ts';
import { fleetEnergy, fleetPower, isFarEast, type StationIds } from '../telemetry/index.ts';
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

/** Power of all visible stations over the last hours. */
export async function portfolioPower({ db, samples, clock }: Parts, actor: Actor, hours: number) {
  const now = clock.now();
  return fleetPower(samples, {
    stations: await stationsOf(db, actor),
    from: now - hours * HOUR_MS,
    to: now,
  });
}

/** Energy of all visible stations by local day, month or year. Throws AppError `invalidInput` for days that are none. */
export async function portfolioEnergy(
  { db, samples, clock }: Parts,
  actor: Actor,
  query: { grain: 'day' | 'month' | 'year'; from: string; to: string },
) {
  for (const name of ['from', 'to'] as const) {
    const day = new Date(`${query[name]}T00:00:00Z`);
    if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== query[name]) {
      throw new AppError('invalidInput', { fields: `query.${name}` });
    }
  }
  if (query.to < query.from) throw new AppError('invalidInput', { fields: 'query.to' });
  const farZones = (await zonesOfStations(db)).filter((zone) => isFarEast(zone, clock.now()));
  const farEast =
    farZones.length === 0
      ? []
      : await db.selectFrom('stations').select('id').where('timeZone', 'in', farZones).execute();
  const buckets = await fleetEnergy(samples, {
    ...query,
    stations: await stationsOf(db, actor),
    farEast: farEast.map((row) => row.id),
  });
  return { buckets };
}
