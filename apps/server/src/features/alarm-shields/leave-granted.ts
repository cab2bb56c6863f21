import type { Permission } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely';
import { byIndex } from '../../platform/postgres/by-index.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { stationScope } from '../scope/index.ts';
import { noteEnded } from './covered-alarms.ts';

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
  const shields = await readShields(trx, ended);
  for (const [userId, held] of Map.groupBy(shields, (one) => one.person))
    await endShields(trx, { userId, stationIds: stationsOf(held) }, { ...ended, held });
  const assigned = await readAssigned(trx, ended);
  for (const [userId, held] of Map.groupBy(assigned, (one) => one.person))
    await leaveAssigned(trx, { userId, stationIds: stationsOf(held) }, ended);
}

/** One of a list that may be longer than what one statement takes as parameters. */
const anyOf = (ids: readonly number[]) => sql<number>`ANY(${ids}::bigint[])`;

interface AtStation {
  stationId: number;
}

const stationsOf = (held: readonly AtStation[]): number[] => [
  ...new Set(held.map(({ stationId }) => stationId)),
];

/** Stations that grants give no more, as a query. */
function lostStations({ grantIds, stationIds }: Ended): RawBuilder<unknown> {
  const ids = sql`ANY(${[...grantIds]}::bigint[])`;
  return stationIds
    ? sql`SELECT unnest(${[...stationIds]}::bigint[]) AS id`
    : sql`SELECT gs.station_id AS id FROM grant_stations gs WHERE gs.grant_id = ${ids}
          UNION SELECT stations.id FROM grants g JOIN organisations whole ON whole.id = g.organisation_id
            JOIN organisations part ON starts_with(part.scope_path, whole.scope_path) JOIN stations ON stations.organisation_id = part.id
           WHERE g.id = ${ids}`;
}

interface Shield extends AtStation {
  id: number;
  /** Null: an account that is gone. */
  person: number | null;
  /** By label, which the station is in reach of. */
  byLabel: boolean;
}

/**
 * What is kept quiet there by those to whom the grants were. Of an organisation that is what was made for it, because whoever made it may have left
 * since.
 */
async function readShields(trx: Transaction<Tables>, ended: Ended): Promise<Shield[]> {
  const asked = sql<Shield>`
    WITH lost AS MATERIALIZED (${lostStations(ended)}), given AS MATERIALIZED (
      SELECT to_user_id, to_organisation_id FROM grants WHERE id = ANY(${[...ended.grantIds]}::bigint[]))
    SELECT shield.id, shield.created_by AS person, lost.id AS station_id, false AS by_label
      FROM lost CROSS JOIN LATERAL (
        SELECT own.* FROM alarm_shields AS own WHERE own.station_id = lost.id OFFSET 0) AS shield
     WHERE shield.ended_at IS NULL AND ${IS_GIVEN}
    UNION ALL
    SELECT shield.id, shield.created_by, place.id, true FROM alarm_shields AS shield CROSS JOIN LATERAL unnest(shield.reach) AS place (id)
     WHERE shield.organisation_id IS NOT NULL AND shield.ended_at IS NULL AND place.id IN (SELECT id FROM lost) AND ${IS_GIVEN}
     ORDER BY id`;
  const { rows } = await byIndex(trx, (seeking) => asked.execute(seeking));
  return rows;
}

/** Condition on shields: they were made by, or for, one of those to whom the grants were. */
const IS_GIVEN = sql<SqlBool>`EXISTS (
  SELECT FROM given WHERE given.to_user_id = shield.created_by OR given.to_organisation_id = shield.made_for)`;

/** Who has alarms in hand there. */
async function readAssigned(
  trx: Transaction<Tables>,
  ended: Ended,
): Promise<(AtStation & { person: number })[]> {
  const { rows } = await sql<AtStation & { person: number }>`
    WITH lost AS MATERIALIZED (${lostStations(ended)})
    SELECT DISTINCT assigned_to AS person, station_id FROM alarms
     WHERE recovered_at IS NULL AND assigned_to IS NOT NULL AND station_id IN (SELECT id FROM lost)
     ORDER BY 1, 2`.execute(trx);
  return rows;
}

interface Left {
  userId: number | null;
  stationIds: readonly number[];
}

/** Those of the stations on which the person may not do this any more. */
async function lostTo(
  trx: Transaction<Tables>,
  { userId, stationIds }: Left,
  { permission, now }: { permission: Permission; now: number },
): Promise<Set<number>> {
  const actor = await findUserActor(trx, { userId, at: now, orLeaving: true });
  if (!actor) return new Set(stationIds);
  const rows = await trx
    .selectFrom('stations')
    .select('id')
    .where('id', '=', anyOf(stationIds))
    .where(stationScope(actor, permission))
    .execute();
  const reached = new Set(rows.map(({ id }) => id));
  return new Set(stationIds.filter((id) => !reached.has(id)));
}

async function endShields(
  trx: Transaction<Tables>,
  left: Left,
  { held, now, by }: Pick<Ended, 'now' | 'by'> & { held: readonly Shield[] },
): Promise<void> {
  const lost = await lostTo(trx, left, { permission: 'alarms.shieldTemporarily', now });
  const gone = held.filter(({ stationId }) => lost.has(stationId));
  if (gone.length === 0) return;
  const idsOf = (isByLabel: boolean) =>
    anyOf(gone.filter(({ byLabel }) => byLabel === isByLabel).map(({ id }) => id));
  const at = new Date(now);
  // A device that carries the label and comes to such a station later is not kept quiet there.
  await trx
    .updateTable('alarmShields')
    .set({ reach: sql`ARRAY(SELECT unnest(reach) EXCEPT SELECT unnest(${[...lost]}::bigint[]) ORDER BY 1)` })
    .where('id', '=', idsOf(true))
    .execute();
  const ended = await trx
    .updateTable('alarmShields')
    .set((eb) => ({ endedAt: eb.fn<Date>('least', ['until', eb.val(at)]), endedBy: by }))
    .where('id', '=', idsOf(false))
    .where('endedAt', 'is', null)
    .returning('id')
    .execute();
  const shieldIds = ended.map(({ id }) => id);
  await noteEnded(trx, { shieldIds, at, by });
}

async function leaveAssigned(
  trx: Transaction<Tables>,
  left: Left,
  { now }: Pick<Ended, 'now'>,
): Promise<void> {
  const lost = await lostTo(trx, left, { permission: 'alarms.confirm', now });
  if (lost.size === 0) return;
  // In the order in which others hold them: nobody waits in a circle.
  const held = trx
    .selectFrom('alarms')
    .select('id')
    .where('assignedTo', '=', left.userId)
    .where('stationId', '=', anyOf([...lost]))
    .where('recoveredAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate();
  const alarms = await held.execute();
  if (alarms.length === 0) return;
  await trx
    .updateTable('alarms')
    .set({ assignedTo: null })
    .where('id', '=', anyOf(alarms.map(({ id }) => id)))
    .execute();
}
