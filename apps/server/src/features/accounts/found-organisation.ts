import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { createOrganisation, type NewOrganisation } from '../organisations/index.ts';

export type FoundedOrganisation = Omit<NewOrganisation, 'code' | 'kind' | 'parentId' | 'tie'>;

/**
 * Founds the organisation of somebody who registers, with a code of its own; below a superior one where its code is named, as a
 * loose sub-merchant. Answers its id. Throws AppError `organisationNotFound` for an unknown superior.
 */
export async function foundOrganisation(
  trx: Transaction<Tables>,
  founded: FoundedOrganisation,
  superiorCode: string | null,
): Promise<number> {
  const parentId = superiorCode ? await merchantByCode(trx, superiorCode) : null;
  const tie = parentId === null ? 'tight' : 'loose';
  const { id } = await createOrganisation(trx, { ...founded, parentId, tie });
  return id;
}

async function merchantByCode(trx: Transaction<Tables>, code: string): Promise<number> {
  const row = await trx
    .selectFrom('organisations')
    .select('id')
    .where('code', '=', code)
    .where('kind', '=', 'merchant')
    .where('type', '=', 'enterprise')
    .executeTakeFirst();
  if (!row) throw new AppError('organisationNotFound');
  return row.id;
}
