import {
  addDays,
  batteryOutlook,
  forecastBand,
  forecastSkill,
  localDayOf,
  smartPersistence,
  surplusHours,
} from '@sunfleet/analysis';
import type { StationForecast } from '@sunfleet/contract';
import type { Platform } from '../../platform/platform.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { clearOf, DAY_MS, halfHoursOf, PLACES, shareOfClear } from './forecast-day.ts';
import { HALF_HOUR_MS, readHalfHours, type HalfHours } from './half-hours.ts';

interface Parts extends Pick<Platform, 'db' | 'samples'> {
  fleet: Pick<Fleet, 'devicesOf'>;
}

/** Days whose consumption is the usual one, and how many of them must be known. */
const LOAD_DAYS = 7;
const LEAST_LOAD_DAYS = 3;
/** 6 A at 230 V: with less no car charges (IEC 61851). */
const SURPLUS_WATTS = 1400;

/** What a station will probably give for the rest of today and tomorrow, how wide that is, and how good such forecasts were. */
export async function stationForecast(
  { db, samples, fleet }: Parts,
  station: FleetStation,
  now: number,
): Promise<StationForecast> {
  const { id, timeZone } = station;
  const today = localDayOf(now, timeZone);
  const days = [today, addDays(today, 1)];
  const [made, measured, battery] = await Promise.all([
    db
      .selectFrom('stationForecasts')
      .selectAll()
      .where('stationId', '=', id)
      .where('day', 'in', days)
      .execute(),
    db.selectFrom('forecastDays').selectAll().where('stationId', '=', id).orderBy('day').execute(),
    batteryOf(db, id, now),
  ]);
  const start = halfHoursOf(today, timeZone).start;
  const from = start - LOAD_DAYS * DAY_MS;
  const length = Math.ceil((now - from) / HALF_HOUR_MS);
  const past = made.length > 0 ? await readHalfHours(samples, { stations: [id], from, length }) : new Map();
  const dayOf = async (day: string): Promise<OutlookDay | null> => {
    const row = made.find((one) => one.day === day);
    if (!row) return null;
    const span = halfHoursOf(day, timeZone);
    const clear = await clearOf(fleet, station, span.middles);
    const first = Math.min(span.times.length, Math.max(0, Math.ceil((now - span.start) / HALF_HOUR_MS)));
    const usual = past.get(id) as HalfHours | undefined;
    const forecast = smartPersistence({
      clear,
      profile: shareOfClear(row.forecast, clear),
      // What is measured of the half hour that runs is not all of it.
      ...(usual && first > 0
        ? { measured: padded(usual.pv.subarray(LOAD_DAYS * PLACES), clear.length), from: first - 1 }
        : {}),
      stepMs: HALF_HOUR_MS,
    });
    const errors = measured
      .filter(({ source }) => source === row.source)
      .map((one) => one.errors.map((error) => error ?? NaN));
    const { p10, p50, p90, isOwn } = forecastBand({ forecast, clear, errors, stepMs: HALF_HOUR_MS });
    const left = <T>(values: ArrayLike<T>) => Array.from(values).slice(first);
    const times = left(span.times);
    const load = usual && usualLoad(usual.load, { from, times });
    const told = {
      day,
      madeAt: row.madeAt.getTime(),
      source: row.source,
      isOwnRange: isOwn,
      times,
      p10: left(p10).map(Math.round),
      p50: left(p50).map(Math.round),
      p90: left(p90).map(Math.round),
      energy: left(p50).reduce((sum, watts) => sum + watts, 0) / 2000,
      surplus: load
        ? surplusHours({ times, forecast: left(p50), load, least: SURPLUS_WATTS, stepMs: HALF_HOUR_MS })
        : null,
    };
    return { told, power: left(p50), load };
  };
  const outlook = [await dayOf(days[0]!), await dayOf(days[1]!)] as const;
  const sum = (
    name:
      | 'places'
      | 'squared'
      | 'squaredPersistence'
      | 'hourPlaces'
      | 'hourSquared'
      | 'hourSquaredPersistence',
  ) => measured.reduce((total, day) => total + day[name], 0);
  return {
    timeZone,
    ...withHouse(outlook, battery),
    skill: {
      days: measured.filter(({ places }) => places > 0).length,
      dayAhead: forecastSkill({
        n: sum('places'),
        forecast: sum('squared'),
        persistence: sum('squaredPersistence'),
      }),
      hourAhead: forecastSkill({
        n: sum('hourPlaces'),
        forecast: sum('hourSquared'),
        persistence: sum('hourSquaredPersistence'),
      }),
    },
  };
}

/** A forecast of a day, with what the house usually takes. */
interface OutlookDay {
  told: Omit<NonNullable<StationForecast['today']>, 'selfUse'>;
  power: number[];
  load: Float64Array | undefined;
}

type Battery = { soc: number; capacity: number } | 'none' | 'unknown';

/** What is heard of a battery lasts so long. */
const HEARD_MS = 1_800_000;

/** The battery of a station as it is now; `unknown`: it has one, and its charge or capacity is not known. */
async function batteryOf(db: Platform['db'], id: number, now: number): Promise<Battery> {
  const { batteryKwh, soc, lastDataAt } = await db
    .selectFrom('stations')
    .leftJoin('stationStates', 'stationStates.stationId', 'stations.id')
    .where('stations.id', '=', id)
    .select(['batteryKwh', 'soc', 'lastDataAt'])
    .executeTakeFirstOrThrow();
  if (!batteryKwh) return soc === null ? 'none' : 'unknown';
  const isHeard = lastDataAt !== null && now - lastDataAt.getTime() < HEARD_MS;
  return soc === null || !isHeard ? 'unknown' : { soc, capacity: 1000 * batteryKwh };
}

/** Lets the battery run through both days: what the house uses of them, and when it is full and empty. */
function withHouse(
  days: readonly [OutlookDay | null, OutlookDay | null],
  battery: Battery,
): Pick<StationForecast, 'today' | 'tomorrow' | 'battery'> {
  const known = days.filter((day) => day !== null);
  const column = (of: (day: OutlookDay) => ArrayLike<number>) => known.flatMap((day) => Array.from(of(day)));
  // The charge of now says nothing of a tomorrow that today does not lead to.
  const isWhole = days[0] !== null && known.every(({ load }) => load !== undefined);
  const outlook =
    battery === 'unknown' || (battery !== 'none' && !isWhole)
      ? undefined
      : batteryOutlook({
          times: column(({ told }) => told.times),
          forecast: column(({ power }) => power),
          load: column(({ power, load }) => load ?? power.map(() => NaN)),
          ...(battery === 'none' ? { soc: 0, capacity: 0 } : battery),
          stepMs: HALF_HOUR_MS,
        });
  let place = 0;
  const [today, tomorrow] = days.map((day): StationForecast['today'] => {
    if (!day) return null;
    const used = outlook?.used.subarray(place, (place += day.power.length));
    const watts = used?.reduce((sum, one) => sum + one, 0) ?? NaN;
    return { ...day.told, selfUse: Number.isNaN(watts) ? null : watts / 2000 };
  });
  return {
    today: today ?? null,
    tomorrow: tomorrow ?? null,
    battery: outlook && battery !== 'none' ? { fullAt: outlook.fullAt, emptyAt: outlook.emptyAt } : null,
  };
}

export const noForecast = ({ timeZone }: Pick<FleetStation, 'timeZone'>): StationForecast => ({
  timeZone,
  today: null,
  tomorrow: null,
  battery: null,
  skill: { days: 0, dayAhead: null, hourAhead: null },
});

function padded(values: Float64Array, length: number): Float64Array {
  const all = new Float64Array(length).fill(NaN);
  all.set(values.subarray(0, length));
  return all;
}

/** Mean consumption of the last days at each time; undefined where too few are known. */
function usualLoad(
  load: Float64Array,
  { from, times }: { from: number; times: readonly number[] },
): Float64Array | undefined {
  let fewest = Infinity;
  const means = Float64Array.from(times, (time) => {
    const place = Math.round((time - from) / HALF_HOUR_MS) % PLACES;
    let [sum, n] = [0, 0];
    for (let at = place; at < Math.min(load.length, LOAD_DAYS * PLACES); at += PLACES) {
      if (Number.isNaN(load[at]!)) continue;
      sum += load[at]!;
      n += 1;
    }
    fewest = Math.min(fewest, n);
    return n > 0 ? sum / n : NaN;
  });
  return fewest >= LEAST_LOAD_DAYS && times.length > 0 ? means : undefined;
}
