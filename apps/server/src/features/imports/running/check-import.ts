import { GaveWay } from '../limits/give-way.ts';
import { createTurn } from './create-turn.ts';
import { LIMITS } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import { missingDevices, nameElsewhere } from '../../devices/index.ts';
import { holdRetention } from '../../telemetry/index.ts';
import { addProblem, checkRows, type Check } from './check-rows.ts';
import { updateImport, type Checked, type ImportRecord } from './import-record.ts';
import { FILE_LIMITS } from '../process/file-reader.ts';
import { retentionNow } from '../retention-now.ts';
import { mayAddDevices } from './may-add-devices.ts';
import { notesOf } from './import-notes.ts';
import type { RightCheck } from './right-check.ts';
import type { RunParts } from './run-parts.ts';

const DAY_MS = 86_400_000;

/** Thrown to leave the file when the import was cancelled meanwhile. */
class Cancelled extends Error {}

/**
 * Checks the whole file and keeps what is wrong with it. Answers the import, ready to be stored; undefined when it ends here:
 * refused, empty, or cancelled. Nothing is stored before.
 */
export async function checkImport(
  parts: RunParts,
  record: ImportRecord,
  requireRight: RightCheck,
): Promise<ImportRecord | undefined> {
  const { platform } = parts;
  const check = await readThrough(parts, record, requireRight);
  if (!check) return undefined;
  await refuseElsewhere(parts, record, check);
  const verdict = judge(record, check);
  const text = (key: string, values = {}) => platform.text(record.language, `import-problems.${key}`, values);
  const result = {
    rowsTotal: check.rows,
    errorCount: check.problemCount,
    errors: JSON.stringify(
      check.problems.map(({ line, column, key, values }) => ({ line, column, message: text(key, values) })),
    ),
    devices: JSON.stringify(check.devices),
    firstTime: check.firstTime === null ? null : new Date(check.firstTime),
    lastTime: check.lastTime === null ? null : new Date(check.lastTime),
  };
  if (verdict !== 'store') {
    const message = text(verdict, { count: check.problemCount });
    const end = { state: 'failed' as const, message, finishedAt: new Date(platform.clock.now()) };
    const over = { ...result, ...end, checked: null };
    await updateImport(platform.db, { id: record.id, state: 'checking' }, over);
    return undefined;
  }
  const message = notesOf(parts, record, check);
  const begin = { state: 'importing' as const, rowsDone: 0, message: message === '' ? null : message };
  const undoableUntil = new Date(platform.clock.now() + LIMITS.importUndoDays * DAY_MS);
  const moved = await platform.db.transaction().execute(async (trx) => {
    await holdRetention(trx);
    return updateImport(
      trx,
      { id: record.id, state: 'checking' },
      { ...result, ...begin, checked: null, undoableUntil },
    );
  });
  return moved ? { ...record, ...begin } : undefined;
}

const ofFile = { line: 0, column: null };
const MOST_MISSING_TOLD = 20;

async function refuseElsewhere({ platform }: RunParts, record: ImportRecord, check: Check): Promise<void> {
  const { station, userId } = record;
  if (!(await mayAddDevices(platform, record))) {
    // Of each of them the same is said, whether somebody else has it or nobody.
    const missing = await missingDevices(platform.db, station.id, check.devices);
    for (const sn of missing.slice(0, MOST_MISSING_TOLD))
      addProblem(check, { ...ofFile, key: 'deviceMissing', values: { sn } });
    return;
  }
  const { named, silent } = await nameElsewhere(platform, { station, userId, sns: check.devices });
  if (silent) addProblem(check, { ...ofFile, key: 'tooManyElsewhere', values: {} });
  for (const sn of named) addProblem(check, { ...ofFile, key: 'deviceElsewhere', values: { sn } });
}

/** Undefined: cancelled meanwhile. */
async function readThrough(
  parts: RunParts,
  record: ImportRecord,
  requireRight: RightCheck,
): Promise<Check | undefined> {
  const { platform, uploads, reader, signal } = parts;
  const turn = createTurn(parts, record);
  const { found: before, ms: msBefore } = record.checked ?? { found: undefined, ms: 0 };
  const file = uploads.read(record.fileId);
  const table = await reader.open(file, record.mapping, platform.clock.now(), before?.rows);
  try {
    const onProgress = async (rowsDone: number, found: () => Check) => {
      signal.throwIfAborted();
      const reachedAt = table.reachedAt()!;
      // In however many turns; what stands before them is passed anew in each and does not count.
      const ms = msBefore + performance.now() - reachedAt;
      if (ms > FILE_LIMITS.totalMs) throw new AppError('importBeyondLimits', { reason: 'time' });
      const isOver = turn.isOver(reachedAt);
      const checked = isOver && { checked: JSON.stringify({ found: found(), ms } satisfies Checked) };
      await requireRight();
      const soFar = { rowsDone, ...checked };
      const stillWanted = await updateImport(platform.db, { id: record.id, state: 'checking' }, soFar);
      if (!stillWanted) throw new Cancelled();
      if (isOver && (await turn.leaves())) throw new GaveWay();
    };
    return await checkRows(table.rows, onProgress, retentionNow(platform).samplesSince, before);
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  } finally {
    await table.end();
  }
}

/** Devices that are not the station's end an import whatever is asked for: there is no row to leave out. */
function judge({ onError }: ImportRecord, check: Check): 'store' | 'refused' | 'empty' {
  const ofFile = check.problems.some((problem) => problem.line === 0);
  if (ofFile || (check.problemCount > 0 && onError === 'refuse')) return 'refused';
  return check.samples === 0 ? 'empty' : 'store';
}
