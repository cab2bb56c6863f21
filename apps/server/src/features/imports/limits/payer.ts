import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Whom imports and their files count for: the organisation of a person, or the person alone where there is none. */
export interface Payer {
  organisationId: number | null;
  userId: number | null;
  /** The person, where this is a customer of the organisation, who leaves room to the others. */
  customerId?: number | null;
}

/** Rows of `imports` or `import_files` that count for the payer. */
export function paidBy({ organisationId, userId }: Payer): RawBuilder<SqlBool> {
  return organisationId === null
    ? sql<SqlBool>`(organisation_id IS NULL AND user_id IS NOT DISTINCT FROM ${userId})`
    : sql<SqlBool>`organisation_id = ${organisationId}`;
}
