import fc from 'fast-check';
import { share } from './share.ts';

/** What goes wrong with the readings of a daily counter from one of them on. */
type Mishap =
  /** The register is not read and shows 0. */
  | 'zeros'
  /** Each reading is another bad value. */
  | 'garbage'
  | 'silence'
  /** The counter starts from 0 in the middle of the day. */
  | 'cleared';

interface Plan {
  ratedKw: number;
  step: number;
  intervalMs: number;
  days: number;
  /** Share of the clear-sky power, one an hour. */
  clouds: number[];
  /** When the counter restarts: hours after the station's midnight, or when the device wakes in the morning. */
  restart: number | 'wake';
  /** The device is off at night. */
  sleeps: boolean;
  /** Hours at full power that fill the register. */
  fullAfter: number;
  mishaps: { kind: Mishap; at: number; length: number; wild: number }[];
}

/** A true energy curve over days and the readings of a counter that restarts each day. */
export interface DayLife {
  ratedW: number;
  step: number;
  times: number[];
  /** kWh */
  values: number[];
  /** True energy since the begin, kWh. */
  energyAt(time: number): number;
  /** What was counted and cleared before it was read, or cleared while nothing good was read, kWh. */
  lostBetween(from: number, to: number): number;
}

export const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 5, 21);
const HOUR_MS = 3_600_000;
const [DAWN, DUSK] = [5, 19];
/** A counter that shows less than it gives in so many readings may soon be back at that after a clear. */
const LITTLE_READINGS = 8;
const JUDGED_BY = 5;

const planOf: fc.Arbitrary<Plan> = fc.record({
  ratedKw: fc.constantFrom(5, 100, 1000),
  step: fc.constantFrom(0.01, 0.1, 1),
  intervalMs: fc.constantFrom(300_000, 900_000),
  days: fc.integer({ min: 1, max: 3 }),
  clouds: fc.array(share, { minLength: 24, maxLength: 24 }),
  restart: fc.constantFrom<number | 'wake'>(0, 0, -2, 1, 'wake'),
  sleeps: fc.boolean(),
  fullAfter: fc.constantFrom(2, 5, 1000),
  mishaps: fc.array(
    fc.record({
      kind: fc.constantFrom<Mishap>('zeros', 'garbage', 'silence', 'cleared', 'cleared'),
      at: share,
      length: fc.integer({ min: 1, max: 15 }),
      wild: share,
    }),
    { maxLength: 5 },
  ),
});

/**
 * Lives of daily counters with any mishap. A device that shows yesterday's value until it wakes has none that look like a clear in the
 * evening: nobody could tell that value from what the morning gave.
 */
export const dayLife: fc.Arbitrary<DayLife> = planOf.map((one) => {
  if (one.restart !== 'wake') return liveOut(one);
  const mishaps = one.mishaps.filter(({ kind }) => kind === 'silence' || kind === 'garbage');
  return liveOut({ ...one, fullAfter: 1000, mishaps });
});

interface Row {
  time: number;
  energy: number;
  /** What the counter shows. */
  kwh: number;
  isGood: boolean;
  isSilent: boolean;
}

function liveOut(one: Plan): DayLife {
  const { intervalMs, ratedKw, step, days } = one;
  const count = Math.round((days * DAY_MS) / intervalMs);
  const energies = [0];
  for (let i = 0; i < count; i += 1) {
    const hour = ((i * intervalMs) % DAY_MS) / HOUR_MS;
    const light = Math.max(0, Math.sin((Math.PI * (hour - DAWN)) / (DUSK - DAWN)));
    const isDay = hour >= DAWN && hour < DUSK;
    const watts = isDay ? light * ratedKw * (one.clouds[Math.floor(hour)] ?? 0) : 0;
    energies.push(energies[i]! + (watts * intervalMs) / HOUR_MS);
  }
  const energyAt = (time: number) => {
    const place = Math.max(0, Math.min(count, (time - START) / intervalMs));
    const before = energies[Math.floor(place)] ?? 0;
    return before + ((energies[Math.ceil(place)] ?? before) - before) * (place % 1);
  };
  const { clears, rows } = countThrough(one, energies, clearsOf(one, energies));
  spoil(one, rows, clears);
  const kept = rows.filter(({ isSilent }) => !isSilent);
  const lost = [...lostByClears(one, rows, clears), ...lostBySpoiling(one, rows, clears)];
  return {
    ratedW: ratedKw * 1000,
    step,
    energyAt,
    lostBetween: (start, end) =>
      lost.filter(({ from, to }) => to > start && from <= end).reduce((sum, { kwh }) => sum + kwh, 0),
    times: kept.map(({ time }) => time),
    values: kept.map(({ kwh }) => kwh),
  };
}

/** Indices of the readings at which the counter starts from 0. */
function clearsOf({ intervalMs, days, restart, mishaps }: Plan, energies: readonly number[]): number[] {
  const daily = Array.from({ length: days + 1 }, (_, day) => {
    const from = Math.round((day * DAY_MS) / intervalMs);
    if (restart !== 'wake') return from + Math.round((restart * HOUR_MS) / intervalMs);
    return energies.findIndex((energy, i) => i > from && energy > (energies[i - 1] ?? energy)) - 1;
  });
  const others = mishaps
    .filter(({ kind }) => kind === 'cleared')
    .map(({ at }) => Math.floor(at * (energies.length - 1)));
  return [...new Set([...daily, ...others])]
    .filter((at) => at > 0 && at < energies.length)
    .toSorted((a, b) => a - b);
}

/** Readings, and the clears with the passings of the register's top, which start it from 0 as well. */
function countThrough(one: Plan, energies: readonly number[], clears: readonly number[]) {
  const { step, intervalMs, ratedKw, sleeps } = one;
  const top = Math.ceil((one.fullAfter * ratedKw) / step) * step;
  const starts: number[] = [];
  let base = 0;
  const rows = energies.map((energy, i): Row => {
    const isCleared = clears.includes(i);
    if (isCleared) base = energy;
    const isOver = energy - base >= top;
    if (isOver) base += top;
    if (isCleared || isOver) starts.push(i);
    const hour = ((i * intervalMs) % DAY_MS) / HOUR_MS;
    const isSilent = sleeps && (hour < DAWN || hour > DUSK);
    const kwh = Math.floor((energy - base) / step + 1e-9) * step;
    return { time: START + i * intervalMs, energy, kwh, isGood: !isSilent, isSilent };
  });
  return { clears: starts, rows };
}

function spoil({ mishaps }: Plan, rows: Row[], clears: readonly number[]): void {
  for (const { kind, at, length, wild } of mishaps) {
    const from = Math.floor(at * (rows.length - 1));
    if (kind === 'cleared') continue;
    // A leap from zero is judged by what follows it: zeros that end shortly before a clear last until then.
    const near = clears.find((one) => one >= from + length && one <= from + length + JUDGED_BY);
    const end = kind === 'zeros' ? (near ?? from + length) : from + length;
    for (const [i, row] of rows.slice(from, end).entries()) {
      if (kind === 'zeros') row.kwh = 0;
      if (kind === 'garbage') row.kwh = 1e8 * (1 + wild + (((from + i) * 0.618_034) % 1));
      if (kind === 'silence') row.isSilent = true;
      row.isGood = false;
    }
  }
}

interface Loss {
  from: number;
  to: number;
  kwh: number;
}

/** What was counted since the last reading before a clear; and all that the counter showed, where it soon shows nearly that again. */
function lostByClears(one: Plan, rows: readonly Row[], clears: readonly number[]): Loss[] {
  const little = (LITTLE_READINGS * one.ratedKw * one.intervalMs) / HOUR_MS;
  return clears.map((at, i) => {
    const [before, after] = goodAround(rows, at);
    const energy = rows[at]!.energy;
    const shown = energy - rows[clears[i - 1] ?? 0]!.energy;
    const again =
      (rows.find(({ time }) => time > after.time + 1.5 * HOUR_MS) ?? rows.at(-1)!).energy - energy;
    const mayHide = shown <= little || again > shown / 2;
    return {
      from: before.time,
      to: rows[at]!.time,
      kwh: energy - before.energy + one.step + (mayHide ? Math.max(shown, again) : 0),
    };
  });
}

/** Energy while the readings were bad that began or ended as a clear would. */
function lostBySpoiling(one: Plan, rows: readonly Row[], clears: readonly number[]): Loss[] {
  return rows.flatMap((row, i) => {
    const previous = rows[i - 1];
    if (row.isGood || previous?.isGood === false) return [];
    const [before, after] = goodAround(rows, i);
    const place = rows.indexOf(after);
    const isCleared = !after.isGood || clears.some((at) => at > i && at <= place);
    const kwh = after.energy - before.energy + one.step;
    return isCleared ? [{ from: row.time, to: after.time, kwh }] : [];
  });
}

/** The last good reading before a place and the first from it on; the outermost reading where there is none. */
function goodAround(rows: readonly Row[], at: number): [Row, Row] {
  const before = rows.findLast(({ isGood }, i) => isGood && i < at);
  const after = rows.find(({ isGood }, i) => isGood && i >= at);
  return [before ?? rows[0]!, after ?? rows.at(-1)!];
}
