export interface SmartPersistenceInput {
  /** Power under a clear sky at each place, W. */
  clear: Float64Array;
  /** Of `clearSkyProfile`, by place. */
  profile: Float64Array;
  /** What was measured so far at the same places, W; NaN: unknown. Without it the forecast is one of a whole day ahead. */
  measured?: Float64Array;
  /** First place that is still to come. */
  from?: number;
  stepMs: number;
}

/** The sky of now tells of the next hours, and ever less. */
const MEMORY_MS = 3 * 3_600_000;
/** What is measured counts so long. */
const RECENT_MS = 90 * 60_000;
/** More than this against usual days is an edge of a cloud, not a sky that stays. */
const MOST = 2;

/**
 * Power by the ratio of recent days to a clear sky, W; with measured powers, how today differs from them lasts on and fades (smart persistence of
 * the clear-sky index). NaN where the profile is.
 */
export function smartPersistence({
  clear,
  profile,
  measured,
  from = 0,
  stepMs,
}: SmartPersistenceInput): Float64Array {
  const ratio = measured ? ratioOfNow({ clear, profile, measured, from, stepMs }) : 1;
  return clear.map((watts, place) => {
    const ahead = Math.max(0, place - from) * stepMs;
    const share = 1 + (ratio - 1) * Math.exp(-ahead / MEMORY_MS);
    return watts > 0 ? Math.max(0, watts * profile[place]! * share) : 0;
  });
}

function ratioOfNow({
  clear,
  profile,
  measured,
  from,
  stepMs,
}: Required<Omit<SmartPersistenceInput, 'measured'>> & { measured: Float64Array }): number {
  let [real, usual] = [0, 0];
  for (let place = Math.max(0, from - Math.round(RECENT_MS / stepMs)); place < from; place += 1) {
    const watts = measured[place]!;
    const expected = clear[place]! * profile[place]!;
    if (!(watts >= 0) || !(expected > 0)) continue;
    real += watts;
    usual += expected;
  }
  return usual > 0 ? Math.min(MOST, real / usual) : 1;
}
