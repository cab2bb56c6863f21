import type { KnownDevice } from '../../platform/ingest.ts';
import { isObject, parseJson, wrongField } from './json-payload.ts';

type FirmwareAsker = Pick<KnownDevice, 'sn' | 'organisationCode'>;

/** What devices ask for while they are upgraded; the session has shown who they are. */
export interface FirmwareDoor {
  /** A block of the image of an order, from a byte on. Rejects with AppError where the order is over. */
  blockOf(device: FirmwareAsker, order: string, from: number): Promise<{ block: Buffer; bytes: number }>;
  /** Keeps why a device did not install it. */
  reportBy(device: FirmwareAsker, order: string, report: unknown): Promise<null>;
}

/**
 * What a device says about the firmware that it was told to install: `{"order", "from"}` asks for bytes of the image, and is answered; anything else with an
 * order says why the device did not install it. Throws or rejects with AppError where the order is over or the payload is wrong.
 */
export async function takeFirmware(
  door: FirmwareDoor,
  device: FirmwareAsker,
  payload: Buffer,
): Promise<string | void> {
  const parsed = parseJson(payload);
  if (!isObject(parsed)) throw wrongField('');
  const { order, from, ...report } = parsed;
  if (typeof order !== 'string') throw wrongField('order');
  if (from === undefined) {
    await door.reportBy(device, order, report);
    return;
  }
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0) throw wrongField('from');
  const { block, bytes } = await door.blockOf(device, order, from);
  return JSON.stringify({ order, from, bytes, data: block.toString('base64') });
}
