import type { Permission } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { stationScope } from '../scope/index.ts';
import { noteAtCovered } from './covered-alarms.ts';

interface Ended {
  /** Grants that give nothing there any more. */
  grantIds: readonly number[];
  /** The stations that they lost; absent: all that they were about. */
  stationIds?: readonly number[];
  now: number;
  by: number | null;
}

/**
 * Lets alarms be heard again that people kept quiet at stations which they reached by a grant alone, and takes those out of their hands that they looked
 * after. An owner may end no shield, and would not hear for years what somebody kept quiet who is dismissed. Who still reaches a station leaves nothing there.
 */
export async function leaveGranted(trx: Transaction<Tables>, ended: Ended): Promise<void> {
  if (ended.grantIds.length === 0) return;
  const held = await readHeld(trx, ended);
  for (const [userId, stationIds] of Map.groupBy(held, (one) => one.person)) {
    const left = { userId, stationIds: stationIds.map(({ stationId }) => stationId) };
    await endShields(trx, left, ended);
    await leaveAssigned(trx, left, ended);
  }
}

/** Who of those to whom the grants were keeps something quiet there or has alarms in hand, and at which stations. */
async function readHeld(trx: Transaction<Tables>, { grantIds, stationIds }: Ended) {
  const ids = sql`ANY(${[...grantIds]}::bigint[])`;
  const lost = stationIds
    ? sql`SELECT unnest(${[...stationIds]}::bigint[]) AS id`
    : sql`SELECT gs.station_id AS id FROM grant_stations gs WHERE gs.grant_id = ${ids}
          UNION SELECT stations.id FROM grants g JOIN organisations whole ON whole.id = g.organisation_id
            JOIN organisations part ON starts_with(part.scope_path, whole.scope_path) JOIN stations ON stations.organisation_id = part.id
           WHERE g.id = ${ids}`;
  const { rows } = await sql<{ person: number; stationId: number }>`
    WITH lost AS MATERIALIZED (${lost}), people AS MATERIALIZED (
      SELECT to_user_id AS id FROM grants WHERE id = ${ids}
       UNION SELECT users.id FROM grants JOIN users ON users.organisation_id = grants.to_organisation_id WHERE grants.id = ${ids})
    SELECT created_by AS person, station_id FROM alarm_shields
     WHERE ended_at IS NULL AND station_id IN (SELECT id FROM lost) AND created_by IN (SELECT id FROM people)
     UNION SELECT assigned_to, station_id FROM alarms
     WHERE recovered_at IS NULL AND station_id IN (SELECT id FROM lost) AND assigned_to IN (SELECT id FROM people)
     ORDER BY 1, 2`.execute(trx);
  return rows;
}

interface Left {
  userId: number;
  stationIds: readonly number[];
}

/** Those of the stations on which the person may not do this any more. */
async function lostTo(
  trx: Transaction<Tables>,
  { userId, stationIds }: Left,
  { permission, now }: { permission: Permission; now: number },
): Promise<number[]> {
  const actor = await findUserActor(trx, { userId, at: now, orLeaving: true });
  if (!actor) return [...stationIds];
  const rows = await trx
    .selectFrom('stations')
    .select('id')
    .where('id', 'in', [...stationIds])
    .where(stationScope(actor, permission))
    .execute();
  const reached = new Set(rows.map(({ id }) => id));
  return stationIds.filter((id) => !reached.has(id));
}

async function endShields(
  trx: Transaction<Tables>,
  left: Left,
  { now, by }: Pick<Ended, 'now' | 'by'>,
): Promise<void> {
  const stationIds = await lostTo(trx, left, { permission: 'alarms.shieldTemporarily', now });
  if (stationIds.length === 0) return;
  const at = new Date(now);
  const ended = await trx
    .updateTable('alarmShields')
    .set((eb) => ({ endedAt: eb.fn<Date>('least', ['until', eb.val(at)]), endedBy: by }))
    .where('createdBy', '=', left.userId)
    .where('stationId', 'in', stationIds)
    .where('endedAt', 'is', null)
    .returning('id')
    .execute();
  const shieldIds = ended.map(({ id }) => id);
  await noteAtCovered(trx, { shieldIds, kind: 'shieldEnded', at, by, text: '' });
}

async function leaveAssigned(
  trx: Transaction<Tables>,
  left: Left,
  { now }: Pick<Ended, 'now'>,
): Promise<void> {
  const stationIds = await lostTo(trx, left, { permission: 'alarms.confirm', now });
  if (stationIds.length === 0) return;
  // In the order in which others hold them: nobody waits in a circle.
  const held = trx
    .selectFrom('alarms')
    .select('id')
    .where('assignedTo', '=', left.userId)
    .where('stationId', 'in', stationIds)
    .where('recoveredAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate();
  const alarms = await held.execute();
  if (alarms.length === 0) return;
  await trx
    .updateTable('alarms')
    .set({ assignedTo: null })
    .where(
      'id',
      'in',
      alarms.map(({ id }) => id),
    )
    .execute();
}
