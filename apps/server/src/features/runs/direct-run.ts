import { LIMITS, type AuditAction, type RunState } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { endRuns } from './run-rows.queries.ts';
import { customerOf } from '../organisations/index.ts';
import { requireRoomForRun, SIDE } from './require-room.ts';
import { ENDED_BADLY, isTooOld, mayBegin, mayDirect, requireRun } from './run-scope.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

interface Change {
  action: AuditAction;
  state: RunState;
  /** Of which runs it can be done. */
  when: RawBuilder<SqlBool>;
  /** It has something begin, which is for who could begin the run. */
  begins?: true;
  also?: (trx: Transaction<Tables>, id: number) => Promise<unknown>;
}

/** Throws AppError: runNotFound, noDataPermission, runNotOpen where the run is not in a state for it. */
async function direct(
  { db, clock }: Parts,
  context: RequestContext,
  id: number,
  change: Change,
): Promise<void> {
  const { action, state, when, begins, also } = change;
  const { actor } = context;
  const may = begins ? sql<boolean>`(${mayDirect(actor)} AND ${mayBegin(actor)})` : mayDirect(actor);
  await db.transaction().execute(async (trx) => {
    await requireRun(trx, actor, id);
    const { rows } = await sql<{ may: boolean; fits: boolean }>`
      SELECT ${may} AS may, ${when} AS fits FROM runs WHERE id = ${id} FOR UPDATE`.execute(trx);
    if (!rows[0]?.may) throw new AppError('noDataPermission');
    if (!rows[0].fits) throw new AppError('runNotOpen');
    await trx.updateTable('runs').set({ state }).where('id', '=', id).execute();
    await also?.(trx, id);
    await writeAudit(trx, context, { action, objectType: 'run', objectId: id });
    await endRuns(trx, clock.now());
    await askForJob(trx, 'runs.work');
  });
}

/** Lets nothing more begin, for good; what is at a device already ends. */
export const stopRun = (platform: Parts, context: RequestContext, id: number): Promise<void> =>
  direct(platform, context, id, {
    action: 'runs.stop',
    state: 'stopped',
    when: sql<SqlBool>`ended_at IS NULL`,
  });

export const suspendRun = (platform: Parts, context: RequestContext, id: number): Promise<void> =>
  direct(platform, context, id, {
    action: 'runs.suspend',
    state: 'suspended',
    when: sql<SqlBool>`ended_at IS NULL AND state = 'executing'`,
  });

/** Throws AppError `noDataPermission` also for who could not begin it. */
export const resumeRun = (platform: Parts, context: RequestContext, id: number): Promise<void> =>
  direct(platform, context, id, {
    action: 'runs.resume',
    state: 'executing',
    when: sql<SqlBool>`ended_at IS NULL AND state = 'suspended'`,
    begins: true,
  });

/**
 * Lets what failed begin again, with as much time as it had at first. Throws AppError: noDataPermission (also for who could not begin it), runTooOld (with
 * danger), tooManyRuns.
 */
export const retryRun = (platform: Parts, context: RequestContext, id: number): Promise<void> =>
  direct(platform, context, id, {
    action: 'runs.retry',
    state: 'executing',
    when: sql<SqlBool>`ended_at IS NOT NULL AND EXISTS (SELECT 1 FROM run_devices WHERE run_id = runs.id AND ${ENDED_BADLY})`,
    begins: true,
    async also(trx) {
      const { rows } = await sql<{ side: number; devices: number; isOld: boolean }>`
        SELECT ${SIDE} AS side, ${isTooOld(platform.clock.now())} AS is_old,
               (SELECT count(*) FROM run_devices WHERE run_id = runs.id AND ${ENDED_BADLY}) AS devices
          FROM runs WHERE id = ${id}`.execute(trx);
      const run = rows[0]!;
      if (run.isOld) throw new AppError('runTooOld', { hours: LIMITS.approvedRunMs / 3_600_000 });
      const customerId = await customerOf(trx, context.actor, context.actor.organisationId);
      await requireRoomForRun(trx, { ...run, customerId });
      const now = new Date(platform.clock.now());
      await sql`
        UPDATE runs SET ended_at = NULL, expires_at = ${now}::timestamptz + (expires_at - created_at) WHERE id = ${id}`.execute(
        trx,
      );
      await sql`
        UPDATE run_devices SET state = 'waiting', attempt = attempt + 1, steps = '[]', absences = 0, failure = NULL, detail = NULL, not_before = NULL,
               started_at = NULL, ended_at = NULL
         WHERE run_id = ${id} AND ${ENDED_BADLY}`.execute(trx);
    },
  });
