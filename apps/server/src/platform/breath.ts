import { setImmediate as nextRound } from 'node:timers/promises';

/** So long work may go on before everything else has a turn. */
const SLICE_MS = 5;

/** To be awaited again and again within long work, as with each device or five minutes of it: now and then everything else has a turn. Undefined: there is time left. */
export function createBreath(): () => Promise<void> | undefined {
  let since = performance.now();
  const rest = async () => {
    await nextRound();
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MS ? undefined : rest());
}
