import { defineProfile, profileById, slaveOf, type Profile, type ProfileInput } from '@sunfleet/device-model';
import { sql, type SqlBool } from 'kysely';
import { namesOwnProfile } from '../../platform/own-profile.ts';
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

/**
 * Devices behind a logger that it may speak for, as `spokenFor` of the directory says, with their family, or the profile of their own organisation
 * by which they are read.
 */
export async function readChildren(db: Db, loggerId: number): Promise<Children> {
  const rows = await db
    .selectFrom('devices as child')
    .innerJoin('devices as logger', 'logger.id', 'child.parentId')
    .leftJoin('ownProfiles as own', (join) =>
      join.on(
        sql<SqlBool>`child.profile_id = ${namesOwnProfile('own')} AND own.organisation_id = child.organisation_id`,
      ),
    )
    .select(['child.id', 'child.sn', 'child.profileId', 'child.attributes', 'own.data'])
    .where('child.parentId', '=', loggerId)
    .where(spokenFor('child', 'logger'))
    .orderBy('child.id')
    .execute();
  const children: Children = { readable: [], unread: [] };
  for (const { id, sn, profileId, attributes, data } of rows) {
    const profile = profileId === null ? undefined : (profileById(profileId) ?? ownProfile(profileId, data));
    if (profile) children.readable.push({ id, sn, profile, slave: slaveOf(attributes, profile) });
    else children.unread.push(sn);
  }
  return children;
}

/** A profile that was kept by an earlier release may not be one any more; its devices are not read then. */
function ownProfile(id: string, data: Record<string, unknown> | null): Profile | undefined {
  if (data === null) return undefined;
  try {
    return defineProfile({ ...data, id } as ProfileInput);
  } catch {
    return undefined;
  }
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
