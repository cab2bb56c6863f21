import { CompiledQuery, type Compilable, type Kysely, type QueryResult } from 'kysely';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables>;

/** Stands for a value in a statement that is written before its values are known. */
class Slot {
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    this.path = path;
  }
}

/** Names of the prepared statements, by their text; `openPool` sends the name along. */
export const statementNames = new Map<string, string>();

/**
 * A statement of a busy way: written once per process, planned by PostgreSQL once per connection. `build` sees slots in the place of
 * the values, so the statement must not depend on what they are; objects among the values have the same keys in every call.
 */
export function prepare<Values extends object, Row>(
  name: string,
  build: (db: Db, slots: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  let statement: { text: string; parameters: readonly unknown[] } | undefined;
  const write = (db: Db, values: Values) => {
    const { sql: text, parameters } = build(db, slotsOf(values, []) as Values).compile();
    statementNames.set(text, name);
    return { text, parameters };
  };
  return (db, values) => {
    statement ??= write(db, values);
    const filled = statement.parameters.map((part) => (part instanceof Slot ? valueAt(values, part) : part));
    return db.executeQuery<Row>(CompiledQuery.raw(statement.text, filled));
  };
}

/** Texts of one name that are kept: more would mean that a text depends on a value, and every connection keeps all of them. */
const MOST_TEXTS = 50;
const textsOf = new Map<string, number>();

/**
 * Runs a statement of a busy way whose text depends on who asks, such as the condition of a scope: each text is planned by PostgreSQL once per
 * connection. What varies from call to call must be parameters.
 */
export async function runPrepared<Row>(db: Db, name: string, query: Compilable<Row>): Promise<Row[]> {
  const compiled = query.compile();
  const known = textsOf.get(name) ?? 0;
  if (!statementNames.has(compiled.sql) && known < MOST_TEXTS) {
    textsOf.set(name, known + 1);
    statementNames.set(compiled.sql, `${name}_${known + 1}`);
  }
  return (await db.executeQuery<Row>(compiled)).rows;
}

function slotsOf(values: object, path: readonly string[]): object {
  const entries = Object.entries(values).map(([key, value]) => {
    const here = [...path, key];
    return [key, isGroup(value) ? slotsOf(value, here) : new Slot(here)];
  });
  return Object.fromEntries(entries) as object;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function valueAt(values: object, { path }: Slot): unknown {
  return path.reduce<unknown>((group, key) => (group as Record<string, unknown>)[key], values);
}
