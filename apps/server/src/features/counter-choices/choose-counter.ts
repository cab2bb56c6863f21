import { localDayOf } from '@sunfleet/analysis';
import { LIMITS, type RouteRequest, type routes, type StationCounter } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdStation } from '../stations/index.ts';
import { partOf } from '../telemetry/index.ts';
import { askRecount } from './ask-recount.ts';

type Input = RouteRequest<(typeof routes)['chooseCounter']>['body'];

/**
 * Decides by which counter the production of a station goes; a job sums its energies again. Throws AppError: stationNotFound, counterChoiceChanged
 * where somebody else decided since, invalidInput.
 */
export function chooseCounter(
  { db, clock, text }: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  { stationId, counter, from, reason, newest }: Input & { stationId: number },
): Promise<{ id: number }> {
  const { actor, language } = context;
  return db.transaction().execute(async (trx) => {
    const holding = { permission: 'stations.edit', changes: 'station' } as const;
    const { timeZone } = await holdStation(trx, actor, stationId, holding);
    const now = clock.now();
    if (from !== null && from > localDayOf(now, timeZone))
      throw brokenRule({ language, text }, 'body.from', 'correctionDayToCome');
    if (!(await hasCounter(trx, stationId, counter)))
      throw brokenRule({ language, text }, 'body.counter', 'counterMissing');
    const before = await trx
      .selectFrom('counterChoices')
      .select(['id', 'counter', 'fromDay'])
      .where('stationId', '=', stationId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if ((before?.id ?? 0) !== newest) throw new AppError('counterChoiceChanged', { id: stationId });
    const chosen = { counter, fromDay: from };
    const row = await trx
      .insertInto('counterChoices')
      .values({
        ...chosen,
        stationId,
        reason: reason.trim(),
        createdBy: actor.userId,
        createdAt: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await forgetOldest(trx, stationId);
    await askRecount(trx, { stationId, from });
    await writeAudit(trx, context, {
      action: 'stations.chooseCounter',
      objectType: 'station',
      objectId: stationId,
      stationId,
      ...(before ? { before: { counter: before.counter, fromDay: before.fromDay } } : {}),
      // The log outlives the owner: it keeps that there was a reason, and not which.
      after: { ...chosen, reason: '***' },
    });
    await announceChange(trx, { stations: [stationId] });
    return row;
  });
}

/** Whether the station has a device that could count so. */
async function hasCounter(
  trx: Transaction<Tables>,
  stationId: number,
  counter: StationCounter,
): Promise<boolean> {
  if (counter === 'automatic') return true;
  const devices = await trx
    .selectFrom('devices')
    .select(['kind', 'meterRole'])
    .where('stationId', '=', stationId)
    .execute();
  return devices.some((device) => partOf(device) === SPEAKER[counter]);
}

const SPEAKER = {
  lifetimeCounter: 'producer',
  dayCounter: 'producer',
  generationMeter: 'generationMeter',
  gridMeter: 'gridMeter',
} as const;

/** Choices that hold for no day any more stay as a trace, the last ones of them. */
async function forgetOldest(trx: Transaction<Tables>, stationId: number): Promise<void> {
  await sql`DELETE FROM counter_choices WHERE id IN (
    SELECT id FROM counter_choices earlier
     WHERE station_id = ${stationId} AND EXISTS (
       SELECT 1 FROM counter_choices later
        WHERE later.station_id = earlier.station_id AND later.id > earlier.id
          AND (later.from_day IS NULL OR later.from_day <= earlier.from_day))
     ORDER BY id DESC OFFSET ${LIMITS.pastCounterChoices})`.execute(trx);
}
