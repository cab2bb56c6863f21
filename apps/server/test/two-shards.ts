import { openEmbeddedSamplesDb } from '../src/platform/clickhouse/embedded.ts';
import type { QueryParams, SamplesDb } from '../src/platform/clickhouse/samples-db.ts';

/**
 * A stand-in for a cluster of two servers, a shard each, made of one embedded engine, which can neither replicate nor reach others. Each
 * server is a database with tables of its own. What a statement says to every server is done in both. A table that stands for all shards is
 * one that reads both and spreads what is inserted by its key; nothing can be deleted from it, as with a real one.
 */
export interface TwoShards extends SamplesDb {
  /** Statements that went to every server, as they were. */
  readonly said: readonly string[];
  /** Asks one of the servers for what it has itself. */
  askShard<Row>(shard: 1 | 2, sql: string): Promise<Row[]>;
}

export const CLUSTER = 'pair';
const SHARDS = [1, 2] as const;
const EVERYWHERE = new RegExp(/\s+ON CLUSTER pair\b/);
const DISTRIBUTED =
  /^CREATE TABLE IF NOT EXISTS (?<table>\w+) AS (?<local>\w+) ENGINE = Distributed\('pair', 'shard_1', \w+, (?<key>.+)\)$/;

/** The two shards, and beside them one server as it is without a cluster: an engine serves a process alone. */
export async function openTwoShards(
  directory: string,
): Promise<{ shards: TwoShards; plain: SamplesDb; close(): Promise<void> }> {
  const engine = await openEmbeddedSamplesDb(directory, { single: true });
  const said: string[] = [];
  const spread = new Set<string>();
  for (const shard of SHARDS) await engine.command(`CREATE DATABASE shard_${shard}`);

  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  const inDatabase =
    (name: string) =>
    <T>(work: () => Promise<T>): Promise<T> =>
      inTurn(async () => {
        await engine.command(`USE ${name}`);
        return work();
      });
  const target = (table: string) => (spread.has(table) ? `${table}_in` : table);

  async function layOver(sql: string): Promise<boolean> {
    const { table, local, key } = DISTRIBUTED.exec(sql)?.groups ?? {};
    if (!table) return false;
    await engine.command(
      `CREATE TABLE ${table} AS ${local} ENGINE = Merge(REGEXP('^shard_[12]$'), '^${local}$')`,
    );
    await engine.command(`CREATE TABLE IF NOT EXISTS ${table}_in AS ${local} ENGINE = Null`);
    for (const shard of SHARDS)
      await engine.command(
        `CREATE MATERIALIZED VIEW IF NOT EXISTS ${table}_to_${shard} TO shard_${shard}.${local} AS SELECT * FROM ${table}_in WHERE ${key} % 2 = ${shard - 1}`,
      );
    spread.add(table);
    return true;
  }

  async function everywhere(sql: string, params?: QueryParams): Promise<void> {
    said.push(sql);
    await engine.query(`EXPLAIN AST ${sql}`, params);
    const plain = sql
      .replace(EVERYWHERE, '')
      .replaceAll(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/g, '$1(');
    if (plain.startsWith('SYSTEM SYNC REPLICA')) return;
    if (await layOver(plain)) return;
    const changed = /^ALTER TABLE (\w+) /m.exec(plain)?.[1];
    if (changed !== undefined && spread.has(changed)) {
      for (const table of [changed, `${changed}_in`])
        await engine.command(plain.replace(`ALTER TABLE ${changed} `, `ALTER TABLE ${table} `));
      return;
    }
    for (const shard of SHARDS) {
      await engine.command(`USE shard_${shard}`);
      await engine.command(plain, params);
    }
  }

  const here = (sql: string) =>
    sql
      .replace(/^(\s*INSERT INTO )(\w+)/, (_, into: string, table: string) => into + target(table))
      .replaceAll('system.clusters', `(SELECT arrayJoin([1, 2]) AS shard_num, '${CLUSTER}' AS cluster)`)
      .replaceAll(
        `clusterAllReplicas('${CLUSTER}', system.parts)`,
        "(SELECT * REPLACE ('shard_1' AS database) FROM system.parts WHERE database LIKE 'shard_%')",
      );

  return {
    shards: {
      ...through(engine, inDatabase('shard_1'), {
        query: (sql, params) => engine.query(here(sql), params),
        columns: (sql, params) => engine.columns(here(sql), params),
        async command(sql, params) {
          if (EVERYWHERE.test(sql)) return everywhere(sql, params);
          if (sql.startsWith('SYSTEM SYNC REPLICA')) return;
          await engine.command(here(sql), params);
        },
        insertNative: (table, block) => engine.insertNative(target(table), block),
        insertRows: (table, rows) => engine.insertRows(target(table), rows),
      }),
      said,
      askShard: (shard, sql) => inDatabase(`shard_${shard}`)(() => engine.query(sql)),
    },
    plain: through(engine, inDatabase('sunfleet'), engine),
    close: () => engine.close(),
  };
}

type Asked = Pick<SamplesDb, 'query' | 'columns' | 'command' | 'insertNative' | 'insertRows'>;

/** The engine as one server, whose statements are done one after the other in its own database. */
const through = (
  engine: SamplesDb,
  within: <T>(work: () => Promise<T>) => Promise<T>,
  asked: Asked,
): SamplesDb => ({
  ...engine,
  query: (sql, params) => within(() => asked.query(sql, params)),
  columns: (sql, params) => within(() => asked.columns(sql, params)),
  command: (sql, params) => within(() => asked.command(sql, params)),
  insertNative: (table, block, token) => within(() => asked.insertNative(table, block, token)),
  insertRows: (table, rows) => within(() => asked.insertRows(table, rows)),
});
