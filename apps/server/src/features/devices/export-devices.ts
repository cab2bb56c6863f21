import type { Readable } from 'node:stream';
import { LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReadPart } from '../../platform/http/send-file.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Cell } from '../../platform/tables/cell.ts';
import { tableFile } from '../../platform/tables/table-file.ts';
import { zoneClock } from '../../platform/tables/zone-clock.ts';
import { readDeviceScope, readListedScope } from '../scope/index.ts';
import { requireStation, requireZone } from '../stations/index.ts';
import { deviceExportColumns } from './export-columns.ts';
import { pageOfIds, readRows } from './list-devices.ts';

type Query = RouteRequest<(typeof routes)['exportDevices']>['query'];

/** Rows that are read at a time: many enough to be quick, few enough that others have their turn between. */
const AT_ONCE = 200;

/**
 * The list of devices as a file that is written while it is read. Each part is read by what its person may do then: what was given away meanwhile is
 * left out, and the file breaks off where the right is gone. Throws AppError: stationNotFound, deviceListTooLarge, invalidInput (zone).
 */
export async function exportDevices(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { query, readPart }: { query: Query; readPart: ReadPart },
): Promise<Readable> {
  const { db, text } = platform;
  const { actor, language } = context;
  if (query.stationId !== undefined) await requireStation(db, actor, query.stationId);
  const zone = await requireZone(db, { language, text }, query.timeZone);
  const most = LIMITS.exportRows;
  const scoped = { actor, scope: await readListedScope(db, actor, query.bound) };
  const ids = await pageOfIds(platform, scoped, { ...query, page: 1, pageSize: most + 1 });
  if (ids.length > most) throw new AppError('deviceListTooLarge', { most });
  const entry = { objectType: 'user', objectId: actor.userId ?? 0, after: { format: query.format } } as const;
  await db.transaction().execute((trx) => writeAudit(trx, context, { action: 'devices.export', ...entry }));
  const columns = deviceExportColumns(query.columns, { text, language, zone });
  async function* parts(): AsyncGenerator<Cell[][]> {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const rows = await readPart(async ({ actor: now }) => {
        const reader = { actor: now, scope: await readDeviceScope(db, now) };
        return readRows(platform, reader, ids.slice(at, at + AT_ONCE));
      });
      yield rows.map((row) => columns.map(({ cell }) => cell(row)));
    }
  }
  return tableFile({
    format: query.format,
    title: text(language, 'devices.title'),
    titles: columns.map(({ title }) => title),
    clock: zoneClock(zone),
    parts: parts(),
  });
}
