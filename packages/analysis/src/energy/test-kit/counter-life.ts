import fc from 'fast-check';

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
  /** kWh by which readings of a wrong clock differ from the truth at their time. */
  slack: number;
}

const START = Date.UTC(2026, 5, 21, 4);
const HOUR_MS = 3_600_000;

const mishap = fc.record({
  kind: fc.constantFrom<Mishap>('zeros', 'garbage', 'stuck', 'silence', 'restart', 'replaced', 'clock'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.integer({ min: 1, max: 25 }),
  wild: fc.double({ min: 0, max: 1, noNaN: true }),
});

const plan: fc.Arbitrary<Plan> = fc.record({
  ratedKw: fc.constantFrom(5, 100, 1000),
  step: fc.constantFrom(0.01, 0.1, 1),
  intervalMs: fc.constantFrom(5000, 60_000, 300_000, 900_000),
  shares: fc
    .array(
      fc.record({
        share: fc.double({ min: 0, max: 1, noNaN: true }),
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
export const counterLife: fc.Arbitrary<CounterLife> = plan.chain((one) => {
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
  const rows = countThrough(one, energies);
  const slack = spoil(one, rows);
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

/** Readings of a counter that is well but for restarts and replacements. */
function countThrough(one: Plan, energies: readonly number[]): Row[] {
  const { step, level, mishaps, intervalMs, ratedKw } = one;
  const top = 2 ** 16 * step;
  // No register is so small that it passes its top twice a day.
  const belowTop = top > 24 * ratedKw ? one.belowTop : 0;
  const begin = belowTop > 0 ? top - belowTop * step : level * step;
  const changes = mishaps.filter(({ kind }) => kind === 'restart' || kind === 'replaced');
  return energies.map((energy, i) => {
    let base = begin;
    let since = 0;
    let latest = -1;
    for (const { kind, at, wild } of changes) {
      const from = Math.floor(at * energies.length);
      if (from > i || from < latest) continue;
      latest = from;
      since = energies[from] ?? 0;
      // Far from any level the counter could have reached by itself.
      base = kind === 'restart' ? 0 : 5e6 + Math.floor(wild * 1000) * 5000;
    }
    const counted = Math.floor((base + energy - since) / step + 1e-9) * step;
    const wraps = belowTop > 0 && latest < 0;
    return { time: START + i * intervalMs, kwh: wraps ? counted % top : counted, isSilent: false };
  });
}

/** Spoils the readings where they go wrong; how far a wrong clock can lie, kWh. */
function spoil({ mishaps, intervalMs, ratedKw }: Plan, rows: Row[]): number {
  let slack = 0;
  const placeOf = ({ at }: { at: number }) => Math.floor(at * rows.length);
  for (const one of mishaps) {
    const { kind, wild } = one;
    const from = placeOf(one);
    // Zeros up to a restart cannot be told from a counter that started earlier.
    const restarts = mishaps
      .filter((other) => other.kind === 'restart' && placeOf(other) > from)
      .map(placeOf);
    const length =
      kind === 'zeros' ? Math.min(one.length, ...restarts.map((at) => at - from - 1)) : one.length;
    const shift = Math.round((wild - 0.5) * 40) * intervalMs + Math.round(wild * 1000);
    for (const [i, row] of rows.slice(from, from + length).entries()) {
      if (kind === 'zeros') row.kwh = 0;
      if (kind === 'garbage') row.kwh = 1e8 * (1 + wild + (((from + i) * 0.618_034) % 1));
      if (kind === 'stuck') row.kwh = 1e7 + Math.floor(wild * 100) * 1e6;
      if (kind === 'silence') row.isSilent = true;
      if (kind === 'clock') row.time += shift;
    }
    if (kind === 'clock') slack += (Math.abs(shift) * ratedKw) / HOUR_MS;
  }
  return slack;
}
