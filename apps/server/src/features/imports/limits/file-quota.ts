import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { paidBy, type Payer } from './payer.ts';

const KEPT_MS = 24 * 3_600_000;
const MEGABYTE = 1024 * 1024;

/** Counts the bytes of uploaded files by payer. */
export interface FileQuota {
  /** Sets room aside before the first byte of a file is taken. Throws AppError `importFilesTooLarge` where there is none. */
  reserve(fileId: string, payer: Payer, bytes: number): Promise<void>;
  /** Counts what the file takes in truth. */
  settle(fileId: string, bytes: number): Promise<void>;
  release(fileId: string): Promise<void>;
}

export function createFileQuota({ db, clock }: Pick<Platform, 'db' | 'clock'>): FileQuota {
  return {
    async reserve(fileId, payer, bytes) {
      await db.transaction().execute(async (trx) => {
        await sql`SELECT pg_advisory_xact_lock(hashtext('imports.files'))`.execute(trx);
        await forgetOld(trx, clock.now());
        if ((await bytesOf(trx, payer)) + bytes > LIMITS.importBytesKept) {
          throw new AppError('importFilesTooLarge', { limit: LIMITS.importBytesKept / MEGABYTE });
        }
        const { userId, organisationId } = payer;
        const row = { fileId, userId, organisationId, bytes, createdAt: new Date(clock.now()) };
        await trx.insertInto('importFiles').values(row).execute();
      });
    },
    async settle(fileId, bytes) {
      await db.updateTable('importFiles').set({ bytes }).where('fileId', '=', fileId).execute();
    },
    async release(fileId) {
      await db.deleteFrom('importFiles').where('fileId', '=', fileId).execute();
    },
  };
}

/** Files that are a day old and needed by no import are dropped by the next upload, and uploads that broke off with their server. */
async function forgetOld(trx: Db, now: number): Promise<void> {
  await sql`DELETE FROM import_files WHERE created_at < ${new Date(now - KEPT_MS)} AND NOT EXISTS (
    SELECT 1 FROM imports WHERE imports.file_id = import_files.file_id AND state IN ('checking', 'importing'))`.execute(
    trx,
  );
}

async function bytesOf(db: Db, payer: Payer): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT COALESCE(sum(bytes), 0)::bigint AS bytes FROM import_files WHERE ${paidBy(payer)}`.execute(db);
  return rows[0]!.bytes;
}

/** What the payer's imports take of what they may. */
export async function quotaOf(
  { db }: Pick<Platform, 'db'>,
  payer: Payer,
): Promise<{ open: number; openLimit: number; bytes: number; bytesLimit: number }> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*)::int AS open FROM imports WHERE state IN ('checking', 'importing') AND ${paidBy(payer)}`.execute(
    db,
  );
  return {
    open: rows[0]!.open,
    openLimit: LIMITS.importsOpen,
    bytes: await bytesOf(db, payer),
    bytesLimit: LIMITS.importBytesKept,
  };
}
