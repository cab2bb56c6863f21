import { LIMITS } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { accessOf, type Actor, type RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { forgetFollowers, noteAtCovered, requireRoomOfFollowers } from '../../alarm-shields/index.ts';
import { carriesLabel, nameLabels } from '../../labels/index.ts';
import { deviceScope, stationScope } from '../../scope/index.ts';
import type { ShieldPermission } from './shield-permission.ts';
import { reviewOf } from './shield-review.ts';
import type { ShieldedFault } from './shield-subjects.queries.ts';

interface ByLabel {
  labelId: number;
  permission: ShieldPermission;
  faults: readonly ShieldedFault[];
  until: number | null;
  reason: string;
  now: number;
}

/**
 * Keeps faults quiet at whatever carries a label as long as it does, each in the place of a shield of the same label that runs and reaches no further. Answers the shields by label; what
 * carries it has rows below these. Throws AppError: labelNotFound, tooManyShields, labelShieldsFull, shieldsTooMany (of a reach of single stations).
 */
export async function shieldByLabel(
  trx: Transaction<Tables>,
  context: RequestContext,
  { labelId, permission, faults, until, reason, now }: ByLabel,
): Promise<number[]> {
  const { actor } = context;
  const by = actor.userId;
  const at = new Date(now);
  await nameLabels(trx, actor, [labelId]);
  // Who labels at this moment comes before or after.
  const label = await trx
    .selectFrom('labels')
    .select(['organisationId', 'name'])
    .where('id', '=', labelId)
    .forUpdate()
    .executeTakeFirst();
  if (!label) throw new AppError('labelNotFound', { id: labelId });
  const reach = await stationsReached(trx, actor, permission);
  const ids: number[] = [];
  const distinct = new Map(faults.map((fault) => [JSON.stringify([fault.code, fault.textKey]), fault]));
  for (const { code, textKey, level } of distinct.values()) {
    await endFormer(trx, { labelId, code, textKey, reach, at, by });
    await requireRoomOfLabels(trx, label.organisationId);
    const values = { code, textKey, level, reason, until: until === null ? null : new Date(until) };
    const { id } = await trx
      .insertInto('alarmShields')
      .values({
        ...values,
        kind: 'label',
        stationId: null,
        organisationId: label.organisationId,
        labelId,
        labelName: label.name,
        reach,
        reviewAt: reviewOf(until, now),
        createdAt: at,
        createdBy: by,
        madeFor: actor.organisationId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
    await writeAudit(trx, context, {
      action: 'alarms.shield',
      objectType: 'alarmShield',
      objectId: id,
      organisationId: label.organisationId,
      after: { code, labelIds: [labelId], until, reason },
    });
  }
  const of = { organisationId: label.organisationId, labelId, permission };
  const made = await shieldThose(trx, actor, { ...of, ids, at });
  const { written } = context;
  await noteAtCovered(trx, { shieldIds: made, kind: 'shielded', at, by, text: reason, written });
  return ids;
}

/** Whoever reaches the whole organisation shields there whatever gets the label; others at the stations that they reach now. */
async function stationsReached(
  trx: Transaction<Tables>,
  actor: Actor,
  permission: ByLabel['permission'],
): Promise<number[] | null> {
  const { scope } = accessOf(actor);
  if (scope === 'all' || scope === 'organisation') return null;
  const rows = await trx
    .selectFrom('stations')
    .select('id')
    .where(stationScope(actor, permission))
    .orderBy('id')
    .limit(LIMITS.shieldsAtOnce + 1)
    .execute();
  if (rows.length > LIMITS.shieldsAtOnce)
    throw new AppError('shieldsTooMany', { most: LIMITS.shieldsAtOnce });
  return rows.map(({ id }) => id);
}

interface Followed extends Pick<ByLabel, 'labelId' | 'permission'> {
  ids: readonly number[];
  /** Whose label it is. */
  organisationId: number;
  at: Date;
}

/** One row for each station and device that carries the label now and where the actor may shield. */
async function shieldThose(
  trx: Transaction<Tables>,
  actor: Actor,
  { ids, organisationId, labelId, permission, at }: Followed,
): Promise<number[]> {
  const stations = trx
    .selectFrom('stations')
    .select(['stations.id as stationId', sql<number | null>`NULL::bigint`.as('deviceId')])
    .where(stationScope(actor, permission))
    .where(carriesLabel(actor, 'station', [labelId]));
  const devices = trx
    .selectFrom('devices')
    .select(['devices.stationId', 'devices.id as deviceId'])
    .where(deviceScope(actor, permission))
    .where(carriesLabel(actor, 'device', [labelId]))
    .where('devices.stationId', 'is not', null);
  const places = sql`(${stations} UNION ALL ${devices})`;
  const counted = await sql<{ n: number }>`SELECT count(*) AS n FROM ${places} AS place`.execute(trx);
  await requireRoomOfFollowers(trx, organisationId, counted.rows[0]!.n * ids.length);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO alarm_shields (station_id, device_id, parent_id, code, text_key, level, reason, until, created_at, created_by, made_for)
    SELECT place.station_id, place.device_id, parent.id, parent.code, parent.text_key, parent.level, parent.reason, parent.until,
           ${at}::timestamptz, parent.created_by, parent.made_for
      FROM alarm_shields AS parent CROSS JOIN ${places} AS place (station_id, device_id)
     WHERE parent.id = ANY(${[...ids]}::bigint[])
     ORDER BY place.station_id
    RETURNING id`.execute(trx);
  return rows.map(({ id }) => id);
}

interface Former {
  labelId: number;
  code: string;
  textKey: string;
  reach: number[] | null;
  at: Date;
  by: number | null;
}

/** Ends those that the new one stands for. One that reaches further than its author does is somebody else's, and goes on beside it. */
async function endFormer(
  trx: Transaction<Tables>,
  { labelId, code, textKey, reach, at, by }: Former,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    WITH former AS (
      UPDATE alarm_shields SET ended_at = least(until, ${at}::timestamptz), ended_by = ${by}::bigint
       WHERE label_id = ${labelId} AND kind = 'label' AND code = ${code} AND text_key = ${textKey} AND ended_at IS NULL
         AND (created_by = ${by} OR ${reach}::bigint[] IS NULL OR reach <@ ${reach}::bigint[])
      RETURNING id)
    UPDATE alarm_shields SET ended_at = least(until, ${at}::timestamptz), ended_by = ${by}::bigint
     WHERE parent_id IN (SELECT id FROM former) AND ended_at IS NULL RETURNING id`.execute(trx);
  await forgetFollowers(
    trx,
    rows.map(({ id }) => id),
  );
}

async function requireRoomOfLabels(trx: Transaction<Tables>, organisationId: number): Promise<void> {
  const { n } = await trx
    .selectFrom('alarmShields')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('organisationId', '=', organisationId)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(n) >= LIMITS.shieldsOfStation)
    throw new AppError('tooManyShields', { most: LIMITS.shieldsOfStation });
}
