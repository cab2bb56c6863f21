import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { readNumbers, sentNumbers } from '../../../platform/postgres/number-columns.ts';
import { OLDEST_OPEN, writtenSince } from './read-board.ts';

/** Where devices stand in the order of serial numbers, and behind which other one each is; NaN where this is not known. */
export interface SerialOrder {
  /** By the ids of devices. */
  placeOf: Float64Array;
  parentOf: Float64Array;
  /** The oldest transaction that it may not know of. */
  since: string;
}

/** Reads the order anew where a device came. A serial number never changes, what a device is behind does. */
export async function readSerialOrder(db: Db, known: SerialOrder | undefined): Promise<SerialOrder> {
  if (!known) return readAll(db);
  const { rows } = await sql<{ since: string; ids: Buffer | null; parents: Buffer | null }>`
    SELECT ${OLDEST_OPEN} AS since, ${sentNumbers(sql`devices.id`)} AS ids, ${sentNumbers(sql`devices.parent_id`)} AS parents
      FROM devices WHERE ${writtenSince('devices', known.since)}`.execute(db);
  const [found] = rows;
  const [ids, parents] = [readNumbers(found!.ids), readNumbers(found!.parents)];
  if (ids.some((id) => !(known.placeOf[id]! > 0))) return readAll(db);
  for (const [at, id] of ids.entries()) known.parentOf[id] = parents[at]!;
  return { ...known, since: found!.since };
}

const BY_SERIAL = { order: sql`ORDER BY devices.sn` };

async function readAll(db: Db): Promise<SerialOrder> {
  const { rows } = await sql<{ since: string; ids: Buffer | null; parents: Buffer | null }>`
    SELECT ${OLDEST_OPEN} AS since, ${sentNumbers(sql`devices.id`, BY_SERIAL)} AS ids, ${sentNumbers(sql`devices.parent_id`, BY_SERIAL)} AS parents
      FROM devices`.execute(db);
  const [found] = rows;
  const [ids, parents] = [readNumbers(found!.ids), readNumbers(found!.parents)];
  const room = ids.reduce((most, id) => Math.max(most, id + 1), 0);
  const placeOf = new Float64Array(room).fill(Number.NaN);
  const parentOf = new Float64Array(room).fill(Number.NaN);
  for (const [at, id] of ids.entries()) {
    placeOf[id] = at + 1;
    parentOf[id] = parents[at]!;
  }
  return { placeOf, parentOf, since: found!.since };
}
