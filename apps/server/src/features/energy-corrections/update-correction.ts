import type { CorrectionFields } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdStation } from '../stations/index.ts';
import { correctionValues, logged } from './correction-values.ts';
import { holdCorrection, type NamedCorrection } from './hold-correction.ts';

/** Changes what was added. Throws AppError: stationNotFound, energyCorrectionNotFound, energyCorrectionChanged, invalidInput. */
export async function updateCorrection(
  { db, clock, text }: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  { fields, ...named }: NamedCorrection & { fields: CorrectionFields },
): Promise<null> {
  const { actor, language } = context;
  const { id, stationId, revision } = named;
  await db.transaction().execute(async (trx) => {
    const holding = { permission: 'stations.edit', changes: 'station' } as const;
    const { timeZone } = await holdStation(trx, actor, stationId, holding);
    const before = await holdCorrection(trx, named);
    const now = clock.now();
    const values = correctionValues({ language, text }, fields, { timeZone, now });
    const changed = { changedBy: actor.userId, changedAt: new Date(now), revision: revision + 1 };
    await trx
      .updateTable('energyCorrections')
      .set({ ...values, ...changed })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'stations.editCorrection',
      objectType: 'station',
      objectId: stationId,
      stationId,
      before: logged(before),
      after: logged(values),
    });
    await announceChange(trx, { stations: [stationId] });
  });
  return null;
}
