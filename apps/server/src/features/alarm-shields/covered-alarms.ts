import { sql } from 'kysely';
import { LIMITS, type AlarmStep } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { IS_ABOUT } from './shield-at.ts';

interface StepOfShield {
  shieldIds: readonly number[];
  kind: Extract<AlarmStep['kind'], 'shielded' | 'shieldEnded'>;
  at: Date;
  by: number | null;
  text: string;
}

/** Notes at the alarms that stand and that shields are about what became of these, while they have room for it, and tells who decides over them. */
export async function noteAtCovered(trx: Db, { shieldIds, kind, at, by, text }: StepOfShield): Promise<void> {
  if (shieldIds.length === 0) return;
  const { rows } = await sql<{ deviceId: number }>`
    WITH covered AS (
      SELECT DISTINCT alarms.id, alarms.device_id FROM alarm_shields AS shield
        JOIN alarms ON ${IS_ABOUT} AND alarms.recovered_at IS NULL
       WHERE shield.id = ANY(${[...shieldIds]}::bigint[])
    ), noted AS (
      INSERT INTO alarm_steps (alarm_id, kind, at, by, text)
      SELECT id, ${kind}, ${at}::timestamptz, ${by}::bigint, ${text} FROM covered
       WHERE (SELECT count(*) FROM alarm_steps WHERE alarm_id = covered.id) < ${LIMITS.alarmSteps}
    )
    SELECT DISTINCT device_id FROM covered`.execute(trx);
  await announceChange(trx, { alarmsOf: rows.map(({ deviceId }) => deviceId) });
}
