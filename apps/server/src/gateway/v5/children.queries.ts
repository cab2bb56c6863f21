import { profileById, type Profile } from '@sunfleet/device-model';
import type { Db } from '../../platform/postgres/client.ts';

/** A device behind a logger that can be read by its profile. */
export interface ChildDevice {
  id: number;
  sn: string;
  profile: Profile;
  /** Modbus address: its attribute `slave`, else the profile's. */
  slave: number;
}

export interface Children {
  readable: ChildDevice[];
  /** SNs of those that nobody knows how to read. */
  unread: string[];
}

/** Devices behind a logger. */
export async function readChildren(db: Db, loggerId: number): Promise<Children> {
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'sn', 'profileId', 'attributes'])
    .where('parentId', '=', loggerId)
    .orderBy('id')
    .execute();
  const children: Children = { readable: [], unread: [] };
  for (const { id, sn, profileId, attributes } of rows) {
    const profile = profileId === null ? undefined : profileById(profileId);
    if (profile) children.readable.push({ id, sn, profile, slave: slaveOf(attributes, profile) });
    else children.unread.push(sn);
  }
  return children;
}

function slaveOf(attributes: Readonly<Record<string, string>>, profile: Profile): number {
  const told = Number(attributes.slave);
  return Number.isInteger(told) && told >= 1 && told <= 247 ? told : profile.modbus.slaveDefault;
}

/** Loggers that devices hang on, for devices that have one. */
export async function readLoggersOf(db: Db, deviceIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('devices')
    .select('parentId')
    .distinct()
    .where('id', 'in', [...deviceIds])
    .where('parentId', 'is not', null)
    .execute();
  return rows.map((row) => row.parentId!);
}
