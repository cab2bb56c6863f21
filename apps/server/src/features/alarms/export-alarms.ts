import { Readable } from 'node:stream';
import { LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { CSV_BEGIN, csvLine } from '../../platform/tables/csv-text.ts';
import { packWorkbook } from '../../platform/tables/pack-workbook.ts';
import { headRow, sheetBegin, SHEET_END, sheetRow } from '../../platform/tables/sheet-text.ts';
import { zoneClock } from '../../platform/tables/zone-clock.ts';
import { readStationScope } from '../scope/index.ts';
import { alarmExportColumns } from './export-columns.ts';
import { idsOf, readAlarms } from './list-alarms.ts';
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
  { query, judge }: { query: Query; judge: () => Promise<RequestContext> },
): Promise<Readable> {
  const { db, text, clock } = platform;
  const { actor, language } = context;
  const zone = await requireZone(db, { language, text }, query.timeZone);
  const now = clock.now();
  const most = LIMITS.exportRows;
  const scope = await readStationScope(db, actor, 'alarms.view');
  const rows = await idsOf(platform, { actor, scope, query, now })
    .limit(most + 1)
    .execute();
  if (rows.length > most) throw new AppError('alarmListTooLarge', { most });
  const ids = rows.map(({ id }) => id);
  const entry = { objectType: 'user', objectId: actor.userId ?? 0, after: { format: query.format } } as const;
  await db.transaction().execute((trx) => writeAudit(trx, context, { action: 'alarms.export', ...entry }));
  const columns = alarmExportColumns(query.columns, { text, language, zone, now });
  const inZone = zoneClock(zone);
  const isSheet = query.format === 'xlsx';
  const titles = columns.map(({ title }) => title);
  async function* lines(): AsyncGenerator<string> {
    yield isSheet ? sheetBegin(columns.length) + headRow(titles) : CSV_BEGIN + csvLine(titles, inZone);
    const write: typeof sheetRow = isSheet ? sheetRow : csvLine;
    let line = 1;
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const still = (await judge()).actor;
      const reader = { actor: still, scope: await readStationScope(db, still, 'alarms.view'), now };
      const alarms = await readAlarms(platform, reader, ids.slice(at, at + AT_ONCE));
      const texts = alarms.map((alarm) => {
        line += 1;
        const cells = columns.map(({ cell }) => cell(alarm));
        return write(cells, inZone, line);
      });
      yield texts.join('');
    }
    if (isSheet) yield SHEET_END;
  }
  return isSheet
    ? packWorkbook([{ title: text(language, 'alarms.title'), text: lines() }])
    : Readable.from(lines(), { objectMode: false });
}
