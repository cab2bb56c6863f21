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
import { readStationScope } from '../scope/index.ts';
import { alarmExportColumns } from './export-columns.ts';
import { readAlarmIds, readAlarms } from './list-alarms.ts';
import { requireZone } from '../stations/index.ts';

type Query = RouteRequest<(typeof routes)['exportAlarms']>['query'];

/** Rows that are read at a time: many enough to be quick, few enough that others have their turn between. */
const AT_ONCE = 200;

/**
 * The list of alarms as a file that is written while it is read. Each part is read by what its person may do then, and the file breaks off where the
 * right is gone. Throws AppError: alarmListTooLarge, invalidInput (zone).
 */
export async function exportAlarms(
  platform: Pick<Platform, 'db' | 'text' | 'clock'>,
  context: RequestContext,
  { query, readPart }: { query: Query; readPart: ReadPart },
): Promise<Readable> {
  const { db, text, clock } = platform;
  const { actor, language } = context;
  const zone = await requireZone(db, { language, text }, query.timeZone);
  const now = clock.now();
  const most = LIMITS.exportRows;
  const scope = await readStationScope(db, actor, 'alarms.view');
  const ids = await readAlarmIds(platform, { actor, scope, now }, { query, most: most + 1 });
  if (ids.length > most) throw new AppError('alarmListTooLarge', { most });
  const entry = { objectType: 'user', objectId: actor.userId ?? 0, after: { format: query.format } } as const;
  await db.transaction().execute((trx) => writeAudit(trx, context, { action: 'alarms.export', ...entry }));
  const columns = alarmExportColumns(query.columns, { text, language, zone, now });
  async function* parts(): AsyncGenerator<Cell[][]> {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const alarms = await readPart(async ({ actor: still }) => {
        const reader = { actor: still, scope: await readStationScope(db, still, 'alarms.view'), now };
        return readAlarms(platform, reader, ids.slice(at, at + AT_ONCE));
      });
      yield alarms.map((alarm) => columns.map(({ cell }) => cell(alarm)));
    }
  }
  return tableFile({
    format: query.format,
    title: text(language, 'alarms.title'),
    titles: columns.map(({ title }) => title),
    clock: zoneClock(zone),
    parts: parts(),
  });
}
