import { Readable } from 'node:stream';
import { LIMITS, stationFilter } from '@sunfleet/contract';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ExportQuery } from '../../platform/postgres/tables/station-exports.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { requireMoney } from '../stations/index.ts';
import { CSV_BEGIN, csvLine } from './csv-text.ts';
import { exportColumns } from './export-columns.ts';
import { exportFile } from './export-file.ts';
import { exportIds, exportRows } from './export-rows.ts';
import { packWorkbook } from './pack-workbook.ts';
import { headRow, sheetBegin, SHEET_END, sheetRow } from './sheet-text.ts';
import { zoneClock } from './zone-clock.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'files' | 'text' | 'log'>;

/** The person deleted the export while it was written. */
class ExportGone extends Error {
  override readonly name = 'ExportGone';
}

/**
 * Writes the file of an export, as its person may see the list now. It begins from the start where a server stopped in the middle. What cannot be
 * written says why on its row.
 */
export async function runExport(platform: Parts, id: number, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  const found = await db.selectFrom('stationExports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found || found.state === 'done' || found.state === 'failed') return;
  try {
    await writeExport(platform, () => judge(platform, found), { ...found, signal });
    const done = { state: 'done' } as const;
    const kept = await db.updateTable('stationExports').set(done).where('id', '=', id).executeTakeFirst();
    if (kept.numUpdatedRows === 0n) await platform.files.remove(exportFile(id));
  } catch (error) {
    if (error instanceof ExportGone) return;
    if (signal.aborted || (error instanceof AppError && error.status >= 500)) throw error;
    if (!(error instanceof AppError)) platform.log.error({ err: error, exportId: id }, 'an export failed');
    const key = error instanceof AppError ? error.key : 'internal';
    await db
      .updateTable('stationExports')
      .set({ state: 'failed', error: key })
      .where('id', '=', id)
      .execute();
  }
}

/** Who the file is for and what that one may do now. Throws AppError `noDataPermission`. */
async function judge(
  { db, clock }: Parts,
  { userId, query }: { userId: number; query: ExportQuery },
): Promise<Actor> {
  const actor = await findUserActor(db, { userId, at: clock.now() });
  if (!actor || !may(actor, 'stations.view')) throw new AppError('noDataPermission');
  requireMoney(actor, stationFilter.parse(query.filters));
  return actor;
}

interface Export {
  id: number;
  query: ExportQuery;
  format: 'csv' | 'xlsx';
  signal: AbortSignal;
}

async function writeExport(
  platform: Parts,
  findActor: () => Promise<Actor>,
  { id, query, format, signal }: Export,
): Promise<void> {
  const most = LIMITS.exportRows;
  const ids = await exportIds(platform, await findActor(), { query, most: most + 1 });
  if (ids.length > most) throw new AppError('exportTooLarge', { most });
  const tell = async (rowsDone: number) => {
    const told = { state: 'running', rowsDone, rowsTotal: ids.length } as const;
    const row = await platform.db
      .updateTable('stationExports')
      .set(told)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row.numUpdatedRows === 0n) throw new ExportGone();
  };
  await tell(0);
  const { currency } = stationFilter.parse(query.filters);
  const { text } = platform;
  const columns = exportColumns(query.columns, { ...query, text, currency });
  const clock = zoneClock(query.zone);
  const isSheet = format === 'xlsx';
  async function* lines(): AsyncGenerator<string> {
    const titles = columns.map(({ title }) => title);
    yield isSheet ? sheetBegin(columns.length) + headRow(titles) : CSV_BEGIN + csvLine(titles, clock);
    for await (const { rows, done } of exportRows(platform, findActor, { ids, query, signal })) {
      const write = isSheet ? sheetRow : csvLine;
      yield rows
        .map((row) =>
          write(
            columns.map(({ cell }) => cell(row)),
            clock,
          ),
        )
        .join('');
      await tell(done);
    }
    if (isSheet) yield SHEET_END;
  }
  const content = isSheet
    ? packWorkbook(text(query.language, 'stations.title'), lines())
    : Readable.from(lines(), { objectMode: false });
  await platform.files.write(exportFile(id), content);
}
