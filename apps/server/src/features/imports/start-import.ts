import type { ImportRun, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { isNewcomer } from '../../platform/newcomers.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation, visibleStations } from '../stations/index.ts';
import type { Imports } from './create-imports.ts';
import { describeImported } from '../telemetry/index.ts';
import { getImport } from './import-view.ts';
import { dropOldImports } from './limits/drop-old-imports.ts';
import { bringerOf } from './limits/payer.ts';
import { takeTurn } from './limits/take-turn.ts';
import { headOf, readBytes } from './reading/decode-text.ts';
import { requireIdle } from './undo/require-idle.ts';
import { openTable } from './running/open-table.ts';

type StartInput = RouteRequest<(typeof routes)['startImport']>['body'];

/**
 * Begins an import of an uploaded file: first the whole file is checked, then stored.
 * Throws AppError: stationNotFound, importNotFound (no such upload), importsTooMany, importBusy, noDataPermission (names of custom points), and at once what is wrong with the mapping.
 */
export async function startImport(
  platform: Pick<Platform, 'db' | 'clock'>,
  imports: Imports,
  { context, input }: { context: RequestContext; input: StartInput },
): Promise<ImportRun> {
  const { actor, language } = context;
  const { fileId, mapping, onError } = input;
  const station = await requireStation(platform.db, actor, mapping.stationId, 'imports.run');
  const upload = await imports.uploads.find(fileId, actor);
  // Only the header is read here, out of so little that nobody waits for it: the process that checks the file reads all of it.
  const table = await openTable(
    headOf(readBytes(imports.uploads.read(fileId))),
    mapping,
    platform.clock.now(),
  );
  await table.rows.return(undefined);
  const where = { ids: [station.id], permission: 'devices.create' } as const;
  const addsDevices = (await visibleStations(platform.db, actor, where)).length > 0;
  const id = await platform.db.transaction().execute(async (trx) => {
    await requireIdle(trx, station.id, 'import');
    const turn = await takeTurn(trx, await bringerOf(trx, actor));
    await dropOldImports(trx, actor);
    const { organisationId } = station;
    await describeImported(trx, context, { organisationId, columns: mapping.columns });
    const row = await trx
      .insertInto('imports')
      .values({
        stationId: station.id,
        userId: actor.userId,
        organisationId: actor.organisationId,
        turn,
        fileName: upload.fileName,
        fileId,
        mapping: JSON.stringify(mapping),
        language,
        onError,
        addsDevices,
        state: 'checking',
        createdAt: new Date(platform.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { stationId: station.id, fileName: upload.fileName, onError };
    await writeAudit(trx, context, {
      action: 'imports.run',
      objectType: 'import',
      objectId: row.id,
      stationId: station.id,
      after,
    });
    // Of one turn organisations that are there longer than a month come first: each of many new ones has ten seconds.
    const isNew = await isNewcomer(trx, actor.organisationId, platform.clock.now());
    await addJob(trx, 'imports.run', { importId: row.id }, { priority: -(2 * turn + Number(isNew)) });
    return row.id;
  });
  return getImport(platform, actor, id);
}
