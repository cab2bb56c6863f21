import type { TestPlatform } from '../harness.ts';

/** Somebody says that a device of somebody else is theirs. */
export async function mintDispute(
  { db, clock }: TestPlatform,
  {
    device,
    station,
    claimantId,
    text,
  }: { device: { id: number; sn: string }; station: { id: number }; claimantId: number; text: string },
): Promise<number> {
  const { id } = await db
    .insertInto('disputes')
    .values({
      sn: device.sn,
      deviceId: device.id,
      stationId: station.id,
      claimantId,
      reason: text,
      proof: 'none',
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
