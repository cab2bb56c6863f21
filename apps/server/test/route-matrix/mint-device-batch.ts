import { randomBytes } from 'node:crypto';
import type { TestPlatform } from '../harness.ts';

/** A batch with one device in it. */
export async function mintDeviceBatch(
  { db, clock }: TestPlatform,
  { organisationId, deviceId, text }: { organisationId: number; deviceId: number; text: string },
): Promise<number> {
  const code = randomBytes(6).toString('hex').toUpperCase();
  const { id } = await db
    .insertInto('deviceBatches')
    .values({
      organisationId,
      code,
      name: `Batch ${text}`,
      remark: '',
      userId: null,
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('deviceBatchDevices').values({ batchId: id, deviceId }).execute();
  return id;
}
