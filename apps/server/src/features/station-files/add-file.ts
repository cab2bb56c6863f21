import { LIMITS, type StationFile, type StationFileKind } from '@sunfleet/contract';
import type { Insertable, Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { requireNewcomersRoom } from '../../platform/files/require-newcomers-room.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { toFile, VIEWED } from '../../platform/kept-files/kept-file-view.ts';
import { type Drawing, type Exchange, storeUpload } from '../../platform/kept-files/store-upload.ts';
import { newSince } from '../../platform/newcomers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StationFilesTable } from '../../platform/postgres/tables/stations.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdStation, requireStation } from '../stations/index.ts';
import { FOLDER } from './folder.ts';
import { requireRoom } from './require-room.ts';

interface Addition extends Exchange {
  stationId: number;
  /** The device of the station that it is about. */
  deviceId?: number | null | undefined;
  kind: StationFileKind;
}

/**
 * Adds a picture or document to a station. Throws AppError: stationNotFound, deviceNotFound, tooManyStationFiles, stationFilesFull, newcomersFull, beingChanged,
 * and those of `storeUpload`.
 */
export async function addFile(
  platform: Pick<Platform, 'db' | 'files' | 'clock'>,
  drawing: Drawing,
  context: RequestContext,
  { stationId, deviceId = null, kind, ...exchange }: Addition,
): Promise<StationFile> {
  const { db, clock } = platform;
  const { actor } = context;
  await requireStation(db, actor, stationId, 'stations.edit');
  return storeUpload(platform, drawing, exchange, {
    actor,
    kind,
    folder: FOLDER,
    most: LIMITS.stationFileBytes,
    keep: (now, stored) =>
      db.transaction().execute(async (trx) => {
        const holding = { permission: 'stations.edit', changes: 'station' } as const;
        const station = await holdStation(trx, now.actor, stationId, holding);
        if (deviceId !== null) await requireDeviceOf(trx, stationId, deviceId);
        await requireRoom(trx, station, {
          bytes: stored.bytes,
          userId: now.actor.userId,
          since: newSince(clock.now()),
        });
        const { organisationId } = station;
        const asking = { organisationId, bytes: stored.bytes, now: clock.now() };
        await requireNewcomersRoom(trx, platform.files, asking);
        return keepFile(trx, now, { ...stored, stationId, deviceId, kind, createdAt: new Date(clock.now()) });
      }),
  });
}

/** Throws AppError `deviceNotFound` for one that is not at the station, which stays so until the transaction ends. */
async function requireDeviceOf(trx: Transaction<Tables>, stationId: number, id: number): Promise<void> {
  const found = await trx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', id)
    .where('stationId', '=', stationId)
    .forShare()
    .executeTakeFirst();
  if (!found) throw new AppError('deviceNotFound', { id });
}

async function keepFile(
  trx: Transaction<Tables>,
  context: RequestContext,
  values: Insertable<StationFilesTable>,
): Promise<StationFile> {
  const { stationId, kind, name, bytes } = values;
  if (kind === 'cover') {
    const before = await trx
      .deleteFrom('stationFiles')
      .where('stationId', '=', stationId)
      .where('kind', '=', 'cover')
      .returning('file')
      .execute();
    if (before.length > 0) await addJob(trx, 'files.remove', { names: before.map(({ file }) => file) });
  }
  const { count } = await trx
    .selectFrom('stationFiles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('stationId', '=', stationId)
    .executeTakeFirstOrThrow();
  const limit = LIMITS.stationFiles;
  if (count >= limit) throw new AppError('tooManyStationFiles', { limit });
  const row = await trx
    .insertInto('stationFiles')
    .values({ ...values, createdBy: context.actor.userId })
    .returning([...VIEWED, 'deviceId'])
    .executeTakeFirstOrThrow();
  await writeAudit(trx, context, {
    action: 'stations.addFile',
    objectType: 'station',
    objectId: stationId,
    stationId,
    after: { kind, fileName: name, bytes },
  });
  return toFile(row);
}
