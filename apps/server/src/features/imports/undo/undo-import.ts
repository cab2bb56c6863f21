import type { ImportRun, RouteOutput, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor, RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { countOverwritten, holdRetention, importDevices } from '../../telemetry/index.ts';
import { getImport, UNDOABLE_STATES } from '../import-view.ts';
import { alsoElsewhere } from '../limits/payer.ts';
import { retentionNow } from '../retention-now.ts';
import { requireIdle } from './require-idle.ts';
import { ownDevices, requireInScope, type OwnDevice } from './own-devices.ts';

type Stores = Pick<Platform, 'db' | 'samples' | 'clock' | 'config'>;

/** What would go. Throws AppError: importNotFound, importNotUndoable, noDataPermission. */
export async function previewUndo(
  platform: Stores,
  actor: Actor,
  id: number,
): Promise<RouteOutput<(typeof routes)['getImportUndo']>> {
  const run = await requireUndoable(platform, actor, id);
  const devices = await requireDevices(platform, actor, run);
  const { samplesSince } = retentionNow(platform);
  const isOld = samplesSince !== null && run.firstTime !== null && run.firstTime < samplesSince;
  return {
    values: run.samples,
    restored: await countOverwritten(platform.samples, id),
    devices: devices.map(({ id: deviceId, sn }) => ({ id: deviceId, sn })),
    firstTime: run.firstTime,
    lastTime: run.lastTime,
    oldBefore: isOld ? samplesSince : null,
  };
}

/**
 * Begins to take an import back, as the job `imports.undo` that any server does; it asks for the right once more before the first deletion, and goes
 * on to its end from then on. Throws AppError: importNotFound, importNotUndoable, noDataPermission, importBusy.
 */
export async function undoImport(platform: Stores, context: RequestContext, id: number): Promise<ImportRun> {
  const { actor } = context;
  const run = await requireUndoable(platform, actor, id);
  await requireDevices(platform, actor, run);
  await platform.db.transaction().execute(async (trx) => {
    await requireIdle(trx, run.station.id, 'undo');
    // What retention has not dropped yet is needed from now on.
    await holdRetention(trx);
    const began = await trx
      .updateTable('imports')
      .set({
        state: 'undoing',
        stateBeforeUndo: run.state,
        undoBeganAt: new Date(platform.clock.now()),
        undoneBy: actor.userId,
        undoneUntil: null,
        valuesUndone: 0,
      })
      .where('id', '=', id)
      .where('state', 'in', UNDOABLE_STATES)
      .executeTakeFirst();
    if (began.numUpdatedRows === 0n) throw new AppError('importNotUndoable');
    await writeAudit(trx, context, {
      action: 'imports.undo',
      objectType: 'import',
      objectId: id,
      stationId: run.station.id,
      before: { fileName: run.fileName, values: run.samples },
    });
    await addJob(trx, 'imports.undo', { importId: id }, { priority: -(await undoingOf(trx, id)) });
  });
  return getImport(platform, actor, id);
}

/** How many imports of the same organisation, or person, are being taken back: others' first ones come before its further ones. */
async function undoingOf(trx: Db, id: number): Promise<number> {
  const payer = await trx
    .selectFrom('imports')
    .select(['organisationId', 'userId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM imports WHERE state = 'undoing' AND id <> ${id} AND ${alsoElsewhere(payer)}`.execute(
    trx,
  );
  return rows[0]!.n;
}

async function requireUndoable(platform: Stores, actor: Actor, id: number): Promise<ImportRun> {
  const run = await getImport(platform, actor, id);
  if (run.undoableUntil === null) throw new AppError('importNotUndoable');
  return run;
}

/** The devices that lose values. */
async function requireDevices(
  { db, samples }: Pick<Platform, 'db' | 'samples'>,
  actor: Actor,
  run: ImportRun,
): Promise<OwnDevice[]> {
  const devices = await ownDevices(db, run.station.id, await importDevices(samples, run.id));
  await requireInScope(db, actor, devices);
  return devices;
}
