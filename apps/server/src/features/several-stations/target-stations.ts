import { LIMITS, stationFilter, type Language, type StationTarget } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { readScoped, requireMoney, stationSource, visibleStations } from '../stations/index.ts';

/** A station that something shall be done with; without a name where the caller may not see it. */
export interface TargetStation {
  id: number;
  name: string | null;
}

/**
 * The stations that are meant, each once. Throws AppError: tooManyAtOnce, targetChanged (the filter fits another number of stations by now),
 * noDataPermission.
 */
export async function targetStations(
  db: Db,
  { actor, language }: { actor: Actor; language: Language },
  target: StationTarget,
): Promise<TargetStation[]> {
  return 'ids' in target ? named(db, actor, target.ids) : underFilter(db, { actor, language }, target);
}

async function named(db: Db, actor: Actor, asked: readonly number[]): Promise<TargetStation[]> {
  const ids = [...new Set(asked)];
  const seen = await visibleStations(db, actor, { ids, permission: 'stations.view' });
  const rows =
    seen.length === 0
      ? []
      : await db.selectFrom('stations').select(['id', 'name']).where('id', 'in', seen).execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return ids.map((id) => ({ id, name: names.get(id) ?? null }));
}

async function underFilter(
  db: Db,
  { actor, language }: { actor: Actor; language: Language },
  { filters, count }: Extract<StationTarget, { count: number }>,
): Promise<TargetStation[]> {
  const filter = { ...stationFilter.parse(filters), language };
  requireMoney(actor, filter);
  const most = LIMITS.stationsAtOnce;
  if (count > most) throw new AppError('tooManyAtOnce', { most });
  const { from, whereAll } = stationSource(await readScoped(db, actor, filter), filter);
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT target.id, target.name FROM ${from} JOIN stations AS target ON target.id = state.station_id
     WHERE ${whereAll} ORDER BY target.id LIMIT ${most + 1}`.execute(db);
  if (rows.length !== count) throw new AppError('targetChanged', { count: rows.length });
  return rows;
}
