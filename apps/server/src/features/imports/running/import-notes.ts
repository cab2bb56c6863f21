import { leavesRollUps } from '@sunfleet/device-model';
import { retentionNow } from '../retention-now.ts';
import type { Check } from './check-rows.ts';
import type { ImportRecord } from './import-record.ts';
import type { RunParts } from './run-parts.ts';

/** What people should know of an import that goes on: rows left out, doubtful times, and what becomes of samples older than they are kept. */
export function notesOf({ platform }: RunParts, record: ImportRecord, check: Check): string {
  const text = (key: string, values = {}) => platform.text(record.language, `import-problems.${key}`, values);
  const notes: string[] = [];
  if (check.badRows > 0) notes.push(text('skippedRows', { count: check.badRows }));
  if (check.ambiguousRows > 0) notes.push(text('ambiguous', { count: check.ambiguousRows }));
  const { samplesDays, samplesSince, meansDays } = retentionNow(platform);
  if (check.oldSamples > 0 && samplesSince !== null) {
    const date = new Intl.DateTimeFormat(record.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
      samplesSince,
    );
    notes.push(text('old', { count: check.oldSamples, date, days: samplesDays }));
    if (meansDays > 0) notes.push(text('oldMeans', { days: meansDays }));
    const lost = new Set(
      record.mapping.columns.map(({ point }) => point).filter((key) => !leavesRollUps(key)),
    );
    if (lost.size > 0) notes.push(text('oldLost', { points: [...lost].join(', ') }));
  }
  return notes.join(' ');
}
