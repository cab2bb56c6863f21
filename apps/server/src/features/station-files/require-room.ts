import { LIMITS } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { bytesOfFiles } from '../../platform/postgres/bytes-of-files.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import type { RequiredStation } from '../stations/index.ts';

/**
 * Holds back whoever adds files in the same organisation. An owner has a share of its room, so that none of them fills it for the others, and a person adds to however many
 * organisations within a month as much as to one: somebody makes these at will. Throws AppError `stationFilesFull`.
 */
export async function requireRoom(
  trx: Transaction<Tables>,
  { organisationId, ownerId }: Pick<RequiredStation, 'organisationId' | 'ownerId'>,
  { bytes, userId, since }: { bytes: number; userId: number | null; since: Date },
): Promise<void> {
  await holdSubjects(trx, [`files of organisation ${organisationId}`]);
  const inOrganisation = sql<SqlBool>`stations.organisation_id = ${organisationId}`;
  const { rows } = await sql<{ all: number; own: number; added: number }>`
    SELECT ${bytesOfFiles(inOrganisation)} AS all,
      ${bytesOfFiles(sql<SqlBool>`${inOrganisation} AND stations.owner_id = ${ownerId}`)} AS own,
      ${bytesOfFiles(sql<SqlBool>`station_files.created_by = ${userId}::bigint AND station_files.created_at > ${since}`)} AS added`.execute(
    trx,
  );
  const { all, own, added } = rows[0]!;
  const { stationFilesOfOrganisation, stationFilesOfOwner } = LIMITS;
  if (Math.max(all, added) + bytes <= stationFilesOfOrganisation && own + bytes <= stationFilesOfOwner)
    return;
  throw new AppError('stationFilesFull', {
    organisation: stationFilesOfOrganisation / MEGABYTE,
    owner: stationFilesOfOwner / MEGABYTE,
  });
}

const MEGABYTE = 1024 * 1024;
