import { LIMITS, type RunStep, type StepFailure, type StepState } from '@sunfleet/contract';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceRequest } from '../../platform/links/device-links.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { countWrites } from '../commands/index.ts';
import type { RunOutcome, RunWork } from './run-script.ts';

/** Pauses before each look whether a value was kept: loggers tell what they read up to eight seconds ago. */
export const LOOKS_MS: readonly number[] = [0, 2000, 4000, 6000];

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
]);

/** Why the device is not asked for the next step after this one; undefined: it is asked. */
export const goneAfter = (step: RunStep | undefined): StepFailure | undefined =>
  step?.failure && NOT_THERE.has(step.failure) ? step.failure : undefined;

/** Whether the memory of a device has had its writes of a day. */
export async function isSpared(db: Db, deviceId: number, now: number): Promise<boolean> {
  return (await countWrites(db, deviceId, now)) >= LIMITS.deviceWritesPerDay;
}

interface Write {
  /** Names the write within the attempt. */
  key: string;
  write: DeviceRequest & { type: 'modbusWrite' };
  /** Function that reads it back. */
  readFn: 3 | 4;
}

interface Written {
  state: StepState;
  failure: StepFailure | null;
  detail: string | null;
  /** What was read back. */
  words?: readonly number[];
}

/**
 * Writes registers, once, and looks after each pause whether they hold it. Where it is not clear whether the write arrived, that decides. Without
 * pauses the answer of the device alone counts.
 */
export async function writeOnce(
  work: Pick<RunWork, 'request' | 'signal'>,
  { key, write, readFn }: Write,
  looksMs: readonly number[],
): Promise<Written> {
  const written = await work.request(`${key}/write`, write);
  const failure = written.ok ? null : written.failure;
  const detail = written.ok ? null : (written.detail ?? null);
  if (!written.ok && (!written.sent || written.failure === 'refused'))
    return { state: 'failed', failure, detail };
  if (looksMs.length === 0) return { state: written.ok ? 'done' : 'unknown', failure, detail };
  const { slave, addr, words } = write;
  let found: readonly number[] | undefined;
  for (const [at, pause] of looksMs.entries()) {
    if (pause > 0) await wait(pause, undefined, { signal: work.signal });
    const look = { type: 'modbusRead', slave, fn: readFn, addr, count: words.length } as const;
    const reply = await work.request(`${key}/after ${at}`, look);
    if (!reply.ok) continue;
    found = reply.words ?? [];
    if (found.join() === words.join()) return { state: 'done', failure: null, detail: null, words: found };
  }
  if (!found) return { state: 'unknown', failure: failure ?? 'notVerified', detail };
  return { state: 'failed', failure: failure ?? 'notKept', detail, words: found };
}

/** How a device ended, by its steps. */
export function outcomeOfSteps(steps: readonly RunStep[]): RunOutcome {
  const unknown = steps.find(({ state }) => state === 'unknown');
  const bad = unknown ?? steps.find(({ state }) => state === 'failed');
  if (!bad) return { state: 'done' };
  const state = bad.failure === 'expired' ? 'expired' : unknown ? 'unknown' : 'failed';
  return { state, failure: bad.failure ?? 'failed', detail: bad.detail };
}
