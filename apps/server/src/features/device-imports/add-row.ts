import type { Language, TableDevice } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { addDeviceIn, editDeviceIn, limitSerialGuesses } from '../devices/index.ts';
import { stationsNamed } from './judge-devices.ts';
import { addedWith, editsOf, sealedFor } from './row-parts.ts';

export type ImportParts = Pick<Platform, 'db' | 'clock' | 'config' | 'text' | 'log'>;

interface Asked {
  importId: number;
  row: number;
  sn: string;
  /** Undefined where its person may do nothing any more. */
  context: RequestContext | undefined;
  language: Language;
}

/**
 * Adds the device of a row that waits and marks the row, both or neither. What is refused is kept with its reason and keeps no other row out. False: another server
 * has the row, or it waits no more. Throws what says that a store is away.
 */
export async function addRow(platform: ImportParts, asked: Asked): Promise<boolean> {
  const { db, log, text } = platform;
  const { importId, row, sn, context, language } = asked;
  try {
    if (!context) throw new AppError('noDataPermission');
    const work = () => db.transaction().execute((trx) => addIn(trx, platform, { importId, row, context }));
    return await limitSerialGuesses(platform, context, { route: 'startDeviceImport', sn, work });
  } catch (error) {
    if (error instanceof AppError && error.status >= 500) throw error;
    const known = error instanceof AppError ? error : new AppError('internal');
    if (known !== error) log.error({ err: error, importId, row }, 'a row of devices failed');
    const [field] = known.fields ?? [];
    const said =
      field?.path === 'body.parentSn'
        ? text(language, 'import-problems.deviceParent', { sn: field.message })
        : (field?.message ?? text(language, `errors.${known.key}`, known.values));
    const { numUpdatedRows } = await db
      .updateTable('deviceImportRows')
      .set({ state: 'failed', message: said })
      .where('importId', '=', importId)
      .where('row', '=', row)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}

async function addIn(
  trx: Transaction<Tables>,
  platform: ImportParts,
  { importId, row, context }: { importId: number; row: number; context: RequestContext },
): Promise<boolean> {
  const { actor, language } = context;
  const found = await trx
    .selectFrom('deviceImportRows')
    .select(['fields', 'claimCode', 'stationId'])
    .where('importId', '=', importId)
    .where('row', '=', row)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!found) return false;
  const box = createSecretBox(platform.config);
  const device = found.fields as TableDevice;
  const claimCode =
    found.claimCode && (await box.open(found.claimCode, sealedFor('claim code', importId, row)));
  // A station may have come after the table was checked.
  const stationId =
    found.stationId ??
    (await stationsNamed(trx, actor, [device.station])).get(device.station.toLowerCase())?.id;
  if (stationId === undefined) {
    const message = platform.text(language, 'import-problems.deviceStation', { name: device.station });
    throw new AppError('invalidInput', { fields: 'station' }, [{ path: 'station', message }]);
  }
  const by = { platform, context };
  const added = await addDeviceIn(trx, by, {
    stationId,
    device: { ...addedWith(device), ...(claimCode ? { claimCode } : {}) },
  });
  const fields = editsOf(device);
  if (fields) await editDeviceIn(trx, by, { id: added.id, fields });
  await trx
    .updateTable('deviceImportRows')
    .set({
      state: 'added',
      message: null,
      deviceId: added.id,
      claimCode: null,
      secret: added.secret === '' ? null : await box.seal(added.secret, sealedFor('secret', importId, row)),
    })
    .where('importId', '=', importId)
    .where('row', '=', row)
    .execute();
  return true;
}
