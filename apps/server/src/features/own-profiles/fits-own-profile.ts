import type { DeviceKind } from '@sunfleet/contract';
import { sql } from 'kysely';
import { ownProfileNumber } from '../../platform/own-profile.ts';
import type { Db } from '../../platform/postgres/client.ts';

interface Device {
  profileId: string;
  kind: DeviceKind;
  organisationId: number | null;
}

/** Whether a device may be read by a profile of its own organisation. */
export async function fitsOwnProfile(db: Db, { profileId, kind, organisationId }: Device): Promise<boolean> {
  const id = ownProfileNumber(profileId);
  if (id === undefined || organisationId === null) return false;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM own_profiles WHERE id = ${id} AND organisation_id = ${organisationId} AND data->>'deviceKind' = ${kind}
       FOR KEY SHARE`.execute(db);
  return rows.length > 0;
}
