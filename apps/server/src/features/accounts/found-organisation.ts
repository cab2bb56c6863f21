import type { Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { createOrganisation, type NewOrganisation } from '../organisations/index.ts';

export type FoundedOrganisation = Omit<NewOrganisation, 'code' | 'kind' | 'parentId' | 'tie'>;

/** Founds an organisation with a code of its own, below none. Answers its id. */
export async function foundOrganisation(
  trx: Transaction<Tables>,
  founded: FoundedOrganisation,
): Promise<number> {
  const { id } = await createOrganisation(trx, { ...founded, parentId: null, tie: 'tight' });
  return id;
}
