import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { every } from '../jobs/every.ts';
import type { Logger } from '../log.ts';

/** Key of the advisory lock; any number that nothing else of the product uses. */
const KEY = "hashtextextended('sunfleet server', 0)";
/** A server that is just ending, or was killed on a machine that is gone, may hold the database for a moment. */
const WAIT_MS = 5000;
const TRY_EVERY_MS = 250;
const LOOK_EVERY_MS = 5000;

export interface DatabaseHold {
  release(): Promise<void>;
}

interface HoldOptions {
  log: Logger;
  /** Others that hold it in this way may work beside this server, because they share the work. */
  shared?: boolean;
  /** Called when the connection was lost and another server took the database meanwhile: this one must end. */
  lost: (error: Error) => void;
  /** How long another server may keep it before this one gives up. */
  waitMs?: number;
  lookEveryMs?: number;
}

/**
 * Holds the database for one server, or for those that share the work. Two servers that know nothing of each other would both decide over states,
 * alarms and energies, and each would overwrite the other. The hold is an advisory lock of a connection, so a killed server leaves nothing behind.
 * Throws an `Error` for people where another server holds it.
 */
export async function holdDatabase(
  pool: pg.Pool,
  { log, lost, shared = false, waitMs = WAIT_MS, lookEveryMs = LOOK_EVERY_MS }: HoldOptions,
): Promise<DatabaseHold> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  let held = await take(pool, lock, waitMs);
  if (!held) throw taken();
  const watch = every(
    lookEveryMs,
    async () => {
      if (await stands(held)) return;
      held?.release(true);
      held = undefined;
      held = await take(pool, lock, waitMs);
      if (held) log.info('the database is held again');
      else lost(taken());
    },
    { log, name: 'hold on the database' },
  );
  return {
    async release() {
      await watch.stop();
      held?.release(true);
    },
  };
}

/** Undefined where another server kept the lock for all the time. */
async function take(pool: pg.Pool, lock: string, waitMs: number): Promise<pg.PoolClient | undefined> {
  const client = await pool.connect();
  try {
    for (const until = performance.now() + waitMs; ; await delay(TRY_EVERY_MS)) {
      const { rows } = await client.query<{ got: boolean }>(`SELECT ${lock}(${KEY}) AS got`);
      if (rows[0]?.got) return client;
      if (performance.now() > until) break;
    }
  } catch (error) {
    client.release(true);
    throw error;
  }
  client.release(true);
  return undefined;
}

async function stands(client: pg.PoolClient | undefined): Promise<boolean> {
  if (!client) return false;
  return client.query('SELECT').then(
    () => true,
    () => false,
  );
}

const taken = () =>
  new Error(
    'Another Sunfleet server works on this database. Stop it first, give this one a database of its own by DATABASE_URL, or let both share the work by NATS_URL.',
  );
