import type { AlarmShield, RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { byIndex } from '../../../platform/postgres/by-index.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { containing, onPage, toPage } from '../../../platform/postgres/list-query.ts';
import { readStationScope } from '../../scope/index.ts';
import { alarmsOf, SHIELD_BEGIN } from '../../alarm-shields/index.ts';
import { PERIOD } from './shield-period.ts';
import { shieldsSeen } from './shields-seen.ts';

type Query = RouteRequest<typeof routes.listAlarmShields>['query'];

/** Shields of the stations on which the actor may shield, and by labels that the actor directs, these in the place of what follows them; those whose review is due first, then those that end soonest. */
export function listAlarmShields(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  query: Query,
): Promise<RouteOutput<typeof routes.listAlarmShields>> {
  const now = new Date(clock.now());
  return byIndex(db, (trx) => readPage(trx, actor, { query, now }));
}

async function readPage(
  db: Db,
  actor: Actor,
  { query, now }: { query: Query; now: Date },
): Promise<RouteOutput<typeof routes.listAlarmShields>> {
  const scope = await readStationScope(db, actor, 'alarms.shieldTemporarily');
  const runs = sql<boolean>`coalesce(shield.ended_at, shield.until, 'infinity') > ${now}`;
  const found = db
    .selectFrom(shieldsSeen(actor, scope).as('shield'))
    .leftJoin('stations', 'stations.id', 'shield.stationId')
    .leftJoin('devices', 'devices.id', 'shield.deviceId')
    .$if(query.state === 'running', (rest) => rest.where(runs))
    .$if(query.state === 'ended', (rest) => rest.where((eb) => eb.not(runs)))
    .$if(query.period !== undefined, (rest) => rest.where(PERIOD, '=', query.period!))
    .$if(!!query.q, (rest) =>
      rest.where((eb) =>
        eb.or([
          eb('stations.name', 'ilike', containing(query.q!)),
          eb('shield.code', 'ilike', containing(query.q!)),
          eb('shield.labelName', 'ilike', containing(query.q!)),
          eb('shield.reason', 'ilike', containing(query.q!)),
          eb('devices.sn', 'ilike', containing(query.q!)),
        ]),
      ),
    );
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('users as author', 'author.id', 'shield.createdBy')
    .leftJoin('users as ender', 'ender.id', 'shield.endedBy')
    .selectAll('shield')
    .select(['stations.name as stationName', 'stations.timeZone', 'devices.sn'])
    .select(['author.name as author', 'ender.name as ender', PERIOD.as('period')])
    .select([SHIELD_BEGIN.as('begin')])
    .select([STANDING.as('standing'), carriers(now).as('carriers')])
    .orderBy(sql`coalesce(shield.review_at <= ${now}, false)`, 'desc')
    .orderBy(sql`coalesce(shield.ended_at, shield.until, 'infinity')`)
    .orderBy('shield.id', 'desc')
    .$call(onPage(query))
    .execute();
  const shown = rows.map((row): AlarmShield => {
    const over = row.endedAt ?? (row.until !== null && row.until <= now ? row.until : null);
    return {
      id: row.id,
      kind: row.kind,
      code: row.code,
      textKey: row.textKey,
      level: row.level,
      station:
        row.stationId === null || row.stationName === null || row.timeZone === null
          ? null
          : { id: row.stationId, name: row.stationName, timeZone: row.timeZone },
      label:
        row.kind === 'label'
          ? { id: row.labelId, name: row.labelName ?? '', carriers: Number(row.carriers) }
          : null,
      device: row.deviceId === null ? null : { id: row.deviceId, sn: row.sn ?? '' },
      reason: row.reason,
      period: row.period,
      from: row.begin.getTime(),
      until: row.until?.getTime() ?? null,
      reviewAt: row.reviewAt?.getTime() ?? null,
      created: { at: row.createdAt.getTime(), by: row.author },
      ended: over && { at: over.getTime(), by: row.ender },
      standing: over || row.begin > now ? 0 : Number(row.standing),
    };
  });
  return toPage(query, Number(total), shown);
}

const IS_STANDING = sql<SqlBool>`alarms.recovered_at IS NULL`;

/** Of a shield by label those that what follows it is about. */
const STANDING = sql<number>`CASE WHEN shield.kind = 'label'
  THEN (SELECT count(DISTINCT standing.id) FROM alarm_shields AS child CROSS JOIN LATERAL ${alarmsOf('child', IS_STANDING)} AS standing
         WHERE child.parent_id = shield.id AND child.ended_at IS NULL)
  ELSE (SELECT count(*) FROM ${alarmsOf('shield', IS_STANDING)} AS standing) END`;

/** Stations and devices that follow a shield by label now. */
const carriers = (now: Date) => sql<number>`(SELECT count(*) FROM alarm_shields AS child
  WHERE child.parent_id = shield.id AND coalesce(child.ended_at, child.until, 'infinity') > ${now}::timestamptz)`;
