import { messageOf } from '../errors.ts';
import type { SamplesDb } from './samples-db.ts';

/** A piece of a table that the engine could not read and set aside; it stays on disk until somebody removes it. */
export interface BrokenPart {
  table: string;
  name: string;
  bytes: number;
  path: string;
}

/** Parts that were found broken at the start, or while they were read. */
export async function brokenParts(db: Pick<SamplesDb, 'look'>): Promise<BrokenPart[]> {
  return db.look<BrokenPart>(
    `SELECT table, name, toUInt64(bytes_on_disk) AS bytes, path FROM system.detached_parts
      WHERE database = currentDatabase() AND (reason LIKE '%broken%' OR reason IN ('', 'noquorum', 'unexpected'))
      ORDER BY table, name`,
  );
}

/** Codes of the engine for data that is not what was written: checksum, end of file, bad sector, missing file, decompression. */
const DAMAGE = new Set(['6', '32', '33', '40', '74', '75', '76', '107', '246', '271', '432', '740']);

const NO_SUCH_PART = '232';

export interface PartMender {
  /** Whether the error was about a broken part that is set aside now, so that the work is worth another try. */
  setAside(error: unknown): Promise<boolean>;
}

/**
 * Sets a part aside in which a query met damage. The engine looks at sizes when it starts; a block of zeros or a bad sector
 * shows only when it is read, and then every query that needs the part fails, and every merge.
 */
export function createPartMender(
  run: <Row>(sql: string) => Promise<Row[]>,
  found: (part: { table: string; part: string; reason: string }) => void,
): PartMender {
  const running = new Map<string, Promise<boolean>>();
  const check = async (table: string, part: string) => {
    try {
      const reason = await damageOf(table, part);
      if (reason === undefined) return false;
      await run(`ALTER TABLE ${table} DETACH PART '${part}'`);
      found({ table, part, reason });
      return true;
    } catch (error) {
      // Somebody else met it before, and it was set aside meanwhile.
      if (codeOf(error) === NO_SUCH_PART) return true;
      throw error;
    }
  };
  /** A read error of the disk ends the check itself instead of being its result. */
  const damageOf = async (table: string, part: string) => {
    try {
      const rows = await run<{ is_passed: number; message: string }>(`CHECK TABLE ${table} PART '${part}'`);
      return rows.find((row) => Number(row.is_passed) === 0)?.message;
    } catch (error) {
      if (codeOf(error) === NO_SUCH_PART) throw error;
      return isDamage(error) ? messageOf(error) : undefined;
    }
  };
  return {
    async setAside(error) {
      const { part, table } = isDamage(error) ? placeOf(messageOf(error)) : {};
      if (!part || !table) return false;
      const key = `${table}/${part}`;
      const work = running.get(key) ?? check(table, part);
      running.set(key, work);
      try {
        return await work;
      } finally {
        running.delete(key);
      }
    },
  };
}

/** Part and table of a message with `while reading from part <path>/<part>/ in table <database>.<table> (`. */
function placeOf(message: string): { part?: string | undefined; table?: string | undefined } {
  const [place = '', table = ''] = message.split('while reading from part ')[1]?.split(' in table ') ?? [];
  return {
    part: /(\w+)\/?$/.exec(place)?.[1],
    table: /^\w+\.(\w+) \(/.exec(table)?.[1],
  };
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | undefined)?.code);

function isDamage(error: unknown): boolean {
  return DAMAGE.has(codeOf(error));
}
