import type { TestPlatform } from '../harness.ts';

/** A table of new stations that was worked off. */
export async function mintStationBatch(
  { db }: TestPlatform,
  { userId, text }: { userId: number; text: string },
): Promise<number> {
  const { id } = await db
    .insertInto('stationBatches')
    .values({ userId, fileName: `${text}.csv`, language: 'en-US', state: 'done', total: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
