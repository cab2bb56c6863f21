import { encodeV5Frame, type V5Frame, type V5Hello } from '@sunfleet/device-model';
import type { DeviceDirectory, DeviceIdentity, Ingest, KnownDevice } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import type { createRepeatedLines } from '../../platform/repeated-lines.ts';
import type { WorkSlices } from '../../platform/work-slices.ts';
import type { V5Counters } from './counters.ts';
import type { FirmwareRoad } from './firmware/firmware-road.ts';
import type { FramePace } from './frame-pace.ts';
import type { ModbusChannel } from './modbus-channel.ts';
import type { V5Options } from './options.ts';
import type { OwnProfiles } from './own-profiles.ts';
import type { Trouble } from './trouble.ts';

/** What every connection of the gateway stands on. */
export interface V5Parts {
  platform: Platform;
  directory: DeviceDirectory;
  ingest: Ingest;
  options: V5Options;
  counters: V5Counters;
  /** Absent: images go to devices on other ways alone. */
  firmware: FirmwareRoad | undefined;
  ownProfiles: OwnProfiles;
  /** In which what has come is looked through. */
  slices: Pick<WorkSlices, 'turn'>;
  /** Holds back warnings that say the same of the same logger or device: a stranger sends as many bad frames as the line carries. */
  repeated: ReturnType<typeof createRepeatedLines>;
}

/** One connection of a logger. */
export interface V5Session {
  parts: V5Parts;
  id: string;
  address: string;
  /** Serial number of the logger; 0 until its first frame. */
  serial: number;
  /** Code of the device family the logger says it reads; 0: not said. */
  sensorList: number;
  /** Milliseconds between two data frames, as the logger says. */
  uploadMs: number;
  /** The server's counter of commands; answers to it are matched by it, so nothing else may move it. */
  sequence: number;
  loggerSequence: number;
  /** Percent; undefined until the logger said it. */
  signal: number | undefined;
  /** Until when data frames of a layout that is known are waited for, epoch milliseconds; 0: its family has none. */
  pushesUntil: number;
  /** SNs of devices whose data comes by itself, each with the time until which it need not be read, epoch milliseconds. */
  pushed: Map<string, number>;
  /** SNs of devices behind it that have told of themselves on this connection. */
  introduced: Set<string>;
  /** SNs that it named on this connection and may not speak for. */
  named: Set<string>;
  logger: Promise<KnownDevice> | undefined;
  /** Whether its words of devices are kept, and until when a no holds, epoch milliseconds. */
  believed: { is: boolean; until: number };
  channel: ModbusChannel;
  /** When a sign of life of the logger was last announced, epoch milliseconds. */
  toldAt: number;
  pace: FramePace;
  trouble: Trouble;
  /** Tells other servers that the connection ended. */
  endStanding: () => void;
  closed: boolean;
}

/** Whether a time has come. One that is further away than it can be is of a clock that stood wrong and was put back. */
export const isDue = (at: number, now: number, mostAway: number): boolean => at <= now || at > now + mostAway;

/** Data frames that may be missing in a row before devices are read in their place. */
const PUSHES_MISSED = 3;

/** Until when the next data frame is waited for, as the logger says how often they come. */
export const pushPatience = (session: V5Session): number =>
  session.parts.platform.clock.now() + patienceOf(session);

const patienceOf = ({ uploadMs }: V5Session): number => PUSHES_MISSED * uploadMs;

/** Whether no data frame of a layout that is known is waited for (any more). */
export const isWithoutPushes = (session: V5Session): boolean =>
  isDue(session.pushesUntil, session.parts.platform.clock.now(), patienceOf(session));

/** Whether the data of a device comes by itself. That ends some intervals after its last data frame, and it is read again. */
export const comesByItself = (session: V5Session, sn: string): boolean =>
  !isDue(session.pushed.get(sn) ?? 0, session.parts.platform.clock.now(), patienceOf(session));

/** What devices behind its logger are read from. */
export const sourceOf = ({ parts }: V5Session) => ({ db: parts.platform.db, ownProfiles: parts.ownProfiles });

/** The logger's serial number is its SN. */
export const snOf = (session: V5Session) => String(session.serial);

/** The device of the logger, registered as not bound when nobody knows it. Rejects when the store cannot say. */
export function loggerOf(session: V5Session): Promise<KnownDevice> {
  session.logger ??= session.parts.directory
    .discover(snOf(session), { kind: 'logger' }, { gateway: 'v5', address: session.address })
    .catch((error: unknown) => {
      session.logger = undefined;
      throw error;
    });
  return session.logger;
}

/** While its word is not believed it is asked again after so long: a person may have confirmed it, or it was stable. */
const ASK_AGAIN_MS = 30_000;

/**
 * Keeps what a connection says of a device behind its logger. False: it is not believed (yet), because whoever took a stick over would otherwise say of
 * which family a device is, or that it has a new firmware.
 */
export async function describeChild(
  session: V5Session,
  deviceId: number,
  identity: DeviceIdentity,
): Promise<boolean> {
  const { platform, directory } = session.parts;
  const now = platform.clock.now();
  if (!session.believed.is && isDue(session.believed.until, now, ASK_AGAIN_MS)) {
    const { id } = await loggerOf(session);
    session.believed = { is: await directory.believes(id, session.id), until: now + ASK_AGAIN_MS };
  }
  if (session.believed.is) await directory.describe(deviceId, identity);
  return session.believed.is;
}

/** What a hello says about the logger. */
export function identityOf(hello: V5Hello): DeviceIdentity {
  const attributes: Record<string, string> = { signal: String(hello.signal) };
  if (hello.mac) attributes.mac = hello.mac;
  if (hello.ssid) attributes.ssid = hello.ssid;
  if (hello.ip) attributes.ip = hello.ip;
  if (hello.hardware) attributes.hardware = hello.hardware;
  if (hello.sensorList !== undefined) attributes.sensorList = sensorListText(hello.sensorList);
  return {
    kind: 'logger',
    firmware: hello.firmware,
    ...(hello.uploadMinutes > 0 ? { uploadIntervalSeconds: hello.uploadMinutes * 60 } : {}),
    attributes,
  };
}

/** `0x02B0`, as firmware names write it. */
export function sensorListText(code: number): string {
  return `0x${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Signs of life are not announced for every frame. */
const TELL_EVERY_MS = 10_000;

/** Announces that the logger lives; at once when there is news (a signal), else now and then. */
export async function tellSeen(session: V5Session, news = false): Promise<void> {
  const { platform } = session.parts;
  const now = platform.clock.now();
  if (!news && !isDue(session.toldAt + TELL_EVERY_MS, now, TELL_EVERY_MS)) return;
  session.toldAt = now;
  const { id } = await loggerOf(session);
  if (session.closed) return;
  platform.bus.publish('deviceSeen', {
    deviceId: id,
    at: now,
    connection: 'v5',
    online: true,
    ...(session.signal === undefined ? {} : { signal: session.signal }),
  });
}

/** Keeps a frame as it came, so that it can be decoded once its layout is known. Resolves when it is durable. */
export function archive(session: V5Session, frame: V5Frame): Promise<void> {
  const { ingest, platform } = session.parts;
  return ingest.archive({
    sn: snOf(session),
    time: platform.clock.now(),
    gateway: 'v5',
    bytes: encodeV5Frame(frame),
    // A serial number proves nothing, so nobody else's share is used up.
    sender: { address: session.address },
  });
}
