import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { networkLimits } from '../../platform/people-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { takeTry } from '../../platform/tries.ts';
import { createOrganisation, waysToAdministrators } from '../organisations/index.ts';
import { sendMessage, timeWords } from '../outbox/index.ts';
import type { FoundedOrganisation } from './found-organisation.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Registrations of one network that name a superior, right or wrong. An office that sets its customers up has a few, a list of codes has more. */
const NAMED_AN_HOUR = 10;
const NAMED_A_DAY = 20;
/** Sub-merchants that register below one organisation on a day. */
const BELOW_A_DAY = 20;

/**
 * Counts a registration that names a superior, before it is known whether there is one, and in a transaction of its own, so that no failure
 * takes it back. Throws AppError `tooManyRequests`.
 */
export async function limitSuperiorCodes(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  address: string | null,
): Promise<void> {
  const limits = networkLimits('superiors named', address, [
    { withinMs: HOUR_MS, most: NAMED_AN_HOUR },
    { withinMs: DAY_MS, most: NAMED_A_DAY },
  ]);
  await db.transaction().execute((trx) => takeTry(trx, limits, clock.now()));
}

/**
 * Founds the organisation of somebody who registers as a loose sub-merchant of the one with this code, whose administrators hear of it. Answers its
 * id. Throws AppError: organisationNotFound, tooManyRequests.
 */
export async function foundBelow(
  trx: Transaction<Tables>,
  { founded, superiorCode, now }: { founded: FoundedOrganisation; superiorCode: string; now: number },
): Promise<number> {
  const superior = await merchantByCode(trx, superiorCode);
  const subject = `sub-merchants of organisation #${superior.id}`;
  await takeTry(trx, [{ subject, withinMs: DAY_MS, most: BELOW_A_DAY }], now);
  const { id, name } = await createOrganisation(trx, { ...founded, parentId: superior.id, tie: 'loose' });
  for (const way of await waysToAdministrators(trx, superior.id)) {
    const values = { organisation: name, superior: superior.name, time: timeWords(way.language, now) };
    await sendMessage(trx, { ...way, template: 'subMerchantRegistered', values, now });
  }
  return id;
}

async function merchantByCode(trx: Transaction<Tables>, code: string): Promise<{ id: number; name: string }> {
  const row = await trx
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('code', '=', code)
    .where('kind', '=', 'merchant')
    .where('type', '=', 'enterprise')
    .executeTakeFirst();
  if (!row) throw new AppError('organisationNotFound');
  return row;
}
