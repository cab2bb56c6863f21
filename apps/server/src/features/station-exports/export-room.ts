import { Readable } from 'node:stream';
import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { requireNewcomersRoom } from '../../platform/files/require-newcomers-room.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * How many bytes one more file of a person may have. Each person has ten files, and an organisation any number of people: without a bound some dozens of them filled
 * the disk within hours, and everybody's uploads and files were refused for a day. Throws AppError: exportsFull, newcomersFull.
 */
export async function exportRoom(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  userId: number,
): Promise<number> {
  const { rows } = await sql<{ organisationId: number | null; kept: number }>`
    SELECT users.organisation_id,
           (SELECT coalesce(sum(one.bytes), 0)::float8 FROM station_exports one JOIN users others ON others.id = one.user_id
             WHERE others.id = users.id OR others.organisation_id = users.organisation_id) AS kept
      FROM users WHERE users.id = ${userId}::bigint`.execute(db);
  const { organisationId = null, kept = 0 } = rows[0] ?? {};
  const left = LIMITS.exportBytesOfOrganisation - kept;
  if (left <= 0) throw new AppError('exportsFull');
  await requireNewcomersRoom(db, files, { organisationId, bytes: 0, now: clock.now() });
  return left;
}

/** Passes a file on as long as it has no more bytes than this; then it ends with AppError `exportsFull`. */
export function withinRoom(content: Readable, bytes: number): Readable {
  async function* counted(): AsyncGenerator<Buffer> {
    let left = bytes;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw new AppError('exportsFull');
      yield chunk;
    }
  }
  return Readable.from(counted(), { objectMode: false });
}
