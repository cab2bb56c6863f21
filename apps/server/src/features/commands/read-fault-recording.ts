import {
  FAULT_RECORDING_ATTRIBUTE,
  FAULT_RECORDING_READ,
  LIMITS,
  type FaultRecording,
  type RouteOutput,
  type routes,
} from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice } from '../devices/index.ts';

const TIMEOUT_MS = 15_000;

/** What a device recorded around its last fault, read from it. Throws AppError: deviceNotFound, faultRecordingUnsupported. */
export async function readFaultRecording(
  { db, links }: Pick<Platform, 'db' | 'links'>,
  actor: Actor,
  deviceId: number,
): Promise<RouteOutput<(typeof routes)['readFaultRecording']>> {
  const { sn, attributes } = await requireDevice(db, actor, deviceId, 'parameters.read');
  const { name, value } = FAULT_RECORDING_ATTRIBUTE;
  if (attributes[name] !== value) throw new AppError('faultRecordingUnsupported', { sn });
  const request = { type: 'command', name: FAULT_RECORDING_READ, params: {} } as const;
  const reply = await links.request({ actor, deviceId }, request, { timeoutMs: TIMEOUT_MS });
  if (!reply.ok) return { recording: null, failure: reply.failure };
  const told = readRecording(reply.result);
  return told === undefined ? { recording: null, failure: 'malformed' } : { recording: told, failure: null };
}

/** What a device answers; null: it recorded nothing yet; undefined: nothing that can be read. */
export function readRecording(result: unknown): FaultRecording | null | undefined {
  if (!isObject(result)) return undefined;
  const { at, code, from, stepMs, channels } = result;
  if (at === undefined) return null;
  if (!isTime(at) || !isTime(from) || typeof code !== 'string' || !isNumber(stepMs) || stepMs <= 0)
    return undefined;
  if (!Array.isArray(channels) || channels.length > LIMITS.recordedChannels) return undefined;
  const read = channels.map(readChannel);
  const known = read.filter((channel) => channel !== undefined);
  const values = known.reduce((sum, channel) => sum + channel.values.length, 0);
  if (known.length < read.length || values > LIMITS.recordedValues) return undefined;
  // Each value has a moment.
  if (!isTime(from + values * stepMs)) return undefined;
  return { at, code: plainText(code.slice(0, 100)), from, stepMs, channels: known };
}

function readChannel(told: unknown): FaultRecording['channels'][number] | undefined {
  if (!isObject(told)) return undefined;
  const { key, unit, values } = told;
  if (typeof key !== 'string' || key === '' || key.length > 100 || !Array.isArray(values)) return undefined;
  if (unit !== undefined && (typeof unit !== 'string' || unit.length > 16)) return undefined;
  if (!values.every((value) => value === null || isNumber(value))) return undefined;
  return { key: plainText(key), unit: plainText(unit ?? ''), values: values as (number | null)[] };
}

const isObject = (told: unknown): told is Record<string, unknown> =>
  typeof told === 'object' && told !== null && !Array.isArray(told);
const isNumber = (told: unknown): told is number => typeof told === 'number' && Number.isFinite(told);
/** A moment that a date can hold. */
const isTime = (told: unknown): told is number => isNumber(told) && Math.abs(told) <= 8.64e15;
