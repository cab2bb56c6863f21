import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { productInput } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import type { TestPlatform } from '../harness.ts';
import type { Db } from '../../src/platform/postgres/client.ts';
import { INVERTER_SHEET } from './inverter-sheet.ts';

export async function mintComponent(db: Db, organisationId: number, text: string): Promise<number> {
  const { id } = await db
    .insertInto('components')
    .values({
      organisationId,
      kind: 'inverter',
      manufacturer: `Maker ${text}`,
      model: 'W',
      sheet: JSON.stringify(INVERTER_SHEET),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function mintOwnProfile(db: Db, organisationId: number, text: string): Promise<number> {
  const { id } = await db
    .insertInto('ownProfiles')
    .values({
      organisationId,
      family: null,
      data: JSON.stringify({ ...profileById('meter-dtsd422')!, brand: `Brand ${text}` }),
      userId: null,
      changedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function mintProduct(db: Db, organisationId: number, text: string): Promise<number> {
  const { id } = await db
    .insertInto('products')
    .values({
      organisationId,
      manufacturer: `Maker ${text}`,
      model: 'P',
      kind: 'inverter',
      profileId: null,
      specification: JSON.stringify(productInput.shape.specification.parse({})),
      parts: JSON.stringify([]),
      warrantyMonths: 120,
      warrantyFrom: 'production',
      warrantyText: text,
      remark: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function mintProductFile({ db, files }: TestPlatform, productId: number): Promise<number> {
  const file = `products/${randomInt(2 ** 47)}.pdf`;
  const bytes = await files.write(file, Readable.from([Buffer.from('%PDF-1.4')]));
  const { id } = await db
    .insertInto('productFiles')
    .values({ productId, kind: 'document', name: 'manual.pdf', type: 'application/pdf', bytes, file })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function mintAlarmRule(db: Db, organisationId: number, name: string): Promise<number> {
  const times = { consecutive: 3, onDelay: 0, offDelay: 0 };
  const target = { stationIds: [], labelIds: [], models: [] };
  const { id } = await db
    .insertInto('alarmRules')
    .values({
      organisationId,
      name,
      pack: null,
      level: 'tip',
      enabled: false,
      raise: 'temp.inverter > 90 °C',
      clear: '',
      ...times,
      ...target,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function mintSim(db: Db, organisationId: number, text: string): Promise<number> {
  const { id } = await db
    .insertInto('simCards')
    .values({ organisationId, iccid: `89${String(randomInt(2 ** 47)).padStart(17, '0')}`, remark: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
