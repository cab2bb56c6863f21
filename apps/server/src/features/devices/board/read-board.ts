import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { readNumbers, sentNumbers } from '../../../platform/postgres/number-columns.ts';
import { BOARD_COLUMNS, BOARD_NAMES } from './board-columns.ts';
import { DeviceBoard, type Block } from './device-board.ts';

/** Devices that are read at a time, so that others have their turn between. */
const AT_ONCE = 5000;

/** A board, and the oldest transaction that it may not know of. */
export interface ReadBoard {
  board: DeviceBoard;
  since: string;
}

/** Reads all devices; undefined where there are more than `most`. */
export async function readWhole(db: Db, most = Infinity): Promise<ReadBoard | undefined> {
  const { rows } = await sql<{ since: string }>`SELECT ${OLDEST_OPEN} AS since`.execute(db);
  const board = new DeviceBoard();
  for (let last = -1; ;) {
    const block = await readBlock(
      db,
      sql`state.device_id > ${last} ORDER BY state.device_id LIMIT ${AT_ONCE}`,
    );
    board.put(block);
    if (board.size > most) return undefined;
    if (block.id.length < AT_ONCE) return { board, since: rows[0]!.since };
    last = block.id.at(-1)!;
  }
}

/**
 * Reads what was written since; what was open then may have been. The database looks through its rows for the transactions that wrote them, which costs
 * no index and writers nothing. A device that went shows in the number of all.
 */
export async function readChanges(db: Db, { board, since }: ReadBoard): Promise<ReadBoard> {
  const { rows } = await sql<{ since: string; all: number; changed: Buffer | null }>`
    SELECT ${OLDEST_OPEN} AS since, count(*)::float8 AS "all",
      ${sentNumbers(sql`state.device_id`, {
        order: sql`ORDER BY state.device_id`,
        filter: writtenSince('state', since),
      })} AS changed
    FROM device_states AS state`.execute(db);
  const [found] = rows;
  const changed = readNumbers(found!.changed);
  for (let at = 0; at < changed.length; at += AT_ONCE) {
    const ids = [...changed.subarray(at, at + AT_ONCE)];
    const block = await readBlock(db, sql`state.device_id = ANY(${ids}::bigint[]) ORDER BY state.device_id`);
    board.put(block);
  }
  // What came since these ids were read is among the changes of the next look.
  if (board.size !== found!.all) board.keep(await readIds(db));
  return { board, since: found!.since };
}

async function readIds(db: Db): Promise<Float64Array> {
  const id = sql`state.device_id`;
  const { rows } = await sql<{ ids: Buffer | null }>`
    SELECT ${sentNumbers(id, { order: sql`ORDER BY state.device_id` })} AS ids FROM device_states AS state`.execute(
    db,
  );
  return readNumbers(rows[0]!.ids);
}

/** The oldest transaction that is open, which may write what is not seen yet. */
export const OLDEST_OPEN = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::xid::text`;

/** Rows that a transaction wrote which was open then, or began later. */
export const writtenSince = (table: string, since: string): RawBuilder<boolean> =>
  sql`age(${sql.ref(`${table}.xmin`)}) <= (SELECT age(${since}::text::xid))`;

async function readBlock(db: Db, which: RawBuilder<unknown>): Promise<Block> {
  const columns = BOARD_NAMES.map((name) => sql`${sentNumbers(BOARD_COLUMNS[name].of)} AS ${sql.id(name)}`);
  const { rows } = await sql<Record<keyof Block, Buffer | null>>`
    SELECT ${sql.join(columns)} FROM (SELECT state.* FROM device_states AS state WHERE ${which}) AS state`.execute(
    db,
  );
  return Object.fromEntries(
    BOARD_NAMES.map((name) => [name, readNumbers(rows[0]![name])]),
  ) as unknown as Block;
}
