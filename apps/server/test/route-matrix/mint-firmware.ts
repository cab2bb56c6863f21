import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { TestPlatform } from '../harness.ts';

/** A firmware that is authorised for an organisation, the key that it names, and an upgrade that has ended. */
export async function mintFirmware(
  { db, clock }: TestPlatform,
  { organisationId, userId, text }: { organisationId: number; userId: number; text: string },
): Promise<{ firmware: number; firmwareKey: number; firmwareUpgrade: number }> {
  const key = await db
    .insertInto('firmwareKeys')
    .values({ name: `Key ${text}`, publicKey: randomBytes(32), createdBy: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const firmware = await db
    .insertInto('firmware')
    .values({
      name: `Firmware ${text}`,
      version: '1.0',
      state: 'released',
      component: 'logger',
      models: [text],
      hardware: [],
      notes: JSON.stringify({}),
      file: `firmware/${randomUUID()}.bin`,
      fileName: `${text}.bin`,
      bytes: 4,
      sha256: createHash('sha256').update(text).digest('hex'),
      keyId: key.id,
      signature: '',
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('firmwareOrganisations').values({ firmwareId: firmware.id, organisationId }).execute();
  const upgrade = await db
    .insertInto('firmwareUpgrades')
    .values({
      firmwareId: firmware.id,
      userId,
      organisationId,
      state: 'finished',
      mostFailed: 5,
      createdAt: new Date(clock.now()),
      endedAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { firmware: firmware.id, firmwareKey: key.id, firmwareUpgrade: upgrade.id };
}
