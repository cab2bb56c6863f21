import type { Permission } from '@sunfleet/contract';
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

/**
 * The devices of serial numbers on which the actor may do this with cards: who only sees one takes no place of its owner's card, and sends its owner no
 * messages.
 */
export async function findHolders(
  db: Db,
  actor: Actor,
  { sns, permission }: { sns: readonly string[]; permission: Permission },
): Promise<Holder[]> {
  if (sns.length === 0) return [];
  return db
    .selectFrom('devices')
    .select([
      'devices.id',
      'devices.sn',
      sql<string | null>`(SELECT iccid FROM sim_cards WHERE sim_cards.device_id = devices.id)`.as('iccid'),
    ])
    .where('devices.sn', 'in', [...sns])
    .where(await readDeviceScope(db, actor, permission))
    .execute();
}

/** Whether the actor finds a device, of this serial number where one is named. */
export async function findsHolder(db: Db, actor: Actor, id: number, sn?: string): Promise<boolean> {
  const found = await db
    .selectFrom('devices')
    .select('devices.id')
    .where('devices.id', '=', id)
    .$if(sn !== undefined, (some) => some.where('devices.sn', '=', sn!))
    .where(await readDeviceScope(db, actor))
    .executeTakeFirst();
  return found !== undefined;
}
