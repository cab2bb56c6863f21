import type { AddedDevice, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireStation } from '../stations/index.ts';
import { addDevice } from './add-device.ts';
import { limitSerialGuesses } from './serial-guesses.ts';

type Batch = RouteRequest<(typeof routes)['addDevices']>['body'] & { stationId: number };

/**
 * Adds devices of one kind, each in a transaction of its own, so that one that is refused takes no other one along. Throws AppError
 * `stationNotFound`; what else `addDevice` refuses is answered beside the serial number.
 */
export async function addDevices(
  platform: Pick<Platform, 'db' | 'clock' | 'config' | 'text'>,
  context: RequestContext,
  { stationId, devices, ...kind }: Batch,
): Promise<AddedDevice[]> {
  await requireStation(platform.db, context.actor, stationId, 'devices.create');
  const results: AddedDevice[] = [];
  for (const { sn, claimCode } of devices) {
    const device = { ...kind, sn, ...(claimCode === undefined ? {} : { claimCode }) };
    const work = () => addDevice(platform, context, { stationId, device });
    try {
      const added = await limitSerialGuesses(platform, context, { route: 'addDevices', sn, work });
      results.push({ sn, deviceId: added.device.id, secret: added.secret, refusal: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = platform.text(context.language, `errors.${error.key}`, error.values);
      results.push({ sn, deviceId: null, secret: '', refusal: { error: error.key, message } });
    }
  }
  return results;
}
