import { profileById, slaveOf, type Profile } from '@sunfleet/device-model';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { sameHome, spokenFor } from '../../platform/postgres/same-home.ts';

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

/** Devices behind a logger that it may speak for, as `spokenFor` of the directory says. */
export async function readChildren(db: Db, loggerId: number): Promise<Children> {
  const rows = await db
    .selectFrom('devices as child')
    .innerJoin('devices as logger', 'logger.id', 'child.parentId')
    .select(['child.id', 'child.sn', 'child.profileId', 'child.attributes'])
    .where('child.parentId', '=', loggerId)
    .where(spokenFor('child', 'logger'))
    .orderBy('child.id')
    .execute();
  const children: Children = { readable: [], unread: [] };
  for (const { id, sn, profileId, attributes } of rows) {
    const profile = profileId === null ? undefined : profileById(profileId);
    if (profile) children.readable.push({ id, sn, profile, slave: slaveOf(attributes, profile) });
    else children.unread.push(sn);
  }
  return children;
}

/** Loggers that devices hang on, for devices that are in one home with theirs. */
export async function readLoggersOf(db: Db, deviceIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('devices as child')
    .innerJoin('devices as logger', 'logger.id', 'child.parentId')
    .select('logger.id')
    .distinct()
    .where('child.id', '=', sql<number>`ANY(${[...deviceIds]})`)
    .where(sameHome('child', 'logger'))
    .execute();
  return rows.map(({ id }) => id);
}
