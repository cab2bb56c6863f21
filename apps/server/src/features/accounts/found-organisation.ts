import { randomInt } from 'node:crypto';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { createOrganisation } from '../organisations/index.ts';

/** Letters and digits that nobody mistakes for each other when a code is read out. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 10;

export interface FoundedOrganisation {
  name: string;
  type: 'enterprise' | 'personal';
  businessType?: string | null | undefined;
  area?: string | null | undefined;
  taxId?: string | null | undefined;
  bankName?: string | null | undefined;
  bankAccount?: string | null | undefined;
}

/**
 * Founds the organisation of somebody who registers, with a code of its own; below a superior one where its code is named, as a
 * loose sub-merchant. Answers its id. Throws AppError `organisationNotFound` for an unknown superior.
 */
export async function foundOrganisation(
  trx: Transaction<Tables>,
  { name, type, ...details }: FoundedOrganisation,
  superiorCode: string | null,
): Promise<number> {
  const parentId = superiorCode ? await merchantByCode(trx, superiorCode) : null;
  const tie = parentId === null ? 'tight' : 'loose';
  const { id } = await createOrganisation(trx, { code: newCode(), name, type, parentId, tie });
  const { businessType, area, taxId, bankName, bankAccount } = details;
  await trx
    .updateTable('organisations')
    .set({
      businessType: businessType ?? null,
      area: area?.toUpperCase() ?? null,
      taxId: taxId ?? null,
      bankName: bankName ?? null,
      bankAccount: bankAccount ?? null,
    })
    .where('id', '=', id)
    .execute();
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

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
}
