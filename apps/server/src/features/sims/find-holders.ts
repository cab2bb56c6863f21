import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { readDeviceScope } from '../scope/index.ts';

/** A device that can hold a card, and the card that it holds. */
export interface Holder {
  id: number;
  sn: string;
  iccid: string | null;
}

/** The devices of serial numbers that the actor finds. */
export async function findHolders(db: Db, actor: Actor, sns: readonly string[]): Promise<Holder[]> {
  if (sns.length === 0) return [];
  return db
    .selectFrom('devices')
    .select([
      'devices.id',
      'devices.sn',
      sql<string | null>`(SELECT iccid FROM sim_cards WHERE sim_cards.device_id = devices.id)`.as('iccid'),
    ])
    .where('devices.sn', 'in', [...sns])
    .where(await readDeviceScope(db, actor))
    .execute();
}

/** Whether the actor finds a device. */
export async function findsHolder(db: Db, actor: Actor, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('devices')
    .select('devices.id')
    .where('devices.id', '=', id)
    .where(await readDeviceScope(db, actor))
    .executeTakeFirst();
  return found !== undefined;
}
