import { PARAMETERS_READ, PARAMETERS_WRITE } from '@sunfleet/contract';
import {
  parameterValue,
  parameterWord,
  planParameterReads,
  planWrite,
  type Profile,
} from '@sunfleet/device-model';
import type { DeviceRequest, RequestReply } from '../../platform/links/device-links.ts';

/** How parameters of a device are asked: registers behind its logger, or commands of the device API. */
export type ParameterWay = { type: 'registers'; profile: Profile; slave: number } | { type: 'commands' };

/** A parameter as the device tells it. Null: what came is no value of it. */
export interface ToldParameter {
  value: number | null;
  /** The device lets nobody set it. */
  readOnly: boolean;
}

/** A request that reads parameters, and which. */
export interface ParameterRead {
  request: DeviceRequest;
  keys: readonly string[];
}

/** The fewest requests that read these parameters. */
export function parameterReads(way: ParameterWay, keys: readonly string[]): ParameterRead[] {
  if (way.type === 'commands')
    return [{ keys, request: { type: 'command', name: PARAMETERS_READ, params: { keys: [...keys] } } }];
  return planParameterReads(way.profile, { keys, slave: way.slave }).map(({ read, keys: own }) => ({
    keys: own,
    request: { type: 'modbusRead', ...read },
  }));
}

/** The request that sets one, which the caller has found to be a value of it. */
export function parameterWrite(
  way: ParameterWay,
  { key, value }: { key: string; value: number },
): DeviceRequest {
  if (way.type === 'commands') return { type: 'command', name: PARAMETERS_WRITE, params: { key, value } };
  return { type: 'modbusWrite', ...planWrite(way.profile, { key, value, slave: way.slave }) };
}

/** What a device told of a parameter; undefined: it has none of this key. */
export function toldOf(
  way: ParameterWay,
  { key, request }: { key: string; request: DeviceRequest },
  reply: RequestReply & { ok: true },
): ToldParameter | undefined {
  if (way.type === 'commands') return toldByCommand(key, reply.result);
  const write = way.profile.writes.find((each) => each.key === key);
  if (!write || request.type !== 'modbusRead') return undefined;
  const word = reply.words?.[write.addr - request.addr];
  return { value: (word === undefined ? undefined : parameterValue(write, word)) ?? null, readOnly: false };
}

function toldByCommand(key: string, result: unknown): ToldParameter | undefined {
  const { values, readOnly } = (result ?? {}) as { values?: unknown; readOnly?: unknown };
  if (typeof values !== 'object' || values === null) return { value: null, readOnly: false };
  if (!Object.hasOwn(values, key)) return undefined;
  const value = (values as Record<string, unknown>)[key];
  return {
    value: typeof value === 'number' && Number.isFinite(value) ? value : null,
    readOnly: Array.isArray(readOnly) && readOnly.includes(key),
  };
}

/** Whether two values are the same for the device: a register holds no more digits than its steps have. */
export function isSameValue(
  way: ParameterWay,
  key: string,
  [one, other]: readonly [number, number],
): boolean {
  const write = way.type === 'registers' ? way.profile.writes.find((each) => each.key === key) : undefined;
  if (!write) return Math.abs(one - other) < 1e-6;
  return parameterWord(write, one) === parameterWord(write, other);
}
