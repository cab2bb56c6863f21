import type { Selectable } from 'kysely';
import { accessOf, may, type Actor, type RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StationBatchesTable } from '../../platform/postgres/tables/stations.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { createStations } from '../stations/index.ts';
import type { BatchStation } from './read-stations.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'text' | 'log' | 'config'>;

/**
 * Creates the stations of a batch in one transaction, by the right that its owner has until its end: the job `stations.createBatch`. A second server
 * that does the same waits, and then finds it done. Whatever ends it ends the batch with the reason; a store that does not answer, and a server that stops,
 * leave it for the next try.
 */
export async function runBatch(platform: Parts, batchId: number, signal: AbortSignal): Promise<void> {
  const { db, clock, text, log } = platform;
  const batch = await db
    .selectFrom('stationBatches')
    .selectAll()
    .where('id', '=', batchId)
    .where('state', '=', 'creating')
    .executeTakeFirst();
  if (!batch) return;
  const finishedAt = new Date(clock.now());
  try {
    await create(platform, batch, signal);
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal');
    if (signal.aborted || (error instanceof AppError && error.status >= 500)) throw error;
    if (known !== error) log.error({ err: error, batchId }, 'a batch of stations failed');
    const message = text(batch.language, `errors.${known.key}`, known.values);
    await db
      .updateTable('stationBatches')
      .set({ state: 'failed', done: 0, message, stations: null, finishedAt })
      .where('id', '=', batchId)
      .where('state', '=', 'creating')
      .execute();
  }
}

async function create(
  platform: Parts,
  { id, userId, organisationId, language, stations }: Selectable<StationBatchesTable>,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = platform;
  const actor = await judge(platform, db, userId);
  const context: RequestContext = { actor, address: null, language, bearer: '' };
  await db.transaction().execute(async (trx) => {
    await holdSubjects(trx, [`station batch ${id}`]);
    const still = await trx
      .selectFrom('stationBatches')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'creating')
      .executeTakeFirst();
    if (!still) return;
    await createStations({ ...platform, trx }, context, {
      organisationId: organisationId ?? undefined,
      stations: stations as BatchStation[],
      onDone: async (done) => {
        signal.throwIfAborted();
        // Thousands take seconds, in which people lose rights.
        const now = await judge(platform, trx, userId);
        if (homeOf(now) !== homeOf(actor)) throw new AppError('noDataPermission');
        tellProgress(platform, { id, done });
      },
    });
    await trx
      .updateTable('stationBatches')
      .set((eb) => ({
        state: 'done',
        done: eb.ref('total'),
        stations: null,
        finishedAt: new Date(clock.now()),
      }))
      .where('id', '=', id)
      .execute();
  });
}

/**
 * Beside the transaction, which nobody sees into before its end, and without waiting: those who create stations of the same organisation may hold all
 * other connections until that end.
 */
function tellProgress({ db, log }: Parts, { id, done }: { id: number; done: number }): void {
  const told = db
    .updateTable('stationBatches')
    .set({ done })
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .where('done', '<', done)
    .execute();
  told.catch((error: unknown) => log.debug({ err: error, batchId: id }, 'progress of a batch not told'));
}

/** Who has the batch created, as that one may act now. Throws AppError `noDataPermission`. */
async function judge({ clock }: Parts, db: Db, userId: number | null): Promise<Actor> {
  const actor = await findUserActor(db, { userId, at: clock.now() });
  if (!actor || !may(actor, 'stations.create')) throw new AppError('noDataPermission');
  return actor;
}

/** What decides where stations are created and whose they are. */
const homeOf = (actor: Actor): string =>
  JSON.stringify([actor.role, accessOf(actor).scope, actor.organisationId, actor.organisationPath]);
