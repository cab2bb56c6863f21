/** What was measured of a station in each row. */
export interface Observed {
  /** AC power, W; NaN where unknown. */
  actual: Float64Array;
  /** Most that the inverters were told to give, W; NaN where nothing is told. */
  cap: Float64Array;
  /** Shares of the rated power, 0 to 1: inverters that said they failed, that wait and should not in the light, and that said nothing. */
  failed: Float64Array;
  resting: Float64Array;
  silent: Float64Array;
  /** What strings of inverters lack against their siblings, share of the rated power. */
  strings: Float64Array;
}

/** Expected power of the rows of a day, W, from row `from` on. */
export interface ExpectedRows {
  from: number;
  watts: Float64Array;
  capacity: number;
}

/** Wh, whole numbers. */
export interface ObservedSums {
  /** Expected of rows without a measured power. */
  missing: number;
  /** Expected of inverters that said nothing while others did. */
  silent: number;
  /** Above what inverters were told to give. */
  curtailed: number;
  /** Of inverters out of service, and of a station that stood in the light. */
  outage: number;
  /** Of strings that gave less than their siblings. */
  strings: number;
  /** What else was missing of a day under snow. */
  snow: number;
  /** Measured. */
  power: number;
}

/** Shares of the capacity: the station stands although there is light, and for how long. */
const STANDS = 0.005;
const LIGHT = 0.05;
/** With so much of the capacity expected no inverter waits for light. */
const ENOUGH = 0.1;
const STANDING_MS = 15 * 60_000;
/** What a day under snow gives at most of what was expected. */
const UNDER_SNOW = 0.6;

/**
 * Lays what is missing of each row of a day on what is known to be its cause, in this order: no measurement, a limit that was told, silent inverters, inverters out of service or a station that
 * stands, weak strings, snow. Each takes no more than is left.
 */
export function addObserved(
  { from, watts, capacity }: ExpectedRows,
  { actual, cap, failed, resting, silent, strings }: Observed,
  { stepMs, isSnowy, toWh }: { stepMs: number; isSnowy: boolean; toWh: (watts: number) => number },
): ObservedSums {
  const sums = { missing: 0, silent: 0, curtailed: 0, outage: 0, strings: 0, snow: 0, power: 0 };
  const standing = standingRows({ from, watts, capacity }, actual, stepMs);
  let [expected, rest] = [0, 0];
  for (const [place, foreseen] of watts.entries()) {
    const row = from + place;
    const real = actual[row]!;
    if (Number.isNaN(real)) {
      sums.missing += foreseen;
      continue;
    }
    sums.power += real;
    expected += foreseen;
    let left = Math.max(0, foreseen - real);
    const take = (most: number) => {
      const part = Math.min(left, Math.max(0, most));
      left -= part;
      return part;
    };
    if (!Number.isNaN(cap[row]!)) sums.curtailed += take(foreseen - Math.max(cap[row]!, real));
    sums.silent += take(silent[row]! * foreseen);
    const down = failed[row]! + (foreseen > ENOUGH * capacity ? resting[row]! : 0);
    sums.outage += take(standing[place] ? left : down * foreseen);
    sums.strings += take(strings[row]! * foreseen);
    rest += left;
  }
  if (isSnowy && rest > (1 - UNDER_SNOW) * expected) sums.snow = rest;
  return {
    missing: toWh(sums.missing),
    silent: toWh(sums.silent),
    curtailed: toWh(sums.curtailed),
    outage: toWh(sums.outage),
    strings: toWh(sums.strings),
    snow: toWh(sums.snow),
    power: toWh(sums.power),
  };
}

/** Rows of a quarter of an hour and longer in which the station gives nothing although it should. */
function standingRows(
  { from, watts, capacity }: ExpectedRows,
  actual: Float64Array,
  stepMs: number,
): Uint8Array {
  const found = new Uint8Array(watts.length);
  const least = Math.ceil(STANDING_MS / stepMs);
  let run = 0;
  for (const [place, foreseen] of watts.entries()) {
    const stands = foreseen > LIGHT * capacity && actual[from + place]! < STANDS * capacity;
    run = stands ? run + 1 : 0;
    if (run >= least) found.fill(1, place - run + 1, place + 1);
  }
  return found;
}
