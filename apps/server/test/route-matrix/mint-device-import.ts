import type { TestPlatform } from '../harness.ts';

/** A table of devices that was worked off. */
export async function mintDeviceImport(
  { db, clock }: TestPlatform,
  { userId, text }: { userId: number; text: string },
): Promise<number> {
  const at = new Date(clock.now());
  const { id } = await db
    .insertInto('deviceImports')
    .values({
      userId,
      fileName: `${text}.csv`,
      language: 'en-US',
      state: 'ended',
      createdAt: at,
      endedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('deviceImportRows')
    .values({
      importId: id,
      row: 2,
      place: 0,
      sn: `SN-${text}`,
      station: text,
      state: 'failed',
      message: text,
    })
    .execute();
  return id;
}
