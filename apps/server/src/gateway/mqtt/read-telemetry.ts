import { isMeasurable, LIMITS } from '@sunfleet/contract';
import { AppError } from '../../platform/errors.ts';
import type { Ingest, KnownDevice, OpenBlock } from '../../platform/ingest.ts';
import { PlainReader } from './read-plain.ts';
import { isObject, parseJson, wrongField, type JsonObject } from './json-payload.ts';

/** Readings in one message that holds an array. */
const MOST_READINGS = 5000;

type Target = Pick<Ingest, 'admit' | 'pointId' | 'checkTime' | 'open'>;

interface Message {
  payload: Buffer;
  /** Epoch milliseconds. */
  now: number;
}

/** Reads the readings of messages of any form, the common form fast. See `readTelemetry`. */
export function createTelemetryReader(target: Target) {
  const plain = new PlainReader(target.checkTime);
  return (device: KnownDevice, message: Message): OpenBlock | Promise<unknown> => {
    target.admit(device, 'live');
    const block = target.open();
    return plain.read(device, message, block) ? block : readTelemetry(target, device, message);
  };
}

/**
 * Reads a reading, `{"ts", "v": {key: number}, "q"}`, or an array of readings straight into the open block, without making a
 * `Reading` of each. Answers the block, or a promise to await before trying again when a point must be registered first. On an
 * error nothing of the message stays in the block. Leaves out readings whose quality `q` is not 0: the device itself says that
 * they are no measurements.
 * Throws AppError: malformedJson, invalidInput, numberOutOfRange, timeOutOfRange, unknownPoint, tooManyPoints.
 */
export function readTelemetry(
  target: Target,
  device: KnownDevice,
  { payload, now }: Message,
): OpenBlock | Promise<unknown> {
  const parsed = parseJson(payload);
  if (Array.isArray(parsed) && parsed.length > MOST_READINGS) {
    throw wrongField('');
  }
  const readings: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const block = target.open();
  const start = block.length;
  try {
    for (let index = 0; index < readings.length; index += 1) {
      const path = Array.isArray(parsed) ? `${index}.` : '';
      const waiting = writeReading(readings[index], { target, device, block, now, path });
      if (!waiting) continue;
      block.truncate(start);
      return waiting;
    }
  } catch (error) {
    block.truncate(start);
    throw error;
  }
  return block;
}

interface Writing {
  target: Target;
  device: KnownDevice;
  block: OpenBlock;
  now: number;
  path: string;
}

/** Writes one reading into the block; answers a promise to await where one of its points must be registered first. */
function writeReading(reading: unknown, writing: Writing): Promise<unknown> | undefined {
  const { target, device, block, now, path } = writing;
  if (!isObject(reading)) throw wrongField(path.slice(0, -1));
  const { ts = now, v, q = 0 } = reading;
  if (!Number.isInteger(ts)) throw wrongField(`${path}ts`);
  if (!Number.isInteger(q)) throw wrongField(`${path}q`);
  if (!isObject(v)) throw wrongField(`${path}v`);
  const time = ts as number;
  target.checkTime(time);
  if (q !== 0) return checkValues(v, path);
  let count = 0;
  // All new points of a reading are registered together.
  const registering: Promise<number>[] = [];
  for (const key in v) {
    const value = v[key];
    if (typeof value !== 'number') throw wrongField(`${path}v.${key}`);
    if (!isMeasurable(value)) throw new AppError('numberOutOfRange', { field: `${path}v.${key}` });
    count += 1;
    if (count > LIMITS.pointsPerReading) throw wrongField(`${path}v`);
    const point = target.pointId(device, key);
    if (typeof point === 'number') block.add(device.id, point, time, value);
    else registering.push(point);
  }
  return registering.length > 0 ? Promise.all(registering) : undefined;
}

function checkValues(values: JsonObject, path: string): undefined {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value !== 'number') throw wrongField(`${path}v.${key}`);
  }
  return undefined;
}
