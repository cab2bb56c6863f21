import type { Readable } from 'node:stream';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { exportFile } from './export-file.ts';

interface ExportFile {
  name: string;
  type: string;
  content: Readable;
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The file of an export of the caller. Throws AppError `exportNotFound`, also while it is not written. */
export async function readExport(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  { userId }: Pick<Actor, 'userId'>,
  id: number,
): Promise<ExportFile> {
  const row = await db
    .selectFrom('stationExports')
    .select(['format', 'createdAt'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('state', '=', 'done')
    .executeTakeFirst();
  if (!row || !(await files.exists(exportFile(id)))) throw new AppError('exportNotFound', { id });
  const day = row.createdAt.toISOString().slice(0, 10);
  return {
    name: `stations-${day}.${row.format}`,
    type: TYPES[row.format],
    content: files.read(exportFile(id)),
  };
}
