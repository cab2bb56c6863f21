import fc from 'fast-check';
import { share } from './share.ts';

/** What goes wrong with the readings of a counter from one of them on. */
type Mishap =
  /** The register is not read and shows 0. */
  | 'zeros'
  /** Each reading is another bad value. */
  | 'garbage'
  /** All readings are the same bad value. */
  | 'stuck'
  | 'silence'
  /** The counter starts from 0. */
  | 'restart'
  /** Another device with another level. */
  | 'replaced'
  /** Another device whose level the old one could have had. */
  | 'replacedNear'
  /** The device's clock goes wrong for a while. */
  | 'clock';

interface Plan {
  ratedKw: number;
  step: number;
  intervalMs: number;
  /** Share of the rating, one a reading. */
  shares: number[];
  /** Counts below the top of a 16 bit register; 0 for a level in its middle. */
  belowTop: number;
  level: number;
  mishaps: { kind: Mishap; at: number; length: number; wild: number }[];
  /** Which readings come twice. */
  again: number[];
}

/** A true energy curve and the readings that a logger sends of its counter. */
export interface CounterLife {
  ratedW: number;
  step: number;
  /** As sent: in any order, some twice. */
  times: number[];
  /** kWh */
  values: number[];
  /** True energy since the begin, kWh. */
  energyAt(time: number): number;
  /** kWh that no rule can tell from the truth: readings of a wrong clock, and a device replaced by one of nearly its level. */
  slack: number;
}

const START = Date.UTC(2026, 5, 21, 4);
const HOUR_MS = 3_600_000;
/** What a counter gives in this time it can have counted by itself while nobody saw it. */
const NEAR_HOURS = 40;
const OLD_HOURS = 100;

const mishap = fc.record({
  kind: fc.constantFrom<Mishap>(
    'zeros',
    'garbage',
    'stuck',
    'silence',
    'restart',
    'replaced',
    'replacedNear',
    'clock',
  ),
  at: share,
  length: fc.integer({ min: 1, max: 25 }),
  wild: share,
});

const planOf: fc.Arbitrary<Plan> = fc.record({
  ratedKw: fc.constantFrom(5, 100, 1000),
  step: fc.constantFrom(0.01, 0.1, 1),
  intervalMs: fc.constantFrom(5000, 60_000, 300_000, 900_000),
  shares: fc
    .array(
      fc.record({
        share,
        length: fc.integer({ min: 1, max: 40 }),
      }),
      {
        minLength: 3,
        maxLength: 8,
      },
    )
    .map((parts) => parts.flatMap(({ share, length }) => Array.from({ length }, () => share))),
  belowTop: fc.constantFrom(0, 0, 5, 30),
  level: fc.integer({ min: 20_000, max: 60_000 }),
  mishaps: fc.array(mishap, { maxLength: 4 }),
  again: fc.array(fc.nat(), { maxLength: 10 }),
});

/** Lives of counters with any mishap, and the readings in any order. */
export const counterLife: fc.Arbitrary<CounterLife> = planOf.chain((one) => {
  const life = liveOut(one);
  const again = life.times.length === 0 ? [] : one.again.map((place) => place % life.times.length);
  return fc
    .shuffledSubarray([...life.times.keys(), ...again], { minLength: life.times.length + again.length })
    .map((order) => ({
      ...life,
      times: order.map((i) => life.times[i] ?? NaN),
      values: order.map((i) => life.values[i] ?? NaN),
    }));
});

function liveOut(one: Plan): CounterLife {
  const { intervalMs, ratedKw, step, shares } = one;
  const energies = [0];
  for (const share of shares)
    energies.push((energies.at(-1) ?? 0) + (share * ratedKw * intervalMs) / HOUR_MS);
  const energyAt = (time: number) => {
    const place = Math.max(0, Math.min(shares.length, (time - START) / intervalMs));
    const before = energies[Math.floor(place)] ?? 0;
    return before + ((energies[Math.ceil(place)] ?? before) - before) * (place % 1);
  };
  const { eras, untold } = erasOf(one, energies);
  const rows = countThrough(one, energies, eras);
  const slack = untold + spoil(one, rows);
  const kept = rows.filter(({ isSilent }) => !isSilent);
  const unique = new Map(kept.map((row) => [row.time, row]));
  return {
    ratedW: ratedKw * 1000,
    step,
    energyAt,
    slack,
    times: [...unique.keys()],
    values: [...unique.values()].map(({ kwh }) => kwh),
  };
}

interface Row {
  time: number;
  kwh: number;
  isSilent: boolean;
}

/** A time in which the counter is the same one. */
interface Era {
  /** Index of its first reading. */
  from: number;
  /** What it shows at its begin, kWh. */
  level: number;
}

/** When the counter starts again, and how many kWh of that no reader can tell: the new level is one that the old one could have. */
function erasOf(one: Plan, energies: readonly number[]): { eras: Era[]; untold: number } {
  const eras: Era[] = [{ from: 0, level: firstLevel(one) }];
  const left: { from: number; shown: number }[] = [];
  let untold = 0;
  const changes = one.mishaps
    .map((mishap) => ({ ...mishap, from: placeOf(mishap, energies.length) }))
    .toSorted((a, b) => a.from - b.from);
  for (const { kind, from, wild } of changes) {
    const old = eras.at(-1)!;
    if (from === old.from) continue;
    const counted = old.level + (energies[from] ?? 0) - (energies[old.from] ?? 0);
    const shown = eras.length === 1 ? shownBy(one, counted) : counted;
    const level = levelAfter(one, { kind, wild, shown });
    if (level === undefined) continue;
    left.push({ from, shown });
    eras.push({ from, level });
    for (const before of left) {
      const jump = Math.abs(level - before.shown);
      const since = (energies[from] ?? 0) - (energies[before.from] ?? 0);
      if (jump < NEAR_HOURS * one.ratedKw) untold += 2 * jump + since;
    }
  }
  return { eras, untold };
}

function levelAfter(one: Plan, { kind, wild, shown }: { kind: Mishap; wild: number; shown: number }) {
  if (kind === 'restart') return 0;
  // Far from any level the counter could have reached by itself.
  if (kind === 'replaced') return 5e6 + Math.floor(wild * 1000) * 5000;
  const jump = ((wild - 0.5) * 40 * one.ratedKw * one.intervalMs) / HOUR_MS;
  return kind === 'replacedNear' ? Math.max(0, shown + jump) : undefined;
}

/** A first counter may pass the top of its register. */
function shownBy(one: Plan, kwh: number): number {
  const top = 2 ** 16 * one.step;
  return firstLevel(one) > top - 31 * one.step && firstLevel(one) < top ? kwh % top : kwh;
}

const placeOf = ({ at }: { at: number }, length: number) => Math.floor(at * (length - 1));

function firstLevel({ step, level, belowTop, ratedKw, mishaps }: Plan): number {
  const top = 2 ** 16 * step;
  // A restart close below the top is the same fall as a passing of the top.
  const mayPass = top > 24 * ratedKw && !mishaps.some(({ kind }) => kind === 'restart');
  if (belowTop > 0 && mayPass) return top - belowTop * step;
  const old = level * step + OLD_HOURS * ratedKw;
  return old % top > top / 2 ? old + top / 2 : old;
}

/** Readings of a counter that is well but for restarts and replacements. */
function countThrough(one: Plan, energies: readonly number[], eras: readonly Era[]): Row[] {
  const { step, intervalMs } = one;
  return energies.map((energy, i) => {
    const era = eras.findLast(({ from }) => from <= i)!;
    const shown = era.level + energy - (energies[era.from] ?? 0);
    const counted = Math.floor(shown / step + 1e-9) * step;
    const kwh = era === eras[0] ? shownBy(one, counted) : counted;
    return { time: START + i * intervalMs, kwh, isSilent: false };
  });
}

/** Spoils the readings where they go wrong; how far a wrong clock can lie, kWh. */
function spoil({ mishaps, intervalMs, ratedKw }: Plan, rows: Row[]): number {
  let slack = 0;
  for (const one of mishaps) {
    const { kind, wild } = one;
    const from = placeOf(one, rows.length);
    const shift = Math.round((wild - 0.5) * 40) * intervalMs + Math.round(wild * 1000);
    for (const [i, row] of rows.slice(from, from + one.length).entries()) {
      if (kind === 'zeros') row.kwh = 0;
      if (kind === 'garbage') row.kwh = 1e8 * (1 + wild + (((from + i) * 0.618_034) % 1));
      if (kind === 'stuck') row.kwh = 2e7 + Math.floor(wild * 100) * 1e6;
      if (kind === 'silence') row.isSilent = true;
      if (kind === 'clock') row.time += shift;
    }
    if (kind === 'clock') slack += (Math.abs(shift) * ratedKw) / HOUR_MS;
  }
  return slack;
}
