import { importMapping } from '@sunfleet/contract';
import type * as z from 'zod';
import { AppError, messageOf } from '../../../platform/errors.ts';
import { ReaderKilled } from '../process/file-reader.ts';
import { checkImport } from './check-import.ts';
import { MOST_BROKEN_RUNS } from '../limits/run-counts.ts';
import { GaveWay, noteWork } from '../limits/give-way.ts';
import { readImport, updateImport, type StoredImport } from './import-record.ts';
import { createRightCheck } from './right-check.ts';
import type { RunParts } from './run-parts.ts';
import { storeImport } from './store-import.ts';

/**
 * Takes an import from where it stands to its end, or until others have their turn, as when it turns out to be long: check the whole file, then store it. Errors of the file end it, and so does whoever began
 * it having lost the right to. Rejects when the signal is aborted, with AppError `storeUnavailable` while a store cannot be reached, and with `ReaderKilled` where the system ended
 * the process that read it; the import is left as it stands. One during which one of the processes died several times is given up, because it may be what ends it.
 */
export async function runImport(parts: RunParts, id: number): Promise<void> {
  const record = await readImport(parts.platform.db, id);
  if (!record || (record.state !== 'checking' && record.state !== 'importing')) return;
  if (record.isLong !== parts.isLong) return;
  const broken = await parts.counts.begin(id);
  let cameToEnd = true;
  try {
    if (broken < MOST_BROKEN_RUNS) await runOnce(parts, record, broken + 1 === MOST_BROKEN_RUNS);
    else await fail(parts, record, text(parts, record, 'stoppedTooOften', { runs: MOST_BROKEN_RUNS }));
  } catch (error) {
    cameToEnd = !(error instanceof ReaderKilled);
    throw error;
  } finally {
    if (cameToEnd) await parts.counts.end(id);
  }
}

async function runOnce(parts: RunParts, record: StoredImport, isLast: boolean): Promise<void> {
  try {
    if (!(await parts.uploads.exists(record.fileId))) {
      await fail(parts, record, text(parts, record, 'fileGone'));
      return;
    }
    const { data: mapping, error } = importMapping.safeParse(record.mapping);
    if (!mapping) {
      const reason = ruleOf(parts, record, error.issues[0]!);
      await fail(parts, record, text(parts, record, 'mappingRefused', { reason }));
      return;
    }
    const known = { ...record, mapping };
    const requireRight = createRightCheck(parts.platform, record);
    await requireRight();
    const checked = known.state === 'checking' ? await checkImport(parts, known, requireRight) : known;
    if (checked) await storeImport(parts, checked, requireRight);
    if (parts.isLong)
      await noteWork(parts.platform.db, { id: record.id, ms: parts.lap(), now: parts.platform.clock.now() });
  } catch (error) {
    if (error instanceof GaveWay) return;
    if (parts.signal.aborted) throw error;
    if (error instanceof AppError && error.key === 'storeUnavailable') throw error;
    if (error instanceof ReaderKilled && !isLast) throw error;
    const current = (await readImport(parts.platform.db, record.id)) ?? record;
    // Another server took it to its end while this one stood still, or somebody cancelled it.
    if (current.state !== 'checking' && current.state !== 'importing') return;
    await fail(parts, current, text(parts, record, 'failed', { reason: reasonOf(parts, record, error) }));
  }
}

async function fail({ platform }: RunParts, record: StoredImport, message: string): Promise<void> {
  const finishedAt = new Date(platform.clock.now());
  await updateImport(platform.db, record, { state: 'failed', message, finishedAt });
}

function reasonOf({ platform }: RunParts, { language }: StoredImport, error: unknown): string {
  if (error instanceof AppError) return platform.text(language, `errors.${error.key}`, error.values);
  platform.log.error({ err: error }, 'import failed');
  return messageOf(error);
}

/** What a mapping that was taken once breaks today: the product's rule, or the name of the field. */
function ruleOf({ platform }: RunParts, { language }: StoredImport, issue: z.core.$ZodIssue): string {
  const rule = issue.code === 'custom' ? (issue.params?.['rule'] as unknown) : undefined;
  return typeof rule === 'string' ? platform.text(language, `rules.${rule}`) : issue.path.join('.');
}

function text(parts: RunParts, { language }: StoredImport, key: string, values = {}): string {
  return parts.platform.text(language, `import-problems.${key}`, values);
}
