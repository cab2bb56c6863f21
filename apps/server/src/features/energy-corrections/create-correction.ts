import { type CorrectionFields, LIMITS } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdStation } from '../stations/index.ts';
import { correctionValues, logged } from './correction-values.ts';

/** Adds kWh to days or to the total of a station. Throws AppError: stationNotFound, tooManyEnergyCorrections, invalidInput. */
export function createCorrection(
  { db, clock, text }: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  { stationId, fields }: { stationId: number; fields: CorrectionFields },
): Promise<{ id: number }> {
  const { actor, language } = context;
  return db.transaction().execute(async (trx) => {
    const holding = { permission: 'stations.edit', changes: 'station' } as const;
    const { timeZone } = await holdStation(trx, actor, stationId, holding);
    const now = clock.now();
    const values = correctionValues({ language, text }, fields, { timeZone, now });
    const { n } = await trx
      .selectFrom('energyCorrections')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('stationId', '=', stationId)
      .where('removedAt', 'is', null)
      .executeTakeFirstOrThrow();
    const most = LIMITS.energyCorrections;
    if (Number(n) >= most) throw new AppError('tooManyEnergyCorrections', { most });
    const row = await trx
      .insertInto('energyCorrections')
      .values({ ...values, stationId, createdBy: actor.userId, createdAt: new Date(now) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'stations.addCorrection',
      objectType: 'station',
      objectId: stationId,
      stationId,
      after: logged(values),
    });
    await announceChange(trx, { stations: [stationId] });
    return row;
  });
}
