import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdFirmware } from './hold-firmware.ts';

/** Deletes a draft; a job removes its image. What was in test stays as a record of it. Throws AppError: firmwareNotFound, firmwareStepWrong. */
export async function deleteFirmware(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { state, file, name, version } = await holdFirmware(trx, id);
    if (state !== 'draft') throw new AppError('firmwareStepWrong');
    await trx.deleteFrom('firmware').where('id', '=', id).execute();
    await addJob(trx, 'files.remove', { names: [file] });
    await writeAudit(trx, context, {
      action: 'firmware.delete',
      objectType: 'firmware',
      objectId: id,
      before: { name, version },
    });
  });
  return null;
}
