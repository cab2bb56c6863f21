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
  const registering = new Map<string, Promise<number>>();
  try {
    for (let index = 0; index < readings.length && registering.size < MOST_REGISTERED; index += 1) {
      const path = Array.isArray(parsed) ? `${index}.` : '';
      writeReading(readings[index], { target, device, block, now, path, registering });
    }
  } catch (error) {
    block.truncate(start);
    for (const point of registering.values()) point.catch(() => undefined);
    throw error;
  }
  if (registering.size === 0) return block;
  block.truncate(start);
  return Promise.all(registering.values());
}

/**
 * New points that are registered together. The message is read anew afterwards: where each of its readings brought one, that was a megabyte of JSON
 * for each.
 */
const MOST_REGISTERED = LIMITS.customPointsPerDevice;

interface Writing {
  target: Target;
  device: KnownDevice;
  block: OpenBlock;
  now: number;
  path: string;
  /** By key, of all readings of the message. */
  registering: Map<string, Promise<number>>;
}

/** Writes one reading into the block; what must be registered first is added to `registering`. */
function writeReading(reading: unknown, writing: Writing): void {
  const { target, device, block, now, path, registering } = writing;
  if (!isObject(reading)) throw wrongField(path.slice(0, -1));
  const { ts = now, v, q = 0 } = reading;
  if (!Number.isInteger(ts)) throw wrongField(`${path}ts`);
  if (!Number.isInteger(q)) throw wrongField(`${path}q`);
  if (!isObject(v)) throw wrongField(`${path}v`);
  const time = ts as number;
  target.checkTime(time);
  if (q !== 0) return checkValues(v, path);
  let count = 0;
  for (const key in v) {
    const value = v[key];
    if (typeof value !== 'number') throw wrongField(`${path}v.${key}`);
    if (!isMeasurable(value)) throw new AppError('numberOutOfRange', { field: `${path}v.${key}` });
    count += 1;
    if (count > LIMITS.pointsPerReading) throw wrongField(`${path}v`);
    if (registering.has(key)) continue;
    const point = target.pointId(device, key);
    if (typeof point === 'number') block.add(device.id, point, time, value);
    else registering.set(key, point);
  }
}

function checkValues(values: JsonObject, path: string): void {
  for (const [key, value] of Object.entries(values)) {
    if (typeof value !== 'number') throw wrongField(`${path}v.${key}`);
  }
}
