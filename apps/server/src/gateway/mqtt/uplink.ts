import { LIMITS } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { DeviceDirectory, Ingest, KnownDevice, OpenBlock, Reading } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Commands } from './commands.ts';
import { takeFirmware, type FirmwareDoor } from './take-firmware.ts';
import { isObject, parseJson, wrongField, type JsonObject } from './json-payload.ts';
import { readAttributes } from './read-attributes.ts';
import { readOnline } from './read-online.ts';
import { createTelemetryReader } from './read-telemetry.ts';
import type { Uplink } from './topics.ts';

export interface UplinkParts {
  platform: Pick<Platform, 'clock' | 'bus'>;
  directory: DeviceDirectory;
  ingest: Ingest;
  commands: Pick<Commands, 'answer'>;
  firmware?: FirmwareDoor;
}

/**
 * Takes what a device published. Resolves when it may be acknowledged, with what is to be published below `down/` with the same name; throws or rejects
 * with AppError when it is refused.
 */
export type TakeUplink = (device: KnownDevice, uplink: Uplink, payload: Buffer) => Promise<string | void>;

/** Handling of each kind of message, the same for the embedded broker and an external one. */
export function createUplink({ platform, directory, ingest, commands, firmware }: UplinkParts): TakeUplink {
  const { clock, bus } = platform;
  const readTelemetry = createTelemetryReader(ingest);
  /** The block that the message stands in, or what to wait for first. */
  function read(device: KnownDevice, payload: Buffer): OpenBlock | Promise<unknown> {
    try {
      return ingest.room() ?? readTelemetry(device, { payload, now: clock.now() });
    } catch (error) {
      ingest.noteRefusal(device, error);
      throw error;
    }
  }
  /** Most messages find room and known points: they cost no promise of their own. */
  function telemetry(device: KnownDevice, payload: Buffer): Promise<void> {
    const result = read(device, payload);
    return 'add' in result ? storedOf(result, payload) : telemetryAfter(result, device, payload);
  }
  async function telemetryAfter(
    waiting: Promise<unknown>,
    device: KnownDevice,
    payload: Buffer,
  ): Promise<void> {
    for (let result: OpenBlock | Promise<unknown> = waiting; ; result = read(device, payload)) {
      if ('add' in result) return storedOf(result, payload);
      await result;
    }
  }
  /** What fits is kept; the sender hears that there was more. */
  async function takeAttributes(device: KnownDevice, payload: Buffer): Promise<void> {
    const refused = await directory.describe(device.id, readAttributes(payload));
    if (refused > 0) throw new AppError('tooManyAttributes', { refused });
  }
  async function takeOther(
    device: KnownDevice,
    uplink: OtherUplink,
    payload: Buffer,
  ): Promise<string | void> {
    switch (uplink) {
      case 'event':
        return takeEvent({ device, payload, ingest, now: clock.now() });
      case 'attributes':
        return takeAttributes(device, payload);
      case 'answer':
        commands.answer(device, payload);
        return keepSecret(directory, device, payload);
      case 'firmware':
        if (!firmware) throw new AppError('notFound');
        return takeFirmware(firmware, device, payload);
      case 'online':
        bus.publish('deviceSeen', {
          deviceId: device.id,
          at: clock.now(),
          connection: 'mqtt',
          online: readOnline(payload),
        });
        return undefined;
    }
  }
  return (device, uplink, payload) =>
    uplink === 'telemetry' ? telemetry(device, payload) : takeOther(device, uplink, payload);
}

type OtherUplink = Exclude<Uplink, 'telemetry'>;

const NOTHING_TO_STORE = Promise.resolve();

const storedOf = (block: OpenBlock, { length }: Buffer) =>
  block.length > 0 ? block.commit(length) : NOTHING_TO_STORE;

/** A device that keeps its new secret answers as to a command, by the id with which the secret came. */
async function keepSecret(
  { secrets }: DeviceDirectory,
  { id: deviceId }: KnownDevice,
  payload: Buffer,
): Promise<void> {
  const { id, error } = parseJson(payload) as JsonObject;
  if (typeof id === 'string' && error === undefined) await secrets.kept(deviceId, id);
}

/**
 * An event is `{"ts", "code": whole number}`, 0 when it is over: the newest alarm code of the device. The text as it came
 * goes to the archive, with whatever else it says.
 */
async function takeEvent(event: {
  device: KnownDevice;
  payload: Buffer;
  ingest: Ingest;
  now: number;
}): Promise<void> {
  const { device, payload, ingest, now } = event;
  if (payload.length > LIMITS.eventBytes) throw new AppError('payloadTooLarge');
  const parsed = parseJson(payload);
  if (!isObject(parsed)) throw wrongField('');
  const { ts = now, code } = parsed;
  if (typeof ts !== 'number' || !Number.isInteger(ts)) throw wrongField('ts');
  if (typeof code !== 'number' || !Number.isInteger(code)) throw wrongField('code');
  const reading: Reading = { time: ts, values: { 'alarm.code': code } };
  await ingest.store(device, [reading], 'mqtt');
  await ingest.archive({
    sn: device.sn,
    time: now,
    gateway: 'mqtt',
    bytes: payload,
    sender: { deviceId: device.id },
  });
}
