import { type ErrorKey, LIMITS, stationFilter } from '@sunfleet/contract';
import { sql } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { ExportQuery } from '../../platform/postgres/tables/station-exports.ts';
import type { Cell } from '../../platform/tables/cell.ts';
import { isStoreFailure } from '../../platform/store-failure.ts';
import { tableFile } from '../../platform/tables/table-file.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { requireMoney } from '../stations/index.ts';
import { exportColumns } from './export-columns.ts';
import { newExportFile } from './export-file.ts';
import { exportRoom, withinRoom } from './export-room.ts';
import { exportIds, exportRows } from './export-rows.ts';
import { rightsOf } from './rights-of.ts';
import { zoneClock } from '../../platform/tables/zone-clock.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'files' | 'text' | 'log'>;

/** The export was deleted while it was written, or another server wrote it to its end. */
class ExportGone extends Error {
  override readonly name = 'ExportGone';
}

const OPEN = ['waiting', 'running'] as const;
/** Runs that may break off with their server before an export is given up: it may be what ends the server. */
const MOST_BROKEN_RUNS = 3;

/**
 * Writes the file of an export, as its person may see the list now. It begins from the start where a server stopped in the middle. What cannot be
 * written says why on its row. A server that stood still meanwhile, and whose work another one did, changes nothing.
 */
export async function runExport(platform: Parts, id: number, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  const found = await begin(db, id);
  if (!found) return;
  const file = newExportFile(id);
  const fail = (error: ErrorKey) =>
    openExport(db, id).set({ state: 'failed', error, brokenRuns: 0 }).execute();
  if (found.brokenRuns > MOST_BROKEN_RUNS) return void (await fail('internal'));
  try {
    const room = await exportRoom(platform, found.userId);
    const held = await writeExport(platform, judging(platform, found), { ...found, file, room, signal });
    const kept = await openExport(db, id)
      .set({ ...held, file, state: 'done', brokenRuns: 0 })
      .executeTakeFirst();
    // It was deleted, or another server wrote it to its end.
    if (kept.numUpdatedRows === 0n) await platform.files.remove(file);
  } catch (error) {
    if (error instanceof ExportGone) return;
    if (signal.aborted || isStoreFailure(error)) {
      const before = sql<number>`greatest(broken_runs - 1, 0)`;
      await openExport(db, id).set({ brokenRuns: before }).execute();
      throw error;
    }
    if (!(error instanceof AppError)) platform.log.error({ err: error, exportId: id }, 'an export failed');
    await fail(error instanceof AppError ? error.key : 'internal');
  }
}

/** The export, if it is to be written. The run counts as broken off until it ends. */
const begin = (db: Db, id: number) =>
  openExport(db, id)
    .set({ brokenRuns: sql<number>`broken_runs + 1` })
    .returning(['id', 'userId', 'query', 'format', 'brokenRuns'])
    .executeTakeFirst();

/** Changes an export for as long as nobody wrote it to its end. */
const openExport = (db: Db, id: number) =>
  db.updateTable('stationExports').where('id', '=', id).where('state', 'in', OPEN);

/**
 * Who the file is for and what that one may do now, whenever it is asked. All of a file is of the same rights, by which it is judged when it is
 * fetched. Throws AppError: noDataPermission, exportOutdated.
 */
function judging(
  { db, clock }: Parts,
  { userId, query }: { userId: number; query: ExportQuery },
): () => Promise<Actor> {
  let rights: string | undefined;
  return async () => {
    const actor = await findUserActor(db, { userId, at: clock.now() });
    if (!actor || !may(actor, 'stations.view')) throw new AppError('noDataPermission');
    requireMoney(actor, stationFilter.parse(query.filters));
    rights ??= rightsOf(actor);
    if (rightsOf(actor) !== rights) throw new AppError('exportOutdated');
    return actor;
  };
}

interface Export {
  id: number;
  query: ExportQuery;
  format: 'csv' | 'xlsx';
  file: string;
  /** Most bytes of it. */
  room: number;
  signal: AbortSignal;
}

/** What a file is judged by when it is fetched, and how large it is. */
interface Held {
  stationIds: number[];
  rights: string;
  bytes: number;
}

async function writeExport(
  platform: Parts,
  findActor: () => Promise<Actor>,
  { id, query, format, file, room, signal }: Export,
): Promise<Held> {
  const most = LIMITS.exportRows;
  const actor = await findActor();
  const ids = await exportIds(platform, actor, { query, most: most + 1 });
  if (ids.length > most) throw new AppError('exportTooLarge', { most });
  const tell = async (rowsDone: number) => {
    const told = { state: 'running', rowsDone, rowsTotal: ids.length } as const;
    const row = await openExport(platform.db, id).set(told).executeTakeFirst();
    if (row.numUpdatedRows === 0n) throw new ExportGone();
  };
  await tell(0);
  const { currency } = stationFilter.parse(query.filters);
  const { text } = platform;
  const columns = exportColumns(query.columns, { ...query, text, currency });
  const stationIds: number[] = [];
  async function* parts(): AsyncGenerator<Cell[][]> {
    for await (const { rows, done } of exportRows(platform, findActor, { ids, query, signal })) {
      stationIds.push(...rows.map((row) => row.id));
      yield rows.map((row) => columns.map(({ cell }) => cell(row)));
      await tell(done);
    }
  }
  const content = tableFile({
    format,
    title: text(query.language, 'stations.title'),
    titles: columns.map(({ title }) => title),
    clock: zoneClock(query.zone),
    parts: parts(),
  });
  const bytes = await platform.files.write(file, withinRoom(content, room));
  return { stationIds, rights: rightsOf(actor), bytes };
}
