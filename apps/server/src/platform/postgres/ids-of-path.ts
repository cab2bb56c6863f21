import { sql, type RawBuilder } from 'kysely';

/** Organisations that a path such as `/1/2/` names, as a set of ids: thousands of paths are not to be compared with each other. */
export const idsOfPath = (path: string): RawBuilder<unknown> =>
  sql`unnest(string_to_array(btrim(${sql.ref(path)}, '/'), '/')::bigint[])`;
