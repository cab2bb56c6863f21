import { sql, type Selectable } from 'kysely';
import type { Ownership } from '../../platform/ownership/ownership.ts';
import { inPages } from '../../platform/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { FaultWordsTable } from '../../platform/postgres/tables/alarms.ts';
import { FAULT_POINTS, faultPointId, loadWord, type DeviceWords, type FaultWords } from './fault-words.ts';

const POINT_IDS = FAULT_POINTS.map(faultPointId);
const slots = new Map(POINT_IDS.map((id, slot) => [id, slot]));

/** What alarms were decided from when they were written last. */
export interface SavedFacts {
  /** Epoch milliseconds: everything whose storing began before has had its effect. Undefined before the first time. */
  storedUntil: number | undefined;
  /** Of the devices that ever reported a fault. */
  words: FaultWords;
}

export async function readSavedFacts(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ownership: Ownership,
): Promise<SavedFacts> {
  const storedUntil = await ownership.position('alarms', clock.now());
  const words: FaultWords = new Map();
  const pages = inPages(
    (after, limit) =>
      db
        .selectFrom('faultWords')
        .selectAll()
        .where('deviceId', '>', after)
        .orderBy('deviceId')
        .limit(limit)
        .execute(),
    ({ deviceId }) => deviceId,
  );
  for await (const rows of pages) for (const row of rows) loadRow(words, row);
  return { storedUntil, words };
}

function loadRow(words: FaultWords, row: Selectable<FaultWordsTable>): void {
  const time = row.time.getTime();
  for (const [index, point] of row.points.entries()) {
    const slot = slots.get(point);
    if (slot !== undefined) loadWord(words, row.deviceId, slot, { time, value: row.values[index]! });
  }
}

/** Fault words of one device, as they stood. */
export interface SavedWords {
  deviceId: number;
  time: number;
  points: readonly number[];
  values: readonly number[];
}

export function toSavedWords(deviceId: number, { time, values }: DeviceWords): SavedWords {
  const known = POINT_IDS.map((point, slot) => ({ point, value: values[slot]! })).filter(
    ({ value }) => !Number.isNaN(value),
  );
  return {
    deviceId,
    time,
    points: known.map(({ point }) => point),
    values: known.map(({ value }) => value),
  };
}

/** Writes words. Call it in the transaction that writes the alarms decided from them. */
export async function saveWords(db: Db, words: readonly SavedWords[]): Promise<void> {
  if (words.length === 0) return;
  const rows = JSON.stringify(words.map((one) => ({ ...one, time: new Date(one.time).toISOString() })));
  await sql`
    INSERT INTO fault_words (device_id, "time", points, "values")
    SELECT u."deviceId", u."time", u.points, u."values"
    FROM jsonb_to_recordset(${rows}::jsonb)
      AS u ("deviceId" bigint, "time" timestamptz, points int[], "values" double precision[])
    WHERE EXISTS (SELECT FROM devices d WHERE d.id = u."deviceId")
    ON CONFLICT (device_id) DO UPDATE
      SET "time" = EXCLUDED."time", points = EXCLUDED.points, "values" = EXCLUDED."values"`.execute(db);
}
