import { LIMITS } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireNewcomersRoom } from '../../../platform/files/require-newcomers-room.ts';
import { leavesRoom } from '../../organisations/index.ts';
import { alsoElsewhere, paidBy, type Bringer, type Payer } from './payer.ts';

const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;
const MEGABYTE = 1024 * 1024;

/** A file takes so much of the room at least: many tiny ones are as much work for the disk as a few large ones. */
const LEAST_BYTES = MEGABYTE / 4;

/** Counts the bytes of uploaded files by payer. */
export interface FileQuota {
  /**
   * Sets room aside before the first byte of a file is taken. Where there is none, files of the payer that no open import needs make room
   * once they are an hour old; answers their ids. Throws AppError where there is no room even so: importFilesTooLarge, newcomersFull.
   */
  reserve(fileId: string, payer: Bringer, bytes: number): Promise<string[]>;
  /** Counts what the file takes in truth. */
  settle(fileId: string, bytes: number): Promise<void>;
  release(fileId: string): Promise<void>;
}

export function createFileQuota({ db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>): FileQuota {
  return {
    async reserve(fileId, payer, bytes) {
      return db.transaction().execute(async (trx) => {
        await sql`SELECT pg_advisory_xact_lock(hashtext('imports.files'))`.execute(trx);
        await dropOld(trx, clock.now() - KEPT_MS, sql<SqlBool>`true`);
        const room = Math.max(bytes, LEAST_BYTES);
        const most = LIMITS.importBytesKept;
        const fits = async () => {
          const { used, own } = await roomOf(trx, payer);
          return used + room <= most && leavesRoom(payer.customerId, { most, used, own }, room);
        };
        const dropped = (await fits()) ? [] : await dropOld(trx, clock.now() - HOUR_MS, alsoElsewhere(payer));
        if (!(await fits())) {
          throw new AppError('importFilesTooLarge', { limit: LIMITS.importBytesKept / MEGABYTE });
        }
        const { userId, organisationId } = payer;
        await requireNewcomersRoom(trx, files, { organisationId, bytes, now: clock.now() });
        const row = { fileId, userId, organisationId, bytes, createdAt: new Date(clock.now()) };
        await trx.insertInto('importFiles').values(row).execute();
        return dropped;
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

/** Forgets files from before a time that no open import needs, uploads that broke off with their server included; answers their ids. */
async function dropOld(trx: Db, before: number, whose: RawBuilder<SqlBool>): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    DELETE FROM import_files WHERE created_at < ${new Date(before)} AND ${whose} AND NOT EXISTS (
      SELECT 1 FROM imports WHERE imports.file_id = import_files.file_id AND state IN ('checking', 'importing'))
    RETURNING file_id`.execute(trx);
  return rows.map(({ fileId }) => fileId);
}

/** What files of the payer take, and those of the customer among them. */
async function roomOf(db: Db, payer: Bringer): Promise<{ used: number; own: number }> {
  const taken = sql`greatest(bytes, ${LEAST_BYTES}::int)`;
  const { rows } = await sql<{ used: number; own: number }>`
    SELECT coalesce(sum(${taken}), 0)::bigint AS used,
           coalesce(sum(${taken}) FILTER (WHERE user_id = ${payer.customerId}::bigint), 0)::bigint AS own
      FROM import_files WHERE ${alsoElsewhere(payer)}`.execute(db);
  return rows[0]!;
}

async function bytesOf(db: Db, payer: Payer): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT COALESCE(sum(bytes), 0)::bigint AS bytes FROM import_files WHERE ${alsoElsewhere(payer)}`.execute(
    db,
  );
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
