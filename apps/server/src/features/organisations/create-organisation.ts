import { organisationCodeRule } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { humanCode } from '../../platform/human-code.ts';
import type { OrganisationsTable } from '../../platform/postgres/tables/organisations.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { lockTree, rewritePaths } from './organisation-paths.ts';

export interface NewOrganisation {
  /** Part of MQTT topics: letters, digits, `-` and `_`. One is made where none is named. */
  code?: string | undefined;
  name: string;
  parentId?: number | null;
  kind?: 'merchant' | 'department';
  type?: 'enterprise' | 'personal';
  /** Tight: the superior manages it as its own. */
  tie?: 'tight' | 'loose';
  businessType?: string | null | undefined;
  /** Country of ISO 3166-1, two letters. */
  area?: string | null | undefined;
  taxId?: string | null | undefined;
  bankName?: string | null | undefined;
  bankAccount?: string | null | undefined;
}

const MADE_CODE_LENGTH = 8;

/**
 * Creates an organisation at the root or below another; `path` is the chain of ids, `scope_path` the part of it that scopes are
 * prefixes of. In a transaction of the caller, because the path needs the id. Throws AppError organisationCodeTaken.
 */
export async function createOrganisation(
  trx: Transaction<Tables>,
  input: NewOrganisation,
): Promise<Selectable<OrganisationsTable>> {
  if (input.code !== undefined && organisationCodeRule(input.code))
    throw new Error(`"${input.code}" cannot be an organisation code`);
  if (input.parentId) await lockTree(trx);
  const id = await insert(trx, input);
  await rewritePaths(trx, id);
  return trx.selectFrom('organisations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function insert(trx: Transaction<Tables>, input: NewOrganisation): Promise<number> {
  const code = input.code ?? humanCode(MADE_CODE_LENGTH);
  const row = await trx
    .insertInto('organisations')
    .values({
      code,
      name: input.name.trim(),
      kind: input.kind ?? 'merchant',
      type: input.type ?? 'enterprise',
      tie: input.tie ?? 'tight',
      businessType: input.businessType ?? null,
      area: input.area?.toUpperCase() ?? null,
      taxId: input.taxId ?? null,
      bankName: input.bankName ?? null,
      bankAccount: input.bankAccount ?? null,
      parentId: input.parentId ?? null,
      path: '',
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return row.id;
  if (input.code !== undefined) throw new AppError('organisationCodeTaken', { code });
  return insert(trx, input);
}
