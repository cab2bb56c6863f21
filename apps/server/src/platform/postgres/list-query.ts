import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';

/** Which page of a list is asked for, from 1 on. */
export interface Paging {
  page: number;
  pageSize: number;
}

/** The end of a statement that reads one page. */
export function limitTo({ page, pageSize }: Paging): RawBuilder<unknown> {
  return sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
}

/** The same for a query builder: `query.$call(onPage(paging))`. */
export function onPage({ page, pageSize }: Paging) {
  return <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    query.limit(pageSize).offset((page - 1) * pageSize);
}

/** What a list answers: its rows, and of how many they are a page. */
export function toPage<Row>({ page, pageSize }: Paging, total: number, rows: Row[]) {
  return { total, page, pageSize, rows };
}

/** `column = ANY(values)`, which is also right for no values at all. */
export function anyOf(column: string, values: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = ANY(${[...values]}::text[])`;
}

/** The text stands somewhere in the column, whatever the case. Trigram indexes are made for exactly this expression. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)} COLLATE pg_c_utf8) LIKE ${containing(text)}`;
}

/** The column begins with the text, whatever the case. */
export function beginsWith(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(${sql.ref(column)} COLLATE pg_c_utf8) LIKE ${`${escapeLike(text.toLowerCase())}%`}`;
}

/** Pattern for `LIKE` on lower-case texts that contain the text. */
export function containing(text: string): string {
  return `%${escapeLike(text.toLowerCase())}%`;
}

/** Takes `%`, `_` and the backslash of a search text literally. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
