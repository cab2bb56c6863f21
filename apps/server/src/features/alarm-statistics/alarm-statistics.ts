import { alarmRates, nuisanceScore, topTenShare } from '@sunfleet/analysis';
import {
  ALARM_GROUPS,
  type AlarmGroup,
  type AlarmGroupRow,
  type AlarmLevel,
  type AlarmStatistics,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { maskFor } from '../accounts/index.ts';
import { readStationScope } from '../scope/index.ts';
import { requireStation } from '../stations/index.ts';
import {
  readCodeCounts,
  readGroup,
  readLevels,
  readState,
  readSums,
  readTenMinutes,
  type Asked,
} from './statistics.queries.ts';

type Query = RouteRequest<(typeof routes)['alarmStatistics']>['query'];

const MOST_MS = 400 * 86_400_000;

/**
 * Figures over alarms that began within a span, of the stations that the actor may see. What a shield keeps quiet counts as everything else. Throws AppError: rangeTooLong,
 * invalidInput for a span that ends before it begins, stationNotFound.
 */
export async function alarmStatistics(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  query: Query,
): Promise<AlarmStatistics> {
  return db.transaction().execute(async (trx) => {
    // One processor for one reader.
    await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(trx);
    return readStatistics({ db: trx, clock }, actor, query);
  });
}

async function readStatistics(
  { db, clock }: { db: Db; clock: Platform['clock'] },
  actor: Actor,
  { from, to, stationId }: Query,
): Promise<AlarmStatistics> {
  if (to <= from) throw new AppError('invalidInput', { fields: 'query.to' });
  if (to - from > MOST_MS) throw new AppError('rangeTooLong', { days: MOST_MS / 86_400_000 });
  if (stationId !== undefined) await requireStation(db, actor, stationId, 'alarms.view');
  const now = clock.now();
  const scope = await readStationScope(db, actor, 'alarms.view');
  const asked: Asked = { scope, from: new Date(from), to: new Date(to), now, stationId };
  // One after the other: many connections for one reader would keep others waiting.
  const sums = await readSums(db, asked);
  const levels: Record<AlarmLevel, number> = { tip: 0, general: 0, emergency: 0 };
  for (const { level, n } of await readLevels(db, asked)) levels[level] = Number(n);
  const rates = alarmRates(await readTenMinutes(db, asked), { from, to: Math.min(to, Math.max(from, now)) });
  const state = await readState(db, asked);
  const mask = maskFor(actor);
  const groups = {} as Record<AlarmGroup, AlarmGroupRow[]>;
  for (const group of ALARM_GROUPS) {
    const rows = await readGroup(db, asked, group);
    groups[group] = rows.map((row) => ({
      key: row.key,
      name: group === 'device' && row.name !== null ? mask.sn(row.name) : row.name,
      alarms: Number(row.alarms),
      emergency: Number(row.emergency),
      fleeting: Number(row.fleeting),
      chattering: Number(row.chattering),
      unhandled: Number(row.unhandled),
      meanDuration: row.meanDuration,
      // What a station should give tells its place.
      lost: mask.active ? null : row.lost,
      nuisance: nuisanceScore({
        alarms: Number(row.alarms),
        fleeting: Number(row.fleeting),
        unhandled: Number(row.unhandled),
      }),
    }));
  }
  // Their order tells what was lost, too.
  if (mask.active) groups.loss = [];
  const alarms = Number(sums.alarms);
  return {
    from,
    to,
    alarms,
    ...state,
    levels,
    rates,
    fleeting: Number(sums.fleeting),
    chattering: Number(sums.chattering),
    topTenShare: topTenShare(await readCodeCounts(db, asked)),
    confirmed: { mean: sums.meanConfirmed, alarms: Number(sums.confirmed) },
    recovered: { mean: sums.meanRecovered, alarms: Number(sums.recovered) },
    recurrence: alarms === 0 ? null : Number(sums.again) / alarms,
    lost: mask.active ? { energy: null, alarms: 0 } : { energy: sums.lost, alarms: Number(sums.lostKnown) },
    groups,
  };
}
