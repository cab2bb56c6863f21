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
