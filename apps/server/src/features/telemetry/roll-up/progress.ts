import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Ownership } from '../../../platform/ownership/ownership.ts';
import { inPages } from '../../../platform/pages.ts';
import { LATE_AFTER_MS } from '../ingest/block-store.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import type { TouchedRange } from './dirty-ranges.ts';

const NAME = 'roll-up';
/** Clocks are set back by seconds at times. */
const OVERLAP_MS = 5000;
/** So long after it came, what lies behind the mark is in the roll-ups of whatever clock. */
const SETTLED_MS = 3_600_000;

/** Up to when (epoch milliseconds) what was stored is in the roll-ups of what a server owns; undefined before the first run. */
export async function readProgress(
  ownership: Ownership,
  samples: SamplesDb,
  now: number,
): Promise<number | undefined> {
  return (await ownership.position('rollUps', now)) ?? readFormerProgress(samples);
}

/** The same of all servers together. */
export async function readLeastProgress(db: Db, samples: SamplesDb): Promise<number | undefined> {
  const { least } = await db
    .selectFrom('factPositions')
    .innerJoin('workPartitions', 'workPartitions.owner', 'factPositions.owner')
    .select((eb) => eb.fn.min('storedUntil').as('least'))
    .where('consumer', '=', 'rollUps')
    .executeTakeFirstOrThrow();
  return least?.getTime() ?? readFormerProgress(samples);
}

/** Where the roll-ups stood when positions had no owners yet. */
async function readFormerProgress(samples: SamplesDb): Promise<number | undefined> {
  const rows = await samples.query<{ at: number }>(
    `SELECT toUnixTimestamp64Milli(max(at)) AS at FROM roll_up_progress WHERE name = '${NAME}' HAVING count() > 0`,
  );
  return rows[0]?.at;
}

interface RangeRow {
  device: number;
  from: number;
  to: number;
}

/** Rows of late marks that are read at once. */
const MARKS_AT_ONCE = 100_000;

/**
 * What was stored after the mark and is not in the roll-ups yet: recent samples, and the spans that late ones touched. Handed over in parts,
 * because late marks can be very many.
 */
export async function* readOwed(
  db: SamplesDb,
  progress: number | undefined,
  atOnce = MARKS_AT_ONCE,
): AsyncGenerator<TouchedRange[]> {
  const since = Math.max(0, (progress ?? 0) - OVERLAP_MS);
  const from = Math.max(0, since - LATE_AFTER_MS);
  yield* inPages(
    (after, limit) =>
      db.query<RangeRow>(
        `SELECT device, toUnixTimestamp64Milli(min(time)) AS from, toUnixTimestamp64Milli(max(time)) AS to
         FROM samples WHERE time >= fromUnixTimestamp64Milli({from:Int64}) AND device > {after:UInt32}
         GROUP BY device ORDER BY device LIMIT {limit:UInt32}`,
        { from, after, limit },
      ),
    ({ device }) => device,
    atOnce,
  );
  for (let after = { device: 0, day: 0 }, rows = atOnce; rows === atOnce;) {
    const late = await db.query<RangeRow & { day: number }>(
      `SELECT m.device AS device, toUInt32(intDiv(toUnixTimestamp64Milli(m.from), 86400000)) AS day,
         toUnixTimestamp64Milli(min(m.from)) AS from, toUnixTimestamp64Milli(max(m.to)) AS to
       FROM late_marks AS m WHERE m.at >= fromUnixTimestamp64Milli({since:Int64}) AND m.device >= {device:UInt32}
       GROUP BY device, day HAVING (device, day) > ({device:UInt32}, {day:UInt32})
       ORDER BY device, day LIMIT {atOnce:UInt32}`,
      { since, ...after, atOnce },
    );
    yield late.map(({ device, from, to }) => ({ device, from, to }));
    rows = late.length;
    after = late.at(-1) ?? after;
  }
}

/** Days that late samples touched and that are not in the roll-ups yet: their first instants, each day once for all devices. */
export async function readLateDays(
  db: SamplesDb,
  at: { progress: number; now: number },
): Promise<{ from: number; to: number }[]> {
  // Behind the mark lies what is owed again after a start, because clocks are set back at times. After a while that is over.
  const since = Math.min(at.progress, Math.max(at.progress - OVERLAP_MS, at.now - SETTLED_MS));
  const dayOf = (column: string) => `toUnixTimestamp(toStartOfDay(${column})) * 1000`;
  return db.query<{ from: number; to: number }>(
    `SELECT DISTINCT ${dayOf('m.from')} AS from, ${dayOf('m.to')} AS to
     FROM late_marks AS m WHERE m.at >= fromUnixTimestamp64Milli({since:Int64})`,
    { since: Math.max(0, since) },
  );
}

/** Everything that is stored of some devices: what a station owes when they are bound to it with their history. */
export async function readHistorySpans(db: SamplesDb, devices: readonly number[]): Promise<TouchedRange[]> {
  if (devices.length === 0) return [];
  return db.query<RangeRow>(
    `SELECT device, toUnixTimestamp64Milli(min(time)) AS from, toUnixTimestamp64Milli(max(time)) AS to
     FROM samples WHERE device IN {devices:Array(UInt32)} GROUP BY device`,
    { devices },
  );
}
