import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The column has one of these values. A single one is said as such: the database then knows that an index has the others in order. */
export function oneOf(column: string, values: readonly (number | string)[]): RawBuilder<SqlBool> {
  const [first] = values;
  const type = sql.raw(typeof first === 'string' ? 'text' : 'bigint');
  return values.length === 1
    ? sql<SqlBool>`${sql.ref(column)} = ${first}::${type}`
    : sql<SqlBool>`${sql.ref(column)} = ANY(${[...values]}::${type}[])`;
}
