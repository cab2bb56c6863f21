import { profileById, slaveOf, type Profile } from '@sunfleet/device-model';
import { sql, type SqlBool } from 'kysely';
import { createBreath } from '../../platform/breath.ts';
import { devicesNaming, namesOwnProfile, ownProfileId } from '../../platform/own-profile.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { sameHome, spokenFor } from '../../platform/postgres/same-home.ts';
import type { OwnProfiles } from './own-profiles.ts';

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

interface Parts {
  db: Db;
  ownProfiles: OwnProfiles;
}

/**
 * Devices behind a logger that it may speak for, as `spokenFor` of the directory says, with their family, or the profile of their own organisation
 * by which they are read. `sn`: that one alone.
 */
export async function readChildren(
  { db, ownProfiles }: Parts,
  loggerId: number,
  sn?: string,
): Promise<Children> {
  const rows = await db
    .selectFrom('devices as child')
    .innerJoin('devices as logger', 'logger.id', 'child.parentId')
    .leftJoin('ownProfiles as own', (join) =>
      join.on(
        sql<SqlBool>`child.profile_id = ${namesOwnProfile('own')} AND own.organisation_id = child.organisation_id`,
      ),
    )
    .select(['child.id', 'child.sn', 'child.profileId', 'child.attributes'])
    .select(['own.id as ownId', 'own.revision as ownRevision'])
    .where('child.parentId', '=', loggerId)
    .where(spokenFor('child', 'logger'))
    .$if(sn !== undefined, (all) => all.where('child.sn', '=', sn!))
    .orderBy('child.id')
    .execute();
  const children: Children = { readable: [], unread: [] };
  /** By the id of each, while they are put together. */
  const own = new Map<number, Profile | undefined>();
  const breathe = createBreath();
  for (const { id, sn: childSn, profileId, attributes, ownId, ownRevision } of rows) {
    await breathe();
    if (ownId !== null && !own.has(ownId))
      own.set(ownId, await ownProfiles({ id: ownId, revision: ownRevision! }));
    const shipped = profileId === null ? undefined : profileById(profileId);
    const profile = shipped ?? (ownId === null ? undefined : own.get(ownId));
    if (profile) children.readable.push({ id, sn: childSn, profile, slave: slaveOf(attributes, profile) });
    else children.unread.push(childSn);
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

/** Loggers on which devices hang that are read by a profile of an organisation. */
export async function readLoggersOfProfile(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('devices')
    .select('parentId')
    .distinct()
    .where(devicesNaming(sql`${ownProfileId(id)}`))
    .where('parentId', 'is not', null)
    .execute();
  return rows.map(({ parentId }) => parentId!);
}
