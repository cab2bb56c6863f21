import { setTimeout as wait } from 'node:timers/promises';
import type { Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { runImport } from './running/run-import.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** First key of the advisory locks that imports are claimed with; the second is the import's id. */
const IMPORT_LOCK = 7_386_433;
const RETRY_MS = 5000;

export interface Imports {
  uploads: Uploads;
  /** Takes up what is unfinished; call at start and when there is something new. */
  wake(): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** Leaves an import where it stands; it goes on at the next start. */
  stop(): Promise<void>;
}

/** Runs imports one after the other, each to its end, also over restarts and while a store cannot be reached. */
export function createImports(
  platform: Pick<Platform, 'db' | 'pool' | 'bus' | 'clock' | 'text' | 'log' | 'config'>,
  ingest: Pick<Ingest, 'pointId' | 'submit' | 'room'>,
  retryMs = RETRY_MS,
): Imports {
  const uploads = createUploads(platform.config.dataDir);
  const stopping = new AbortController();
  const { signal } = stopping;
  let working: Promise<void> | undefined;
  let again = false;

  async function drain(): Promise<void> {
    do {
      again = false;
      for (const id of await unfinished(platform)) {
        if (signal.aborted) return;
        await claimed(platform, id, () => toItsEnd(id));
      }
    } while (again && !signal.aborted);
  }

  async function toItsEnd(id: number): Promise<void> {
    while (!signal.aborted) {
      try {
        await runImport({ platform, ingest, uploads, signal }, id);
        return;
      } catch (error) {
        platform.log.warn({ err: error, import: id }, 'import waits for a store');
        await wait(retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  function wake(): void {
    again = true;
    if (signal.aborted) return;
    working ??= drain()
      .catch((error: unknown) => platform.log.error({ err: error }, 'imports cannot be read'))
      .finally(() => (working = undefined));
  }

  async function idle(): Promise<void> {
    if (!working) return;
    await working;
    await idle();
  }

  return {
    uploads,
    wake,
    idle,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

async function unfinished({ db }: Pick<Platform, 'db'>): Promise<number[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['checking', 'importing'])
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Does the work unless another process does it; the claim ends with the connection, so a killed process holds nothing. */
async function claimed(
  { pool }: Pick<Platform, 'pool'>,
  id: number,
  work: () => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS mine', [
      IMPORT_LOCK,
      id,
    ]);
    if (!rows[0]?.mine) return;
    await work();
    await client.query('SELECT pg_advisory_unlock($1, $2)', [IMPORT_LOCK, id]);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
