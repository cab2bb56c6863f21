import { setTimeout as wait } from 'node:timers/promises';
import { telemetryMessage, UplinkError, type Uplink } from '../links/uplink.ts';
import type { Reading } from '../station/reading.ts';

export interface SendOptions {
  /** Recorded seconds in a real one; Infinity: as fast as the platform takes it. */
  speed: number;
  now(): number;
  say(message: string): void;
}

/** A device's recording on its way. */
export interface Recording {
  sn: string;
  uplink: Uplink<string>;
  readings: readonly Reading[];
}

export interface SendResult {
  sent: number;
  refused: number;
}

const BATCH = 400;
const RETRY_MS = 2000;

/** Sends what is past, at the wanted speed, then each reading when its time comes. Resolves after the last one. */
export async function sendRecorded(
  recordings: readonly Recording[],
  options: SendOptions,
): Promise<SendResult> {
  const result = { sent: 0, refused: 0 };
  const begun = options.now();
  const isPast = ({ time }: Reading) => time <= begun;
  if (Number.isFinite(options.speed)) {
    await sendPaced(recordings, { ...options, result, from: 0 });
    return result;
  }
  await Promise.all(
    recordings.map((recording) => sendBulk(recording, recording.readings.filter(isPast), result)),
  );
  options.say(
    `Sent ${result.sent} readings in ${((options.now() - begun) / 1000).toFixed(1)} s, ${result.refused} refused.`,
  );
  const later = recordings.map((recording) => ({
    ...recording,
    readings: recording.readings.filter((each) => !isPast(each)),
  }));
  const last = Math.max(...later.flatMap(({ readings }) => readings.at(-1)?.time ?? []));
  if (!Number.isFinite(last)) return result;
  options.say(`Following the recording until ${new Date(last).toISOString()}; Ctrl-C ends it.`);
  await sendPaced(later, { ...options, speed: 1, result, from: begun });
  return result;
}

async function sendBulk(
  { sn, uplink }: Recording,
  readings: readonly Reading[],
  result: SendResult,
): Promise<void> {
  for (let at = 0; at < readings.length; at += BATCH)
    await deliver({ sn, uplink, readings: readings.slice(at, at + BATCH) }, result);
}

interface PacedOptions extends SendOptions {
  result: SendResult;
  /** Recorded time that is "now" at the start; 0: that of the first reading. */
  from: number;
}

async function sendPaced(recordings: readonly Recording[], options: PacedOptions): Promise<void> {
  const { speed, now, result } = options;
  const line = recordings.flatMap((recording) =>
    recording.readings.map((reading) => ({ recording, reading })),
  );
  line.sort((a, b) => a.reading.time - b.reading.time);
  const from = options.from || (line[0]?.reading.time ?? 0);
  const begun = now();
  for (const { recording, reading } of line) {
    // A reading cannot come before its own time, however fast the recording runs.
    const due = Math.max(begun + (reading.time - from) / speed, reading.time);
    const ahead = due - now();
    if (ahead > 0) await wait(ahead);
    await deliver({ ...recording, readings: [reading] }, result);
  }
}

/** Sends until it is taken or refused for good. */
async function deliver({ uplink, readings }: Recording, result: SendResult): Promise<void> {
  for (;;) {
    try {
      await uplink.send(readings.map(telemetryMessage));
      result.sent += readings.length;
      return;
    } catch (error) {
      if (!(error instanceof UplinkError)) throw error;
      if (error.failure === 'refused') {
        result.refused += readings.length;
        return;
      }
      await wait(RETRY_MS);
    }
  }
}
