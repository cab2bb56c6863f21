import {
  answerFor,
  encodeV5Frame,
  parseHello,
  parseWifiInfo,
  pushLayoutFor,
  V5_CONTROL,
  type V5Frame,
} from '@sunfleet/device-model';
import { messageOf } from '../../platform/errors.ts';
import { archive, identityOf, loggerOf, pushPatience, tellSeen, type V5Session } from './session.ts';
import { storeData } from './store-data.ts';

/** Seconds until the logger is expected to say something again, as the makers' own server answers. */
const NEXT_SECONDS = 120;

/**
 * Does what a frame of a logger asks for and answers the bytes to send, once everything it brought is durable.
 * Undefined: it gets no answer. Rejects when the store could not take it; the logger then sends it again.
 */
export async function handleFrame(session: V5Session, frame: V5Frame): Promise<Uint8Array | undefined> {
  const { counts } = session.parts.counters;
  session.loggerSequence = frame.loggerSequence;
  switch (frame.control) {
    case V5_CONTROL.hello:
      counts.hello += 1;
      await takeHello(session, frame);
      break;
    case V5_CONTROL.data:
      counts.data += 1;
      await storeData(session, frame);
      await tellSeen(session);
      break;
    case V5_CONTROL.wifi:
      counts.wifi += 1;
      await takeWifi(session, frame);
      break;
    case V5_CONTROL.heartbeat:
      counts.heartbeat += 1;
      await tellSeen(session, true);
      break;
    case V5_CONTROL.report:
      counts.report += 1;
      await tellSeen(session);
      break;
    default:
      counts.unexpectedControl += 1;
      return undefined;
  }
  return answer(session, frame);
}

function answer(session: V5Session, frame: V5Frame): Uint8Array | undefined {
  const reply = answerFor(frame, { now: session.parts.platform.clock.now(), period: NEXT_SECONDS });
  return reply && encodeV5Frame(reply);
}

async function takeHello(session: V5Session, frame: V5Frame): Promise<void> {
  const hello = parseHello(frame.payload);
  const { directory, counters } = session.parts;
  if (!hello) {
    counters.counts.malformed += 1;
    session.trouble.note('malformed', 1);
    await archive(session, frame);
    await tellSeen(session, true);
    return;
  }
  session.signal = hello.signal;
  session.sensorList = hello.sensorList ?? 0;
  if (hello.uploadMinutes > 0) session.uploadMs = hello.uploadMinutes * 60_000;
  session.pushesUntil = pushLayoutFor(session.sensorList) === undefined ? 0 : pushPatience(session);
  const logger = await loggerOf(session);
  await directory.describe(logger.id, identityOf(hello));
  await tellSeen(session, true);
  keepSignal(session);
}

async function takeWifi(session: V5Session, frame: V5Frame): Promise<void> {
  const info = parseWifiInfo(frame.payload);
  if (!info) {
    session.parts.counters.counts.malformed += 1;
    session.trouble.note('malformed', 1);
    await archive(session, frame);
    await tellSeen(session);
    return;
  }
  session.signal = info.signal;
  const logger = await loggerOf(session);
  const attributes = { signal: String(info.signal), ...(info.ssid ? { ssid: info.ssid } : {}) };
  await session.parts.directory.describe(logger.id, { attributes });
  await tellSeen(session, true);
  keepSignal(session);
}

/** The signal has a history like any other point. Nothing waits until it is stored, because a missing value does no harm. */
function keepSignal(session: V5Session): void {
  const { ingest, platform } = session.parts;
  const { signal } = session;
  if (signal === undefined) return;
  loggerOf(session)
    .then((logger) =>
      ingest.store(logger, [{ time: platform.clock.now(), values: { 'signal.strength': signal } }], 'v5'),
    )
    .catch((error: unknown) =>
      platform.log.debug({ err: messageOf(error) }, 'signal of a logger not stored'),
    );
}
