import { equivalentCycles, roundTripOf } from '@sunfleet/analysis';
import type { StationStorage, StorageUnit } from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { Fleet, FleetStation, SunlightOf } from '../../fleet/index.ts';
import { bucketOf, daysUntilNow } from '../history/days-until-now.ts';
import type { Latest } from '../latest/latest-store.ts';
import type { Cell } from '../roll-up/energy-cells.ts';
import { readCells } from '../roll-up/energy-store.ts';
import { readStorageCurve, readThroughput, type StorageCurve } from './storage.queries.ts';
import { storageUnits } from './storage-units.ts';

export interface StorageQuery {
  grain: 'day' | 'month';
  /** First and last local day, `YYYY-MM-DD`. */
  from: string;
  to: string;
}

interface Parts {
  db: Db;
  samples: SamplesDb;
  fleet: Fleet;
  sunlight: SunlightOf;
  latest: Pick<Latest, 'latestOf'>;
}

/** W below which batteries rest, by kWh of capacity and where that is not known: what electronics and rounding make. */
const REST_BY_KWH = 5;
const REST = 50;

/**
 * The batteries of a station now and over local days. Days to come are left out. Throws AppError `rangeTooLong`, and `invalidInput` for days that are
 * none or in the wrong order.
 */
export async function stationStorage(
  { db, samples, fleet, sunlight, latest }: Parts,
  { actor, station }: { actor: Actor; station: FleetStation },
  { query, now }: { query: StorageQuery; now: number },
): Promise<StationStorage> {
  const { id, timeZone } = station;
  const days = daysUntilNow(sunlight(station).between, timeZone, { query, now });
  const [{ batteryKwh: capacityKwh }, units] = await Promise.all([
    db.selectFrom('stations').select('batteryKwh').where('id', '=', id).executeTakeFirstOrThrow(),
    storageUnits({ db, latest }, actor, fleet.devicesOf(id)),
  ]);
  const soh = meanOf(units, 'soh');
  const start = days[0]?.start ?? now;
  const end = Math.min(days.at(-1)?.end ?? now, now);
  const [cells, curve] = await Promise.all([
    readCells(samples, 'station', { ids: [id], spans: { day: { start, end: Math.max(end, start) } } }),
    readStorageCurve(samples, { station: id, start, end }, capacityKwh ? capacityKwh * REST_BY_KWH : REST),
  ]);
  const byFlow = cells.get(id);
  const [charge, discharge] = [byFlow?.get('charge')?.get('day'), byFlow?.get('discharge')?.get('day')];
  const buckets = new Map<string, { start: number }[]>();
  for (const day of days) {
    const name = bucketOf(day.day, query.grain);
    buckets.set(name, [...(buckets.get(name) ?? []), day]);
  }
  const over = (of: readonly { start: number }[]) => {
    const discharged = sumOf(of, discharge);
    return {
      charged: sumOf(of, charge),
      discharged,
      cycles: equivalentCycles(discharged, capacityKwh),
    };
  };
  return {
    grain: query.grain,
    timeZone,
    capacityKwh,
    soh,
    units,
    ...over(days),
    cyclesEver: equivalentCycles(sumEver(units), capacityKwh),
    roundTrip: await roundTrip(samples, id, { curve, capacityKwh, soh }),
    modes: {
      charging: curve.charging,
      discharging: curve.discharging,
      resting: curve.resting,
      unknown: Math.max(0, end - start - curve.charging - curve.discharging - curve.resting),
    },
    buckets: [...buckets].map(([name, of]) => ({ start: name, ...over(of) })),
  };
}

interface RoundTripParts {
  curve: StorageCurve;
  capacityKwh: number | null;
  soh: number | null;
}

/** Energies are taken between the two states of charge, because what flowed outside is not in their difference. */
async function roundTrip(
  samples: SamplesDb,
  station: number,
  { curve: { first, last }, capacityKwh, soh }: RoundTripParts,
): Promise<StationStorage['roundTrip']> {
  const energies =
    first && last && last.at > first.at
      ? await readThroughput(samples, { station, start: first.at, end: last.at })
      : { charged: null, discharged: null };
  const [socStart, socEnd] = [first?.soc ?? null, last?.soc ?? null];
  return {
    ...roundTripOf({ ...energies, socStart, socEnd, nominalKwh: capacityKwh, soh }),
    ...energies,
    socStart,
    socEnd,
    from: first?.at ?? null,
    to: last?.at ?? null,
  };
}

function sumOf(
  days: readonly { start: number }[],
  cells: ReadonlyMap<number, Cell> | undefined,
): number | null {
  const known = days.flatMap(({ start }) => {
    const cell = cells?.get(start);
    return cell && !Number.isNaN(cell.kwh) ? cell.kwh + cell.spread : [];
  });
  return known.length === 0 ? null : known.reduce((sum, kwh) => sum + kwh, 0);
}

function meanOf(units: readonly StorageUnit[], of: 'soh'): number | null {
  const known = units.flatMap((unit) => unit[of] ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Null where one of them does not tell it: the capacity is that of all together. */
function sumEver(units: readonly StorageUnit[]): number | null {
  if (units.length === 0) return null;
  let sum = 0;
  for (const { dischargedEver } of units) {
    if (dischargedEver === null) return null;
    sum += dischargedEver;
  }
  return sum;
}
