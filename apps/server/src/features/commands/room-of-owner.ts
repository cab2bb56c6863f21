import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { readOneOfOwners, roomOfOwner } from '../../platform/postgres/one-of-owners.ts';
import { mayUseOrganisation } from '../organisations/index.ts';
import type { CountedCommand } from './counted-command.ts';

interface Lately {
  /** Writes that may go to the devices of the organisation within the time since then. */
  most: number;
  since: Date;
}

/**
 * Where stations of several owners are in an organisation, the devices of one owner are sent what leaves room to the others, by whomever: an owner with some accounts to which
 * the station was granted would use up what all may send. Who works for the organisation is not bound by it. Answers how much was sent to them and when the first of it was;
 * undefined where there is room for one more.
 */
export async function findOwnersFull(
  db: Db,
  { actor, deviceId, organisationId }: CountedCommand,
  { most, since }: Lately,
): Promise<{ own: number; oldest: Date } | undefined> {
  const ownerId = (await readOneOfOwners(db, [deviceId])).get(deviceId);
  if (ownerId === undefined || organisationId === null) return undefined;
  if (await mayUseOrganisation(db, actor, organisationId)) return undefined;
  const { rows } = await sql<{ used: number; own: number; oldest: Date | null }>`
    SELECT count(*) AS used, count(*) FILTER (WHERE owned) AS own, min(at) FILTER (WHERE owned) AS oldest
      FROM (SELECT commands.at, EXISTS (
              SELECT FROM devices JOIN stations ON stations.id = devices.station_id
               WHERE devices.id = commands.device_id AND stations.owner_id = ${ownerId}) AS owned
              FROM commands WHERE at > ${since} AND writes AND organisation_id = ${organisationId}) AS lately`.execute(
    db,
  );
  const { used, own, oldest } = rows[0]!;
  return oldest !== null && roomOfOwner({ most, used, own }) < 1 ? { own, oldest } : undefined;
}
