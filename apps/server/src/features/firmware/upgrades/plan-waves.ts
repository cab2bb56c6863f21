/** Shares of the devices that have begun after the canaries, wave by wave. */
const SHARES = [0.1, 0.5, 1];
/** Of a hundred devices one is a canary; there is always one. */
const CANARY = 0.01;
/** So many devices have to have ended before a wave is judged amid it. */
const ENOUGH = 20;

/** The wave of each of so many devices: 0 are the canaries, then a tenth, half, and all. */
export function planWaves(devices: number): number[] {
  const ends = [Math.max(1, Math.ceil(devices * CANARY))];
  for (const share of SHARES) ends.push(Math.max(ends.at(-1)!, Math.ceil(devices * share)));
  return Array.from({ length: devices }, (_, at) => ends.findIndex((end) => at < end));
}

/** How many devices of the waves up to the present one are how far. */
export interface WaveCounts {
  /** Wait or are worked on. */
  open: number;
  succeeded: number;
  /** Failed, timed out or rolled back. */
  failed: number;
  /** Percent of failures beyond which nothing more begins. */
  mostFailed: number;
}

/** Whether the next wave begins, nothing more does, or the present one goes on. One of few devices that fails is too many, too. */
export function judgeWave({ open, succeeded, failed, mostFailed }: WaveCounts): 'next' | 'halt' | 'goOn' {
  const judged = succeeded + failed;
  const tooMany = failed * 100 > judged * mostFailed;
  if (tooMany && (open === 0 || judged >= ENOUGH)) return 'halt';
  return open === 0 ? 'next' : 'goOn';
}
