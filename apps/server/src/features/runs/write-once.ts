import { LIMITS, type RunStep, type StepFailure, type StepState } from '@sunfleet/contract';
import type { DeviceRequest, RequestReply } from '../../platform/links/device-links.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { countWrites } from '../commands/index.ts';
import type { RunOutcome, RunWork } from './run-script.ts';

/** Pauses before each look whether a value was kept: loggers tell what they read up to eight seconds ago. */
export const LOOKS_MS: readonly number[] = [0, 2000, 4000, 6000];

/** Pauses before further looks at a device that is away: after a server was killed, loggers need minutes to dial in again. */
const AWAY_MS: readonly number[] = [8000, 15_000, 30_000, 60_000];
const AWAY: ReadonlySet<StepFailure> = new Set(['notConnected', 'disconnected']);

/** Failures after which the rest of a device is not asked. */
const NOT_THERE: ReadonlySet<StepFailure> = new Set([
  'notAllowed',
  'stopped',
  'limited',
  'untrusted',
  'notConnected',
  'unsupported',
  'timeout',
  'asleep',
  'disconnected',
  'expired',
  'budget',
  'noAddress',
]);

/** Why the device is not asked for the next step after this one; undefined: it is asked. */
export const goneAfter = (step: RunStep | undefined): StepFailure | undefined =>
  step?.failure && NOT_THERE.has(step.failure) ? step.failure : undefined;

/** Whether the memory of a device has had its writes of a day. */
export async function isSpared(db: Db, deviceId: number, now: number): Promise<boolean> {
  return (await countWrites(db, deviceId, now)) >= LIMITS.deviceWritesPerDay;
}

/** Modbus exceptions of a register that is there to be read: no function that writes it, and no address that can be written. */
const NOT_WRITTEN: ReadonlySet<number> = new Set([1, 2]);

/** What is written, and how it is seen that the device holds it. */
interface Write<Found> {
  /** Names the write within the attempt. */
  key: string;
  write: DeviceRequest;
  look: DeviceRequest;
  /** What an answer to the look says; undefined: nothing that can be read. */
  read(reply: RequestReply & { ok: true }): Found | undefined;
  isKept(found: Found): boolean;
  /** It was read right before: what refuses to be written then is read only. */
  wasRead?: boolean;
}

interface Written<Found> {
  state: StepState;
  failure: StepFailure | null;
  detail: string | null;
  /** What was read back. */
  found?: Found;
}

/**
 * Writes, once, and looks after each pause whether the device holds it. Where it is not clear whether the write arrived, that decides, and a device
 * that is away then is waited for. Without pauses the answer of the device alone counts.
 */
export async function writeOnce<Found>(
  work: Pick<RunWork, 'request' | 'pause'>,
  { key, write, look, read, isKept, wasRead = false }: Write<Found>,
  looksMs: readonly number[],
): Promise<Written<Found>> {
  const written = await work.request(`${key}/write`, write);
  const failure = written.ok ? null : written.failure;
  const detail = written.ok ? null : (written.detail ?? null);
  if (!written.ok && (!written.sent || written.failure === 'refused')) {
    const readOnly = wasRead && NOT_WRITTEN.has(written.exception ?? 0);
    return { state: 'failed', failure: readOnly ? 'readOnly' : failure, detail };
  }
  if (looksMs.length === 0) return { state: written.ok ? 'done' : 'unknown', failure, detail };
  let found: Found | undefined;
  let isAway = false;
  for (const [at, pause] of [...looksMs, ...AWAY_MS].entries()) {
    if (at >= looksMs.length && !isAway) break;
    if (pause > 0) await work.pause(pause);
    const reply = await work.request(`${key}/after ${at}`, look);
    isAway = !reply.ok && AWAY.has(reply.failure);
    const told = reply.ok ? read(reply) : undefined;
    if (told === undefined) continue;
    found = told;
    if (isKept(found)) return { state: 'done', failure: null, detail: null, found };
  }
  if (found === undefined) return { state: 'unknown', failure: failure ?? 'notVerified', detail };
  return { state: 'failed', failure: failure ?? 'notKept', detail, found };
}

/** Registers as `writeOnce` writes them. `readFn`: function that reads them back. */
export function registerWrite(
  key: string,
  write: DeviceRequest & { type: 'modbusWrite' },
  readFn: 3 | 4,
): Write<readonly number[]> {
  const { slave, addr, words } = write;
  return {
    key,
    write,
    look: { type: 'modbusRead', slave, fn: readFn, addr, count: words.length },
    read: (reply) => reply.words ?? [],
    isKept: (found) => found.join() === words.join(),
  };
}

/** How a device ended, by its steps. */
export function outcomeOfSteps(steps: readonly RunStep[]): RunOutcome {
  const unknown = steps.find(({ state }) => state === 'unknown');
  const bad = unknown ?? steps.find(({ state }) => state === 'failed');
  if (!bad) return { state: 'done' };
  const state = bad.failure === 'expired' ? 'expired' : unknown ? 'unknown' : 'failed';
  return { state, failure: bad.failure ?? 'failed', detail: bad.detail };
}
