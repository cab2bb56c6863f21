import type { Platform } from '../src/platform/platform.ts';

/** A SIM card, a point of its own and what is recorded of it, which an organisation keeps and which go where its owner takes it. */
export async function makeHoldings(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  organisationId: number,
): Promise<void> {
  await db
    .insertInto('simCards')
    .values({ organisationId, iccid: `8949${organisationId}` })
    .execute();
  const key = 'heatpump.power';
  const said = { organisationId, key, name: 'Heat pump', unit: 'W', kind: 'gauge' } as const;
  await db.insertInto('pointDescriptions').values(said).execute();
  const recorded = { key, point: 'load.power', unit: 'W', madeAt: new Date(clock.now()) };
  await db
    .insertInto('pointRecordings')
    .values({ organisationId, ...recorded })
    .execute();
}
