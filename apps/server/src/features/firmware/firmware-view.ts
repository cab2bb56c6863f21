import type { Firmware } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { firmwareScope, managesLibrary } from './firmware-scope.ts';

type Row = Omit<Firmware, 'createdAt' | 'releasedAt'> & { createdAt: Date; releasedAt: Date | null };

/** Firmware under a condition, newest first. Only who manages the library reads whom else it is authorised for. */
export async function viewFirmware(
  db: Db,
  actor: Actor,
  { where, end }: { where: RawBuilder<SqlBool>; end: RawBuilder<unknown> },
): Promise<Firmware[]> {
  const organisations = managesLibrary(actor)
    ? sql`coalesce((SELECT json_agg(json_build_object('id', organisations.id, 'name', organisations.name) ORDER BY organisations.name)
        FROM firmware_organisations allowed JOIN organisations ON organisations.id = allowed.organisation_id
       WHERE allowed.firmware_id = firmware.id), '[]')`
    : sql`'[]'::json`;
  const { rows } = await sql<Row>`
    SELECT firmware.id, firmware.name, firmware.version, firmware.component, firmware.models, firmware.hardware,
           firmware.from_version AS "fromVersion", firmware.to_version AS "toVersion", firmware.notes, firmware.state,
           firmware.file_name AS "fileName", firmware.bytes, firmware.sha256, firmware.signature, firmware.everybody,
           firmware.withdrawn_reason AS "withdrawnReason", firmware.created_at AS "createdAt",
           firmware.released_at AS "releasedAt", firmware.revision, ${organisations} AS organisations,
           json_build_object('id', keys.id, 'name', keys.name, 'revoked', keys.revoked_at IS NOT NULL) AS key
      FROM firmware JOIN firmware_keys keys ON keys.id = firmware.key_id
     WHERE ${where} ORDER BY firmware.created_at DESC, firmware.id DESC ${end}`.execute(db);
  return rows.map(({ createdAt, releasedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.getTime(),
    releasedAt: releasedAt?.getTime() ?? null,
  }));
}

/** One firmware as its page shows it. Throws AppError `firmwareNotFound`. */
export async function getFirmware(db: Db, actor: Actor, id: number): Promise<Firmware> {
  const where = sql<SqlBool>`firmware.id = ${id} AND ${firmwareScope(actor)}`;
  const [found] = await viewFirmware(db, actor, { where, end: sql`` });
  if (!found) throw new AppError('firmwareNotFound', { id });
  return found;
}
