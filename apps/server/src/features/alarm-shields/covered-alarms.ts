import { sql, type SqlBool } from 'kysely';
import { LIMITS, type AlarmStep } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { alarmsOf, HID_AN_END } from './shield-at.ts';

interface StepOfShield {
  shieldIds: readonly number[];
  kind: Extract<AlarmStep['kind'], 'shielded' | 'shieldEnded'>;
  at: Date;
  by: number | null;
  text: string;
  /** Of the call that causes it: steps stay as long as their alarms, and a label may be on very many devices. */
  written?: RequestContext['written'] | undefined;
}

/** Notes at the alarms that stand and that shields are about what became of these, while they have room for it, and tells who decides over them. */
export async function noteAtCovered(
  trx: Db,
  { shieldIds, kind, at, by, text, written }: StepOfShield,
): Promise<void> {
  if (shieldIds.length === 0) return;
  const { rows } = await sql<{ deviceId: number; alarms: number }>`
    WITH covered AS (
      SELECT DISTINCT alarms.id, alarms.device_id FROM alarm_shields AS shield
        CROSS JOIN LATERAL ${alarmsOf('shield', sql<SqlBool>`alarms.recovered_at IS NULL`)} AS alarms
       WHERE shield.id = ANY(${[...shieldIds]}::bigint[])
    ), noted AS (
      INSERT INTO alarm_steps (alarm_id, kind, at, by, text)
      SELECT id, ${kind}, ${at}::timestamptz, ${by}::bigint, ${text} FROM covered
       WHERE (SELECT count(*) FROM alarm_steps WHERE alarm_id = covered.id) < ${LIMITS.alarmSteps}
    )
    SELECT device_id, count(*)::int AS alarms FROM covered GROUP BY device_id`.execute(trx);
  if (written) for (const { alarms } of rows) written.entries += alarms;
  await announceChange(trx, { alarmsOf: rows.map(({ deviceId }) => deviceId) });
}

/** Lets alarms be heard again that shields were about which ended, and tells of it. */
export async function noteEnded(
  trx: Db,
  { shieldIds, ...done }: Pick<StepOfShield, 'shieldIds' | 'at' | 'by' | 'written'>,
): Promise<void> {
  await noteAtCovered(trx, { shieldIds, kind: 'shieldEnded', text: '', ...done });
  await forgetFollowers(trx, shieldIds);
}

/**
 * Forgets which objects followed shields by label that ended, but where an alarm ended meanwhile: only those tell whether that was quiet. A label may be on
 * very many devices, and whoever shielded by it again and again would fill the disk.
 */
export async function forgetFollowers(trx: Db, shieldIds: readonly number[]): Promise<void> {
  if (shieldIds.length === 0) return;
  await sql`
    DELETE FROM alarm_shields AS shield
     WHERE shield.id = ANY(${[...shieldIds]}::bigint[]) AND shield.parent_id IS NOT NULL AND NOT ${HID_AN_END}`.execute(
    trx,
  );
}
