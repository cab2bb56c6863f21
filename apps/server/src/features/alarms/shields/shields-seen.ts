import { expressionBuilder, sql, type RawBuilder, type Selectable } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { AlarmShieldsTable } from '../../../platform/postgres/tables/alarms.ts';
import { seesEverything, type StationCondition } from '../../scope/index.ts';
import { directsLabelShield } from './label-shield-scope.ts';

type Shield = Selectable<AlarmShieldsTable>;

/**
 * Shields of stations in scope, and by labels that the actor directs, these in the place of what follows them: rows of `alarm_shields` as a table. What follows the labels of one
 * organisation may be two hundred thousand rows, so each station in scope is asked for its own, and nobody reads those of all others.
 */
export function shieldsSeen(actor: Actor, scope: StationCondition): RawBuilder<Shield> {
  const inScope = sql`${scope(expressionBuilder<Tables, 'stations'>())}`;
  // Whoever sees everything directs all labels, and sees nothing that follows one.
  if (seesEverything(actor))
    return sql<Shield>`(SELECT own.* FROM alarm_shields AS own LEFT JOIN stations ON stations.id = own.station_id
      WHERE own.parent_id IS NULL AND (own.kind = 'label' OR ${inScope}))`;
  // The offset keeps the database from reading all shields to find those of some stations.
  const ofStations = (which: RawBuilder<unknown>) => sql`
    SELECT own.* FROM stations CROSS JOIN LATERAL (
      SELECT shield.* FROM alarm_shields AS shield WHERE shield.station_id = stations.id AND ${which} OFFSET 0) AS own
     WHERE ${inScope}`;
  const directed = sql`SELECT parent.id FROM alarm_shields AS parent WHERE ${directsLabelShield(actor, 'parent')}`;
  return sql<Shield>`(${ofStations(sql`shield.parent_id IS NULL`)}
    UNION ALL ${ofStations(sql`shield.parent_id IS NOT NULL AND shield.parent_id NOT IN (${directed})`)}
    UNION ALL SELECT shield.* FROM alarm_shields AS shield WHERE ${directsLabelShield(actor, 'shield')})`;
}
