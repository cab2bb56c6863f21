import type { routes } from '@sunfleet/contract';
import { profileById, slaveOf } from '@sunfleet/device-model';
import type * as z from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice } from '../devices/index.ts';

/** Polls of the same logger go first, and a device that is asleep is asked in vain for some seconds. */
const TIMEOUT_MS = 15_000;

type Route = typeof routes.readRegisters;
type Asked = z.infer<Route['body']>;
type Answer = z.infer<Route['output']>;

/** Reads registers of a device through the connection of its logger, on whichever server that is. Throws AppError `deviceNotFound`. */
export async function readRegisters(
  { db, links }: Pick<Platform, 'db' | 'links'>,
  actor: Actor,
  deviceId: number,
  { fn, addr, count, idempotencyKey }: Asked,
): Promise<Answer> {
  const { profileId, attributes } = await requireDevice(db, actor, deviceId, 'parameters.read');
  const profile = profileId === null ? undefined : profileById(profileId);
  if (!profile) return { ok: false, command: null, failure: 'unsupported' };
  const request = { type: 'modbusRead', slave: slaveOf(attributes, profile), fn, addr, count } as const;
  const options = { timeoutMs: TIMEOUT_MS, idempotencyKey };
  const reply = await links.request({ actor, deviceId }, request, options);
  if (!reply.ok) return reply;
  const { command, words = [] } = reply;
  return { ok: true, command, words: [...words] };
}
