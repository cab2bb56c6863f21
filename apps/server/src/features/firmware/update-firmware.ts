import type { Firmware, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { organisationScope } from '../organisations/index.ts';
import { getFirmware } from './firmware-view.ts';
import { holdFirmware } from './hold-firmware.ts';

type Input = RouteRequest<(typeof routes)['updateFirmware']>['body'];

/**
 * Changes the notes of a firmware and whom it is authorised for. Who manages the library authorises organisations within their own scope; those that
 * are authorised stay choosable. Throws AppError: firmwareNotFound, firmwareChanged, organisationNotFound.
 */
export async function updateFirmware(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { id, notes, everybody, organisationIds, revision }: Input & { id: number },
): Promise<Firmware> {
  return db.transaction().execute(async (trx) => {
    const before = await holdFirmware(trx, id, revision);
    const wanted = [...new Set(organisationIds)];
    const kept = await trx
      .selectFrom('firmwareOrganisations')
      .select('organisationId')
      .where('firmwareId', '=', id)
      .execute();
    const known = new Set(kept.map(({ organisationId }) => organisationId));
    const added = wanted.filter((one) => !known.has(one));
    if (added.length > 0) {
      const found = await trx
        .selectFrom('organisations')
        .select('id')
        .where('id', 'in', added)
        .where(organisationScope(context.actor))
        .execute();
      const missing = added.find((one) => !found.some((row) => row.id === one));
      if (missing !== undefined) throw new AppError('organisationNotFound', { id: missing });
    }
    await trx.deleteFrom('firmwareOrganisations').where('firmwareId', '=', id).execute();
    if (wanted.length > 0)
      await trx
        .insertInto('firmwareOrganisations')
        .values(wanted.map((organisationId) => ({ firmwareId: id, organisationId })))
        .execute();
    await trx
      .updateTable('firmware')
      .set({ notes: JSON.stringify(notes), everybody, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'firmware.authorise',
      objectType: 'firmware',
      objectId: id,
      before: { everybody: before.everybody, organisations: [...known], notes: before.notes },
      after: { everybody, organisations: wanted, notes },
    });
    return getFirmware(trx, context.actor, id);
  });
}
