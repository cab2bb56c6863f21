/** What becomes of a battery by a forecast; epoch milliseconds. */
export interface BatteryOutlook {
  /** When it is full, and when it has nothing left to give; null: not within what is forecast. */
  fullAt: number | null;
  emptyAt: number | null;
  /** W that the house takes of the roof's power in each step, into the battery too. */
  used: Float64Array;
}

/** Share of its capacity that a battery keeps for itself. */
const KEPT = 0.1;
/** Nearly full is full: the last percents are charged slowly. */
const FULL = 0.98;
/** Of what goes in, so much comes out. */
const ROUND_TRIP = 0.9;
/** Of the capacity in an hour, at most. */
const LARGEST_POWER = 0.5;

/**
 * Lets a battery take what the roof has to spare, and give what the house lacks. What is unknown ends it: nothing is said of what follows. A battery that begins full or empty says neither until it
 * has been something else.
 */
export function batteryOutlook({
  times,
  forecast,
  load,
  soc,
  capacity,
  stepMs,
}: {
  /** Begin of each step. */
  times: readonly number[];
  forecast: ArrayLike<number>;
  load: ArrayLike<number>;
  /** Percent at the begin. */
  soc: number;
  /** Wh */
  capacity: number;
  stepMs: number;
}): BatteryOutlook {
  const hours = stepMs / 3_600_000;
  const [least, most] = [KEPT * capacity, FULL * capacity];
  const used = new Float64Array(times.length).fill(NaN);
  let charge = (Math.min(100, Math.max(0, soc)) / 100) * capacity;
  let [fullAt, emptyAt]: [number | null, number | null] = [null, null];
  let [wasBelow, wasAbove] = [charge < most, charge > least];
  for (const [place, time] of times.entries()) {
    const [roof, house] = [forecast[place]!, load[place]!];
    if (Number.isNaN(roof + house)) break;
    const spare = Math.min(Math.abs(roof - house), LARGEST_POWER * capacity) * hours;
    if (roof >= house) {
      const taken = Math.min(spare, Math.max(0, capacity - charge) / ROUND_TRIP);
      charge += taken * ROUND_TRIP;
      used[place] = house + taken / hours;
    } else {
      charge -= Math.min(spare, Math.max(0, charge - least));
      used[place] = roof;
    }
    if (wasBelow && charge >= most) fullAt ??= time + stepMs;
    if (wasAbove && charge <= least) emptyAt ??= time + stepMs;
    wasBelow ||= charge < most;
    wasAbove ||= charge > least;
  }
  return { fullAt, emptyAt, used };
}
