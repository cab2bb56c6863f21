import { type DeviceImport, LIMITS } from '@sunfleet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import type { TableDesk } from '../../platform/tables/table-desk.ts';
import { deviceWords } from './device-columns.ts';
import { dropOldRows } from './drop-old-rows.ts';
import { getImport } from './import-view.ts';
import { judgeDevices, type JudgedRow } from './judge-devices.ts';
import { placesOf } from './places-of.ts';
import { readDevices } from './read-devices.ts';
import { sealedFor } from './row-parts.ts';

const CHECKED_MS = 24 * 3_600_000;

type Parts = Pick<Platform, 'db' | 'clock' | 'config' | 'text'>;

/**
 * Takes a table of devices and keeps it with what is wrong in each of its rows, so that those that are right can be added. Throws AppError: as
 * `TableDesk`, deviceTableEmpty, deviceTableTooLong.
 */
export async function checkImport(
  platform: Parts,
  desk: TableDesk,
  { context, request, reply }: { context: RequestContext; request: FastifyRequest; reply: FastifyReply },
): Promise<DeviceImport> {
  const { actor, language } = context;
  const { text } = platform;
  const { table, fileName } = await desk.receive({ actor, request, reply });
  const read = await readDevices(table, { words: deviceWords(text, language), language, text });
  if (read.length === 0) throw new AppError('deviceTableEmpty');
  const limit = LIMITS.devicesPerImport;
  if (read.length > limit) throw new AppError('deviceTableTooLong', { limit });
  const rows = await judgeDevices(platform, context, read);
  return getImport(platform.db, actor, await keep(platform, context, { fileName, rows }));
}

async function keep(
  { db, clock, config }: Parts,
  { actor, language }: RequestContext,
  { fileName, rows }: { fileName: string; rows: readonly JudgedRow[] },
): Promise<number> {
  const userId = actor.userId!;
  const now = clock.now();
  const box = createSecretBox(config);
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('deviceImports')
      .where('state', '=', 'checked')
      .where((eb) => eb.or([eb('userId', '=', userId), eb('createdAt', '<', new Date(now - CHECKED_MS))]))
      .execute();
    const kept = trx
      .selectFrom('deviceImports')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .offset(LIMITS.deviceImportsKept - 1);
    await trx.deleteFrom('deviceImports').where('id', 'in', kept).where('state', '!=', 'running').execute();
    await dropOldRows(trx, actor);
    const { id } = await trx
      .insertInto('deviceImports')
      .values({
        userId,
        organisationId: actor.organisationId,
        fileName,
        language,
        state: 'checked',
        createdAt: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const places = placesOf(rows);
    const values = await Promise.all(
      rows.map(async ({ row, sn, station, device, stationId, state, message }) => {
        const { claimCode, ...fields } = device ?? {};
        const sealed = claimCode && (await box.seal(claimCode, sealedFor('claim code', id, row)));
        return {
          row,
          place: places.get(row)!,
          sn: device?.sn ?? sn,
          station: device?.station ?? station,
          kind: device?.kind ?? null,
          fields: device && fields,
          claim: sealed ? sealed.toString('hex') : null,
          stationId,
          state,
          message: message || null,
        };
      }),
    );
    await sql`
      INSERT INTO device_import_rows (import_id, row, place, sn, station, kind, fields, claim_code, station_id, state, message)
      SELECT ${id}::bigint, row, place, sn, station, kind, fields, decode(claim, 'hex'), "stationId", state, message
        FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS one (row int, place int, sn text, station text, kind text, fields jsonb,
             claim text, "stationId" bigint, state text, message text)`.execute(trx);
    return id;
  });
}
