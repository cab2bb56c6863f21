import { type DeviceImport, LIMITS } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { may, type Actor, type RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { getImport } from './import-view.ts';
import { EDITS } from './row-parts.ts';
import { customerOf, leavesRoom } from '../organisations/index.ts';
import { SIDE } from './work-imports.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

const WRITES_NOTHING_DOWN = sql<SqlBool>`NOT coalesce(jsonb_exists_any(fields, ${[...EDITS]}::text[]), false)`;

/**
 * Has rows of a table added: those that are ready, or those again that were refused. Rows that wait or were added stay as they are, so that a second click does no harm,
 * and so do those that change what the caller may not: the account that adds them may hold more than its API key.
 * Throws AppError: deviceImportNotFound, importsTooMany.
 */
export async function startImport(
  { db }: Parts,
  context: RequestContext,
  { id, rows }: { id: number; rows: 'ready' | 'failed' },
): Promise<DeviceImport> {
  const { actor, address, language } = context;
  const { fileName } = await getImport(db, actor, id);
  await db.transaction().execute(async (trx) => {
    await requireRoom(trx, actor, id);
    const { numUpdatedRows } = await trx
      .updateTable('deviceImportRows')
      .set({ state: 'waiting', message: null })
      .where('importId', '=', id)
      .where('state', '=', rows)
      .where(may(actor, 'devices.edit') ? sql<SqlBool>`true` : WRITES_NOTHING_DOWN)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await trx
      .updateTable('deviceImports')
      .set({ state: 'running', address, language, endedAt: null })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'devices.import',
      objectType: 'deviceImport',
      objectId: id,
      after: { fileName, devices: Number(numUpdatedRows) },
    });
    await askForJob(trx, 'devices.import');
  });
  return getImport(db, actor, id);
}

/** Those of one side count together, and a customer of an organisation leaves room to the others. Throws AppError `importsTooMany`. */
async function requireRoom(trx: Transaction<Tables>, actor: Actor, id: number): Promise<void> {
  await holdSubjects(trx, ['imports of devices']);
  const customerId = await customerOf(trx, actor, actor.organisationId);
  const { rows } = await sql<{ open: number; own: number }>`
    SELECT count(*) AS open, count(*) FILTER (WHERE one.user_id = ${customerId}::bigint) AS own
      FROM device_imports one JOIN users AS person ON person.id = one.user_id
     WHERE one.state = 'running' AND one.id <> ${id} AND ${SIDE} = (SELECT ${SIDE} FROM users AS person WHERE id = ${actor.userId})`.execute(
    trx,
  );
  const { open, own } = rows[0]!;
  const limit = LIMITS.importsOpen;
  if (open >= limit) throw new AppError('importsTooMany', { limit });
  if (!leavesRoom(customerId, { most: limit, used: open, own }, 1))
    throw new AppError('importsTooMany', { limit: open });
}

/** Adds no more of them: what waits is ready again. Throws AppError `deviceImportNotFound`. */
export async function stopImport(
  { db, clock }: Parts,
  context: RequestContext,
  id: number,
): Promise<DeviceImport> {
  await getImport(db, context.actor, id);
  await db.transaction().execute(async (trx) => {
    // One that is added at this moment is let end: the statement waits for its row.
    const { numUpdatedRows } = await trx
      .updateTable('deviceImportRows')
      .set({ state: 'ready' })
      .where('importId', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await trx
      .updateTable('deviceImports')
      .set({ state: 'ended', endedAt: new Date(clock.now()) })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'devices.stopImport',
      objectType: 'deviceImport',
      objectId: id,
    });
  });
  return getImport(db, context.actor, id);
}
