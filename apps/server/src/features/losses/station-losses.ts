import {
  addDays,
  addWaterfall,
  emptyWaterfall,
  localDayOf,
  LEAST_SEEN,
  LOSS_PARTS,
  waterfallOf,
  type LossPart,
} from '@sunfleet/analysis';
import type { StationLosses } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { EXPECTED_VERSION, LOSS_BASIS, readLosses, type StoredLosses } from '../expected-power/index.ts';
import type { FleetStation } from '../fleet/index.ts';
import { requireStation } from '../stations/index.ts';
import { worthByDay, type EnergyWorth } from '../tariffs/index.ts';
import { daysUntilNow, readCells, shownPlace } from '../telemetry/index.ts';
import { dirtByDay } from './dirt-by-day.ts';
import { moneyOf, type JudgedDay } from './money-of.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock'>;

/** Dust is told by slopes that began before and end after the days that are asked for. */
const DIRT_BEFORE_DAYS = 180;
const DIRT_AFTER_DAYS = 60;

/**
 * What became of the light on a station over local days: those that are over, whose light something but a clear sky told. Throws AppError `rangeTooLong`, and `invalidInput` for days that are
 * none or in the wrong order.
 */
export async function stationLosses(
  parts: Parts,
  { actor, station }: { actor: Actor; station: FleetStation },
  query: { from: string; to: string },
): Promise<StationLosses> {
  const { samples, clock } = parts;
  const { id, timeZone } = station;
  const now = clock.now();
  const over = daysUntilNow(() => 0, timeZone, { query, now }).filter(({ end }) => end <= now);
  const isHidden = shownPlace(actor, station) !== station;
  const [first, last] = [over[0], over.at(-1)];
  if (isHidden || !first || !last) return nothing(timeZone, { all: over.length, isHidden });
  const wide = { from: addDays(first.day, -DIRT_BEFORE_DAYS), to: addDays(last.day, DIRT_AFTER_DAYS) };
  const [stored, measured, worth] = await Promise.all([
    readLosses(samples, { station: id, ...wide }),
    measuredByDay(samples, id, {
      from: first.start - DIRT_BEFORE_DAYS * DAY_MS,
      to: last.end + DIRT_AFTER_DAYS * DAY_MS,
      timeZone,
    }),
    worthOf(parts, actor, { id, from: first.day, to: last.day }),
  ]);
  const dirt = dirtByDay(stored, measured);
  const asked = stored.filter(({ day }) => day >= first.day && day <= last.day);
  const seen = asked.filter((day) => day.seen >= LEAST_SEEN);
  const days = seen.map((day): JudgedDay => ({
    day: day.day,
    waterfall: waterfallOf(day, { measured: measured.get(day.day) ?? null, dirt: dirt?.get(day.day) ?? 0 }),
  }));
  const sum = emptyWaterfall();
  for (const { waterfall } of days) addWaterfall(sum, waterfall);
  const gaps = gapsOf(seen, dirt !== undefined);
  const told = LOSS_PARTS.filter((part) => !gaps.some((gap) => gap.part === part && sum.parts[part] === 0));
  return {
    timeZone,
    version: EXPECTED_VERSION,
    isHidden,
    days: {
      all: over.length,
      judged: days.length,
      notComputed: over.length - asked.length,
      lightUnknown: asked.length - seen.length,
    },
    standard: sum.standard,
    measured: sum.measured,
    parts: told.map((part) => ({ part, energy: sum.parts[part] })),
    gaps: gaps.filter(({ part }) => !told.includes(part)),
    money: worth ? moneyOf(days, { worth, told }) : null,
  };
}

const DAY_MS = 86_400_000;

const nothing = (timeZone: string, { all, isHidden }: { all: number; isHidden: boolean }): StationLosses => ({
  timeZone,
  version: EXPECTED_VERSION,
  isHidden,
  days: { all, judged: 0, notComputed: all, lightUnknown: 0 },
  standard: 0,
  measured: 0,
  parts: [],
  gaps: [],
  money: null,
});

/** Energy of each local day by the counters, Wh, as everywhere. */
async function measuredByDay(
  samples: Platform['samples'],
  id: number,
  { from, to, timeZone }: { from: number; to: number; timeZone: string },
): Promise<ReadonlyMap<string, number>> {
  const cells = await readCells(samples, 'station', { ids: [id], spans: { day: { start: from, end: to } } });
  const found = new Map<string, number>();
  for (const [start, { kwh, spread }] of cells.get(id)?.get('pv')?.get('day') ?? [])
    if (!Number.isNaN(kwh)) found.set(localDayOf(start, timeZone), Math.round((kwh + spread) * 1000));
  return found;
}

type Gap = StationLosses['gaps'][number];

/** Causes that nothing on any of the days could tell. */
function gapsOf(days: readonly StoredLosses[], isDirtTold: boolean): Gap[] {
  const basis = days.reduce((bits, day) => bits | day.basis, 0);
  const gaps: [LossPart, Gap['gap'], boolean][] = [
    ['shading', 'notLearned', (basis & (LOSS_BASIS.learned | LOSS_BASIS.obstructed)) !== 0],
    ['curtailment', 'noLimit', (basis & LOSS_BASIS.limit) !== 0],
    ['string', 'noStrings', (basis & LOSS_BASIS.strings) !== 0],
    ['snow', 'noSky', (basis & LOSS_BASIS.sky) !== 0],
    ['soiling', 'fewDays', isDirtTold],
  ];
  return gaps.flatMap(([part, gap, isTold]) => (isTold ? [] : [{ part, gap }]));
}

/** What energy was worth on each day; undefined for who may not see prices. */
async function worthOf(
  parts: Parts,
  actor: Actor,
  of: { id: number; from: string; to: string },
): Promise<ReadonlyMap<string, EnergyWorth> | undefined> {
  const mayPrice = await isAllowed(() => requireStation(parts.db, actor, of.id, 'tariffs.view'));
  return mayPrice ? worthByDay(parts, of) : undefined;
}

/** Whether something may be done that refuses with an AppError otherwise. */
async function isAllowed(required: () => Promise<unknown>): Promise<boolean> {
  try {
    await required();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
