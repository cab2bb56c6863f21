import type { RouteOutput, routes } from '@sunfleet/contract';
import { parameterValue, planParameterReads, type ModbusRead, type Profile } from '@sunfleet/device-model';
import type { Actor } from '../../platform/actor.ts';
import type { RequestReply } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { findParameters } from './find-parameters.ts';

type Answer = RouteOutput<(typeof routes)['readParameters']>;
type Value = Answer['values'][number];

/** Polls of the same logger go first. */
const TIMEOUT_MS = 15_000;

/**
 * Parameters read from the device now, all of its profile or those that are named. A device that refuses registers in one piece is asked for each of
 * them: it may lack one of them. Throws AppError: deviceNotFound, parametersUnsupported.
 */
export async function readParameters(
  { db, clock, links }: Pick<Platform, 'db' | 'clock' | 'links'>,
  actor: Actor,
  deviceId: number,
  named: readonly string[] | undefined,
): Promise<Answer> {
  const { profile, slave } = await findParameters(db, actor, { deviceId, permission: 'parameters.read' });
  const keys = named ?? profile.writes.map(({ key }) => key);
  const ask = (read: ModbusRead) =>
    links.request({ actor, deviceId }, { type: 'modbusRead', ...read }, { timeoutMs: TIMEOUT_MS });
  const values: Value[] = [];
  for (const plan of planParameterReads(profile, { keys, slave })) {
    const reply = await ask(plan.read);
    const isWhole = reply.ok || reply.failure !== 'refused' || plan.keys.length === 1;
    if (isWhole) values.push(...plan.keys.map((key) => valueOf(profile, key, { read: plan.read, reply })));
    else
      for (const key of plan.keys) {
        const [single] = planParameterReads(profile, { keys: [key], slave });
        values.push(valueOf(profile, key, { read: single!.read, reply: await ask(single!.read) }));
      }
    // Whoever does not answer once does not answer to the rest either.
    if (!reply.ok && !['refused', 'failed', 'malformed'].includes(reply.failure)) {
      const missing = keys.filter((key) => !values.some((value) => value.key === key));
      values.push(...missing.map((key) => valueOf(profile, key, { read: plan.read, reply })));
      break;
    }
  }
  return { at: clock.now(), values };
}

function valueOf(
  profile: Profile,
  key: string,
  { read, reply }: { read: ModbusRead; reply: RequestReply },
): Value {
  if (!reply.ok) return { key, value: null, failure: reply.failure, goesOnAt: reply.goesOnAt ?? null };
  const write = profile.writes.find((each) => each.key === key);
  const word = write && reply.words?.[write.addr - read.addr];
  const value = write && word !== undefined ? parameterValue(write, word) : undefined;
  return { key, value: value ?? null, failure: value === undefined ? 'malformed' : null, goesOnAt: null };
}
