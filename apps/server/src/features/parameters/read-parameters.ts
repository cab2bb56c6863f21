import type { RouteOutput, routes } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { RequestReply } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { findParameters } from './find-parameters.ts';
import { parameterReads, toldOf, type ParameterRead, type ParameterWay } from './parameter-way.ts';

type Answer = RouteOutput<(typeof routes)['readParameters']>;
type Value = Answer['values'][number];

/** Polls of the same logger go first. */
const TIMEOUT_MS = 15_000;

/**
 * Parameters read from the device now, all that it may have or those that are named. A device that refuses registers in one piece is asked for each of
 * them: it may lack one of them. Throws AppError: deviceNotFound, deviceTypeUnknown, parametersUnsupported.
 */
export async function readParameters(
  { db, clock, links }: Pick<Platform, 'db' | 'clock' | 'links'>,
  actor: Actor,
  deviceId: number,
  named: readonly string[] | undefined,
): Promise<Answer> {
  const found = await findParameters(db, actor, { deviceId, permission: 'parameters.read' });
  const { way, parameters } = found;
  const known = parameters.map(({ key }) => key);
  const keys = named ? known.filter((key) => named.includes(key)) : known;
  const ask = ({ request }: ParameterRead) =>
    links.request({ actor, deviceId }, request, { timeoutMs: TIMEOUT_MS });
  const values: Value[] = [];
  for (const read of parameterReads(way, keys)) {
    const reply = await ask(read);
    const isWhole = reply.ok || reply.failure !== 'refused' || read.keys.length === 1;
    if (isWhole || way.type === 'commands')
      values.push(...read.keys.map((key) => valueOf(way, key, { read, reply })));
    else
      for (const key of read.keys) {
        const [single] = parameterReads(way, [key]);
        values.push(valueOf(way, key, { read: single!, reply: await ask(single!) }));
      }
    // Whoever does not answer once does not answer to the rest either.
    if (!reply.ok && !['refused', 'failed', 'malformed'].includes(reply.failure)) {
      const missing = keys.filter((key) => !values.some((value) => value.key === key));
      values.push(...missing.map((key) => valueOf(way, key, { read, reply })));
      break;
    }
  }
  return { at: clock.now(), values };
}

function valueOf(
  way: ParameterWay,
  key: string,
  { read: { request }, reply }: { read: ParameterRead; reply: RequestReply },
): Value {
  const none = { key, value: null, goesOnAt: null, readOnly: false };
  if (!reply.ok) return { ...none, failure: reply.failure, goesOnAt: reply.goesOnAt ?? null };
  const told = toldOf(way, { key, request }, reply);
  if (!told) return { ...none, failure: 'refused' };
  return { ...none, ...told, failure: told.value === null ? 'malformed' : null };
}
