import { AppError, messageOf } from '../../../platform/errors.ts';
import { checkImport } from './check-import.ts';
import { readImport, updateImport, type ImportRecord } from './import-record.ts';
import type { RunParts } from './run-parts.ts';
import { storeImport } from './store-import.ts';

/**
 * Takes an import from where it stands to its end: check the whole file, then store it. Errors of the file end it. Rejects
 * when the signal is aborted, and with AppError `storeUnavailable` while a store cannot be reached; the import is left as it stands.
 */
export async function runImport(parts: RunParts, id: number): Promise<void> {
  const record = await readImport(parts.platform.db, id);
  if (!record || (record.state !== 'checking' && record.state !== 'importing')) return;
  try {
    if (!(await parts.uploads.exists(record.fileId))) {
      await fail(parts, record, text(parts, record, 'fileGone'));
      return;
    }
    const checked = record.state === 'checking' ? await checkImport(parts, record) : record;
    if (checked) await storeImport(parts, checked);
  } catch (error) {
    if (parts.signal.aborted) throw error;
    if (error instanceof AppError && error.key === 'storeUnavailable') throw error;
    const current = (await readImport(parts.platform.db, id)) ?? record;
    await fail(parts, current, text(parts, record, 'failed', { reason: reasonOf(parts, record, error) }));
  }
}

async function fail({ platform }: RunParts, record: ImportRecord, message: string): Promise<void> {
  const finishedAt = new Date(platform.clock.now());
  await updateImport(platform.db, record, { state: 'failed', message, finishedAt });
}

function reasonOf({ platform }: RunParts, { language }: ImportRecord, error: unknown): string {
  if (error instanceof AppError) return platform.text(language, `errors.${error.key}`, error.values);
  platform.log.error({ err: error }, 'import failed');
  return messageOf(error);
}

function text(parts: RunParts, { language }: ImportRecord, key: string, values = {}): string {
  return parts.platform.text(language, `import-problems.${key}`, values);
}
