import type { Platform } from '../../platform/platform.ts';
import { databaseMadeAt } from '../../platform/postgres/database-made-at.ts';
import { createFileQuota } from './limits/file-quota.ts';
import { createUploads } from './uploads.ts';

/**
 * Drops uploaded files of more than a day ago that no import in work needs, as those of accounts that are gone: the job `imports.forgetFiles`. Each upload
 * does so as well, but nobody may upload anything again. What is older than the database is of another one: see `forgetUnnamed`.
 */
export async function forgetUploads({
  db,
  files,
  clock,
}: Pick<Platform, 'db' | 'files' | 'clock'>): Promise<void> {
  const uploads = createUploads(files, createFileQuota({ db, files, clock }));
  await uploads.clean(() => fileIdsInWork({ db }), clock.now(), await databaseMadeAt(db));
}

/** Files that imports in work need. */
export async function fileIdsInWork({ db }: Pick<Platform, 'db'>): Promise<Set<string>> {
  const rows = await db
    .selectFrom('imports')
    .select('fileId')
    .where('state', 'in', ['checking', 'importing'])
    .execute();
  return new Set(rows.map((row) => row.fileId));
}
