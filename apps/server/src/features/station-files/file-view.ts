import type { StationFile } from '@sunfleet/contract';
import type { Selectable } from 'kysely';
import { type Actor, seesMasked } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { toFile, VIEWED } from '../../platform/kept-files/kept-file-view.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { StationFilesTable } from '../../platform/postgres/tables/stations.ts';
import { stationScope } from '../scope/index.ts';
import { requireStation } from '../stations/index.ts';

/**
 * Files of a station, the cover first. Who sees stations masked sees none: pictures show houses, and documents name people.
 * Throws AppError `stationNotFound`.
 */
export async function listFiles(db: Db, actor: Actor, stationId: number): Promise<StationFile[]> {
  await requireStation(db, actor, stationId);
  if (seesMasked(actor)) return [];
  const rows = await db
    .selectFrom('stationFiles')
    .select([...VIEWED, 'deviceId'])
    .where('stationId', '=', stationId)
    .orderBy((eb) => eb('kind', '=', 'cover'), 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toFile);
}

/** Where the content of a file is. Throws AppError: stationNotFound, stationFileNotFound. */
export async function findFile(
  db: Db,
  actor: Actor,
  { stationId, fileId }: { stationId: number; fileId: number },
): Promise<Pick<Selectable<StationFilesTable>, 'name' | 'type' | 'bytes' | 'file'>> {
  await requireStation(db, actor, stationId);
  const row = seesMasked(actor)
    ? undefined
    : await db
        .selectFrom('stationFiles')
        .select(['name', 'type', 'bytes', 'file'])
        .where('id', '=', fileId)
        .where('stationId', '=', stationId)
        .executeTakeFirst();
  if (!row) throw new AppError('stationFileNotFound', { id: fileId });
  return row;
}

/** Small covers of those of the stations that the actor sees. */
export async function listCovers(
  db: Db,
  actor: Actor,
  ids: readonly number[],
): Promise<{ stationId: number; picture: string }[]> {
  if (seesMasked(actor)) return [];
  const rows = await db
    .selectFrom('stationFiles')
    .innerJoin('stations', 'stations.id', 'stationFiles.stationId')
    .select(['stationFiles.stationId', 'stationFiles.thumb'])
    .where('stationFiles.kind', '=', 'cover')
    .where('stations.id', 'in', [...ids])
    .where(stationScope(actor))
    .execute();
  return rows.flatMap(({ stationId, thumb }) =>
    thumb ? [{ stationId, picture: thumb.toString('base64') }] : [],
  );
}
