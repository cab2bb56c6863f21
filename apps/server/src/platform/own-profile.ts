import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Tables } from './postgres/tables.ts';

/** How devices name a profile of their organisation; no shipped family begins so. */
const OWN = 'own-';

export const ownProfileId = (id: number): string => `${OWN}${id}`;

/** The number of a profile of an organisation that a device names; undefined for a shipped family. */
export function ownProfileNumber(profileId: string | null): number | undefined {
  const [, digits] = /^own-(\d{1,15})$/.exec(profileId ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The same in SQL, of a row of `own_profiles`. */
export const namesOwnProfile = (table = 'own_profiles'): RawBuilder<string> =>
  sql<string>`${sql.lit(OWN)} || ${sql.ref(`${table}.id`)}`;

/** Devices that name a profile so. The first condition is that of their index: without it all devices are looked through. */
export const devicesNaming = (profileId: RawBuilder<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`devices.profile_id LIKE 'own-%' AND devices.profile_id = ${profileId}`;

/** Devices, by a condition on them and on `own_profiles`, that a profile no longer reaches are read by the family that it began as. */
export async function leaveOwnProfiles(trx: Transaction<Tables>, which: RawBuilder<SqlBool>): Promise<void> {
  await sql`
    UPDATE devices SET profile_id = own_profiles.family FROM own_profiles
     WHERE ${devicesNaming(namesOwnProfile())} AND ${which}`.execute(trx);
}
