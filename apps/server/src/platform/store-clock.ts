import type pg from 'pg';
import type { Clock } from './clock.ts';
import { every } from './jobs/every.ts';
import type { Logger } from './log.ts';

const MEASURE_EVERY_MS = 30_000;
/** Of several answers the quickest one tells the time best. */
const TRIES = 3;

/** What is slept through, and clocks that are set, are further off than that. */
const SET_MS = 1000;
/** Time between two looks at PostgreSQL, whatever the clock of the machine does. */
const REST_MS = 1000;

/**
 * The clock of PostgreSQL. Servers that share the work all go by it, so that it does not matter how the clocks of their machines are set: what one
 * of them computes later has the later version. Between two looks at it the time that passed counts, not the clock of the machine: one that is set an hour
 * ahead would begin tasks an hour early and end everybody's session.
 */
export async function openStoreClock(pool: pg.Pool, log: Logger, machine: Clock): Promise<Required<Clock>> {
  let known = await measure(pool, machine);
  const apart = known.offset - known.machine;
  if (Math.abs(apart) > 1000)
    log.warn({ milliseconds: Math.round(apart) }, 'the clock of PostgreSQL is another one; it counts');
  const measuring = every(
    MEASURE_EVERY_MS,
    async () => {
      known = await measure(pool, machine);
    },
    { log, name: 'clock of PostgreSQL', gatherMs: REST_MS },
  );
  return {
    now() {
      // The machine may have slept, which is no time that passed for this process.
      if (Math.abs(aheadOf(machine) - known.machine) > SET_MS) measuring.wake();
      return Math.round(performance.now() + known.offset);
    },
    stop: () => measuring.stop(),
  };
}

/** Milliseconds from the time that passed for this process to the clock of the machine. */
const aheadOf = (machine: Clock): number => machine.now() - performance.now();

/** The same to the clock of the store, and to that of the machine then. */
async function measure(pool: pg.Pool, machine: Clock): Promise<{ offset: number; machine: number }> {
  let best = { tookMs: Infinity, offset: 0 };
  for (let round = 0; round < TRIES; round += 1) {
    const began = performance.now();
    const { rows } = await pool.query<{ now: number }>(
      'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
    );
    const ended = performance.now();
    const tookMs = ended - began;
    const offset = rows[0]!.now + tookMs / 2 - ended;
    if (tookMs < best.tookMs) best = { tookMs, offset };
  }
  return { offset: best.offset, machine: aheadOf(machine) };
}
