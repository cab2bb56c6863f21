import { alarmLosses, dayRange, localDayOf } from '@sunfleet/analysis';
import { createBreath } from '../../platform/breath.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { worthByDay } from '../tariffs/index.ts';
import { byProducer } from './by-producer.ts';
import {
  dueAlarms,
  dueStations,
  otherAlarms,
  wakeWaiting,
  writeLosses,
  type CountedLoss,
  type DueAlarm,
} from './due-alarms.ts';
import { lightAtBegin } from './light-at-begin.ts';
import { missingEnergy, producersOf, sharesOf, STEP_MS } from './missing-energy.ts';
import { nextCount } from './next-count.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock' | 'log'> & {
  fleet: Pick<Fleet, 'station' | 'devicesOf'>;
};

const DAY_MS = 86_400_000;
/** Further back nothing is counted. */
const MOST_MS = 400 * DAY_MS;
const STATIONS_AT_ONCE = 100;
const ALARMS_AT_ONCE = 200;
/** Cells that are read in one go. */
const CELLS_AT_ONCE = 60_000;
/** How long one job counts; the next one goes on with those that are due. */
const LONGEST_MS = 5 * 60_000;

/**
 * Counts what was missing while alarms stood, and what it was worth by the tariff of each day. A station whose losses cannot be counted keeps nobody else's
 * waiting.
 */
export async function countAlarmLosses(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = parts;
  const until = clock.now() + LONGEST_MS;
  const done: number[] = [];
  await wakeWaiting(db);
  for (;;) {
    const ids = await dueStations(db, { now: clock.now(), limit: STATIONS_AT_ONCE, done });
    if (ids.length === 0) return;
    for (const id of ids) {
      if (signal.aborted || clock.now() > until) return;
      done.push(id);
      try {
        await countStation(parts, id);
      } catch (error) {
        log.error({ err: error, stationId: id }, 'losses of alarms were not counted');
      }
    }
  }
}

async function countStation(parts: Parts, stationId: number): Promise<void> {
  const { db, samples, fleet, clock } = parts;
  const now = clock.now();
  const due = await dueAlarms(db, { stationId, now, limit: ALARMS_AT_ONCE });
  const station = fleet.station(stationId);
  const sums = station ? await sumDays(parts, { station, due, now }) : new Map<number, Map<string, Day>>();
  const light = station ? await lightAtBegin(samples, stationId, due) : new Map<number, number>();
  const days = [...sums.values()].flatMap((ofAlarm) => [...ofAlarm.values()]).filter(({ lost }) => lost > 0);
  const names = days.map(({ day }) => day).toSorted();
  const worth =
    names.length > 0
      ? await worthByDay(parts, { id: stationId, from: names[0]!, to: names.at(-1)! })
      : new Map<string, { currency: string; price: number }>();
  await writeLosses(
    db,
    due.map((alarm): CountedLoss => {
      const counted = [...(sums.get(alarm.id)?.values() ?? [])];
      const known = counted.some((day) => day.known > 0);
      const priced = counted.flatMap(({ day, lost }) => {
        const of = worth.get(day);
        return of ? [{ ...of, lost }] : [];
      });
      // A currency that changed while it stood: only what is of the newest one adds up.
      const currency = priced.at(-1)?.currency ?? null;
      const amount = priced
        .filter((one) => one.currency === currency)
        .reduce((sum, { price, lost }) => sum + (price * lost) / 1000, 0);
      return {
        id: alarm.id,
        change: alarm.change,
        lost: known ? counted.reduce((sum, { lost }) => sum + lost, 0) : null,
        share: known ? counted.reduce((sum, { share }) => sum + share, 0) : null,
        amount: currency === null ? null : Math.round(amount),
        currency,
        irradiance: light.get(alarm.id) ?? null,
        dueAt: nextCount({ ...alarm, isKnown: known }, now),
      };
    }),
  );
}

/** What an alarm lost on a local day, Wh. */
interface Day {
  day: string;
  lost: number;
  share: number;
  known: number;
}

interface Counting {
  station: FleetStation;
  due: readonly DueAlarm[];
  now: number;
}

async function sumDays(
  { db, samples, fleet }: Parts,
  { station, due, now }: Counting,
): Promise<Map<number, Map<string, Day>>> {
  const devices = fleet.devicesOf(station.id);
  const shares = sharesOf(devices);
  const about = due.flatMap((alarm) => {
    const producers = producersOf(devices, alarm.deviceId);
    return producers.length > 0 ? [{ alarm, producers }] : [];
  });
  const sums = new Map<number, Map<string, Day>>();
  if (about.length === 0) return sums;
  const owns = await byProducer(about);
  const producers = [...owns.keys()];
  const begin = Math.max(now - MOST_MS, Math.min(...about.map(({ alarm }) => alarm.beganAt)));
  const end = Math.max(...about.map(({ alarm }) => alarm.recoveredAt ?? now));
  const parents = new Map(
    devices.flatMap(({ id, parentId }) => (parentId !== null && owns.has(id) ? [[id, parentId]] : [])),
  );
  const others = await otherAlarms(db, {
    devices: [...new Set([...producers, ...parents.values()])],
    except: due.map(({ id }) => id),
    from: begin,
    to: end,
  });
  const othersOf = Map.groupBy(others, ({ deviceId }) => deviceId);
  const breathe = createBreath();
  const most = Math.max(1, Math.floor(CELLS_AT_ONCE / (producers.length * 288)));
  for (const days of chunked(daysBetween(begin, end, station.timeZone), most)) {
    const from = days[0]!.start;
    const missing = await missingEnergy(samples, {
      station: station.id,
      producers,
      shares,
      from,
      to: days.at(-1)!.end,
    });
    for (const [producer, own] of owns) {
      const parent = parents.get(producer);
      const spans = [
        ...own.map(({ alarm }) => ({
          began: Math.max(alarm.beganAt, begin),
          ended: alarm.recoveredAt ?? now,
        })),
        ...(othersOf.get(producer) ?? []),
        ...((parent === undefined ? undefined : othersOf.get(parent)) ?? []),
      ];
      for (const { day, start, end: dayEnd } of days) {
        // A device that told of faults again and again has tens of thousands of spans, and each day looks at all of them.
        await breathe();
        const column = missing.get(producer)!.subarray((start - from) / STEP_MS, (dayEnd - from) / STEP_MS);
        const losses = alarmLosses(spans, { from: start, stepMs: STEP_MS, missing: column });
        for (const [at, { alarm }] of own.entries()) add(sums, alarm.id, { day, ...losses[at]! });
      }
    }
  }
  return sums;
}

function add(sums: Map<number, Map<string, Day>>, id: number, { day, lost, share, known }: Day): void {
  const days = sums.get(id) ?? new Map<string, Day>();
  sums.set(id, days);
  const same = days.get(day);
  if (!same) days.set(day, { day, lost, share, known });
  else {
    same.lost += lost;
    same.share += share;
    same.known += known;
  }
}

function daysBetween(begin: number, end: number, zone: string) {
  const days: { day: string; start: number; end: number }[] = [];
  for (let at = begin; at <= end;) {
    const day = localDayOf(at, zone);
    const range = dayRange(day, zone);
    days.push({ day, ...range });
    at = range.end;
  }
  return days;
}

function* chunked<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
