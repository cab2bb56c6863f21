import { wordsOfHex, writesRegisters, type Instruction } from '@sunfleet/contract';
import { encodeReadRequest, encodeWriteRequest, hexOf } from '@sunfleet/device-model';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

type Row = Omit<Instruction, 'frame'>;

/** Instructions under a condition on them, by name, each with its frame. */
export async function viewInstructions(
  db: Db,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<Instruction[]> {
  const { rows } = await sql<Row>`
    SELECT id, code, name, description, fn, address, count, data, dangerous, revision,
           (SELECT count(DISTINCT set_id) FROM instruction_set_steps WHERE instruction_id = instructions.id) AS sets
      FROM instructions WHERE ${where} ORDER BY lower(name COLLATE pg_c_utf8), id ${end}`.execute(db);
  return rows.map((row) => ({ ...row, frame: hexOf(frameOf(row)) }));
}

/** The request as it leaves for the device with address 1. */
function frameOf({ fn, address, count, data }: Pick<Row, 'fn' | 'address' | 'count' | 'data'>): Uint8Array {
  const slave = 1;
  return writesRegisters(fn)
    ? encodeWriteRequest({ slave, fn: fn as 6 | 16, addr: address, words: wordsOfHex(data) })
    : encodeReadRequest({ slave, fn: fn as 3 | 4, addr: address, count });
}
