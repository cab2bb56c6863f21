import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The condition that all of these hold; none holds always. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` AND `)}` : sql<SqlBool>`true`;
