import {
  acquisitionTime,
  decodePush,
  parseDataHead,
  profileById,
  type PushLayout,
  type V5DataHead,
  type V5Frame,
} from '@sunfleet/device-model';
import type { DeviceIdentity, KnownDevice, Reading } from '../../platform/ingest.ts';
import { AppError } from '../../platform/errors.ts';
import { childOf } from './child-device.ts';
import { archive, pushPatience, type V5Session } from './session.ts';

/**
 * Stores a data frame. A layout that is known becomes samples of the device that it names; any other is archived as it came
 * (its device is read by Modbus instead). Resolves when what it brought is durable.
 */
export async function storeData(session: V5Session, frame: V5Frame): Promise<void> {
  const { counts } = session.parts.counters;
  const head = parseDataHead(frame.payload);
  if (!head) {
    counts.malformed += 1;
    session.trouble.note('malformed', 1);
    await archive(session, frame);
    return;
  }
  if (head.buffered) counts.buffered += 1;
  if (head.sensorList !== 0) session.sensorList = head.sensorList;
  const push = decodePush(frame);
  session.pushesUntil = push ? pushPatience(session) : 0;
  if (!push) {
    counts.archived += 1;
    await archive(session, frame);
    return;
  }
  const device = await childOf(session, push.sn, identityOf(session, push.layout));
  if (device) session.pushed.set(device.sn, pushPatience(session));
  const time = timeOf(session, head);
  if (time === undefined) {
    counts.timeRefused += 1;
    session.trouble.note('timeRefused', 1);
  }
  const reading: Reading | undefined = time === undefined ? undefined : { time, values: push.values };
  if (device && reading && (await storeReading(session, device, reading, head.buffered))) counts.pushed += 1;
  else await archive(session, frame);
}

/**
 * When the data was measured: as the logger says; when it came, before the logger knows the time. Buffered data was measured
 * some time before, so without a time it has none.
 */
function timeOf(session: V5Session, head: V5DataHead): number | undefined {
  const told = acquisitionTime(head.times);
  return told ?? (head.buffered ? undefined : session.parts.platform.clock.now());
}

/** The family's profile tells the device's faults. */
function identityOf(session: V5Session, { profileId }: PushLayout): DeviceIdentity {
  const profile = profileId === undefined ? undefined : profileById(profileId);
  return {
    uploadIntervalSeconds: session.uploadMs / 1000,
    ...(profile ? { profileId: profile.id, kind: profile.deviceKind, manufacturer: profile.brand } : {}),
  };
}

/**
 * Stores one reading. False: its values or its time cannot be right, and it was refused for good. A live reading of a logger
 * whose clock is wrong is taken at the time it came; the answer sets the clock. Rejects when the store cannot take it now.
 */
async function storeReading(
  session: V5Session,
  device: KnownDevice,
  reading: Reading,
  buffered: boolean,
): Promise<boolean> {
  const { ingest, counters, platform, repeated } = session.parts;
  try {
    await ingest.store(device, [reading], 'v5');
    session.pace.giveBack();
    return true;
  } catch (error) {
    // At the quota the logger gets no answer, so that it keeps what it measured.
    if (!(error instanceof AppError) || error.status >= 500 || error.key === 'quotaReached') throw error;
    const wrongTime = error.key === 'timeOutOfRange';
    const refusal = wrongTime ? 'timeRefused' : 'valuesRefused';
    counters.counts[refusal] += 1;
    session.trouble.note(refusal, 1);
    const told = { sn: device.sn, reason: error.key, time: reading.time };
    repeated(`refused ${told.sn} ${told.reason}`, (count) =>
      platform.log.warn({ ...told, count }, 'data of a logger refused'),
    );
    if (!wrongTime || buffered) return false;
    return storeReading(session, device, { ...reading, time: platform.clock.now() }, true);
  }
}
