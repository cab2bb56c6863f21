import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { AppError } from '../errors.ts';
import { isNewcomer, newSince } from '../newcomers.ts';
import { bytesOfFiles } from '../postgres/bytes-of-files.ts';
import type { Db } from '../postgres/client.ts';
import type { FileStore } from './file-store.ts';

/** What new ones keep together, of what is free and what they keep. */
const SHARE = 1 / 4;

interface Asking {
  /** Whose files they are; null: of a person who has no organisation, who counts as a new one. */
  organisationId: number | null;
  bytes: number;
  now: number;
}

/**
 * Checks that a file of a new organisation leaves the disk to those that are there longer. Each may keep some gigabytes, and accounts are made at will: forty of them
 * filled a disk of 75 GB, and everybody's uploads and exports were refused until somebody helped. Throws AppError `newcomersFull`.
 */
export async function requireNewcomersRoom(
  db: Db,
  files: Pick<FileStore, 'freeBytes'>,
  { organisationId, bytes, now }: Asking,
): Promise<void> {
  if (!(await isNewcomer(db, organisationId, now))) return;
  const free = await files.freeBytes();
  if (free === undefined) return;
  const kept = await bytesOfNew(db, newSince(now));
  if (kept + bytes > SHARE * (free + kept))
    throw new AppError('newcomersFull', { days: LIMITS.newcomerDays });
}

async function bytesOfNew(db: Db, since: Date): Promise<number> {
  const newOnes = sql`(SELECT organisations.id FROM organisations WHERE organisations.created_at > ${since})`;
  const { rows } = await sql<{ bytes: number }>`
    SELECT ${bytesOfFiles(sql`stations.organisation_id IN ${newOnes}`)}
         + (SELECT coalesce(sum(product_files.bytes), 0)::float8 FROM products JOIN product_files ON product_files.product_id = products.id
             WHERE products.organisation_id IN ${newOnes})
         + (SELECT coalesce(sum(import_files.bytes), 0)::float8 FROM import_files
             WHERE import_files.organisation_id IS NULL OR import_files.organisation_id IN ${newOnes})
         + (SELECT coalesce(sum(station_exports.bytes), 0)::float8 FROM station_exports JOIN users ON users.id = station_exports.user_id
             WHERE users.organisation_id IS NULL OR users.organisation_id IN ${newOnes}) AS bytes`.execute(
    db,
  );
  return rows[0]!.bytes;
}
