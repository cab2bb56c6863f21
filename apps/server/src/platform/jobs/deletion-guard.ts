import { sql } from 'kysely';
import type { Platform } from '../platform.ts';
import type { Db } from '../postgres/client.ts';

const DAY_MS = 86_400_000;
/** What deletes by the clock looks at it each hour. A server that was away for longer is found no different from a clock that is ahead. */
const LEAP_MS = 3 * DAY_MS;
/** With a clock that is years ahead sessions end and certificates do not hold: within so long somebody finds out. */
const HELD_MS = 7 * DAY_MS;

/** Keeps what is deleted for good by the clock alone, for a while after that leapt. */
export interface DeletionGuard {
  /** Does a deletion, unless the clock leapt lately. It comes again by itself, as each of these jobs does. */
  unlessLeapt(work: () => Promise<void>): Promise<void>;
}

type Parts = Pick<Platform, 'db' | 'clock' | 'log' | 'health'>;

interface Seen {
  leaptFrom: Date | null;
  leaptTo: Date | null;
  heldUntil: Date | null;
}

/** Adds health part `deletions`, which says that they wait, since when and until when. */
export function createDeletionGuard({ db, clock, log, health }: Parts): DeletionGuard {
  health.add({
    name: 'deletions',
    essential: false,
    async check() {
      const seen = await db.selectFrom('clockSeen').selectAll().executeTakeFirst();
      return isHeld(seen, clock.now())
        ? {
            state: 'degraded',
            detail: { ...timesOf(seen!), error: 'the clock leapt: nothing is deleted by it' },
          }
        : { state: 'ok', detail: {} };
    },
  });
  return {
    async unlessLeapt(work) {
      const now = clock.now();
      const seen = await look(db, now);
      if (isHeld(seen, now))
        log.error(timesOf(seen), 'the clock leapt: what it would delete is kept for a while');
      else await work();
    },
  };
}

const isHeld = (seen: Seen | undefined, now: number): boolean => (seen?.heldUntil?.getTime() ?? 0) > now;

const timesOf = ({ leaptFrom, leaptTo, heldUntil }: Seen) => ({
  leaptFrom: leaptFrom?.toISOString() ?? null,
  leaptTo: leaptTo?.toISOString() ?? null,
  heldUntil: heldUntil?.toISOString() ?? null,
});

/** Notes what the clock says. One that goes back, as one that is right again, leapt as well. */
async function look(db: Db, now: number): Promise<Seen> {
  const at = new Date(now);
  const held = new Date(now + HELD_MS);
  const leapt = sql<boolean>`abs(extract(epoch FROM EXCLUDED.seen_at - clock_seen.seen_at)) * 1000 > ${LEAP_MS}::float8`;
  const { rows } = await sql<Seen>`
    INSERT INTO clock_seen (seen_at) VALUES (${at})
    ON CONFLICT (one) DO UPDATE SET
      leapt_from = CASE WHEN ${leapt} THEN clock_seen.seen_at ELSE clock_seen.leapt_from END,
      leapt_to = CASE WHEN ${leapt} THEN EXCLUDED.seen_at ELSE clock_seen.leapt_to END,
      held_until = CASE WHEN ${leapt} THEN ${held}::timestamptz ELSE clock_seen.held_until END,
      seen_at = EXCLUDED.seen_at
    RETURNING leapt_from, leapt_to, held_until`.execute(db);
  return rows[0]!;
}
