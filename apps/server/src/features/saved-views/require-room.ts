import { LIMITS } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';

/**
 * Holds back whoever shares a view with the organisation at the same moment. Throws AppError `tooManySharedViews`: everybody who works there reads
 * all of them, whoever made them.
 */
export async function requireSharedRoom(trx: Transaction<Tables>, organisationId: number): Promise<void> {
  await holdSubjects(trx, [`shared views of ${organisationId}`]);
  const { n } = await trx
    .selectFrom('savedViews')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow();
  if (n >= LIMITS.sharedViews) throw new AppError('tooManySharedViews', { most: LIMITS.sharedViews });
}
