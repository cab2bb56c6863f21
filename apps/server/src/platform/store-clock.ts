import type pg from 'pg';
import type { Clock } from './clock.ts';
import { every } from './jobs/every.ts';
import type { Logger } from './log.ts';

const MEASURE_EVERY_MS = 30_000;
/** Of several answers the quickest one tells the time best. */
const TRIES = 3;

/**
 * The clock of PostgreSQL. Servers that share the work all go by it, so that it does not matter how the clocks of their machines are set: what one
 * of them computes later has the later version.
 */
export async function openStoreClock(pool: pg.Pool, log: Logger, machine: Clock): Promise<Required<Clock>> {
  let offset = await measure(pool, machine);
  if (Math.abs(offset) > 1000)
    log.warn({ milliseconds: Math.round(offset) }, 'the clock of PostgreSQL is another one; it counts');
  const measuring = every(
    MEASURE_EVERY_MS,
    async () => {
      offset = await measure(pool, machine);
    },
    { log, name: 'clock of PostgreSQL' },
  );
  return { now: () => Math.round(machine.now() + offset), stop: () => measuring.stop() };
}

/** Milliseconds from the clock of this machine to that of the store. */
async function measure(pool: pg.Pool, machine: Clock): Promise<number> {
  let best = { tookMs: Infinity, offset: 0 };
  for (let round = 0; round < TRIES; round += 1) {
    const began = performance.now();
    const { rows } = await pool.query<{ now: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
    );
    const tookMs = performance.now() - began;
    const offset = rows[0]!.now + tookMs / 2 - machine.now();
    if (tookMs < best.tookMs) best = { tookMs, offset };
  }
  return best.offset;
}
