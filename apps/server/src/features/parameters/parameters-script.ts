import { LIMITS, type RunStep, type StepFailure } from '@sunfleet/contract';
import { parameterValue, planWrite, profileById, slaveOf, type ProfileWrite } from '@sunfleet/device-model';
import { setTimeout as wait } from 'node:timers/promises';
import { writeAudit } from '../../platform/audit.ts';
import type { RequestReply } from '../../platform/links/device-links.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice, type RequiredDevice } from '../devices/index.ts';
import type { RunOutcome, RunScript, RunWork } from '../runs/index.ts';
import { countWrites } from './count-writes.ts';

/** What a run of the kind `parameters` sets on each of its devices. */
export interface ParametersDefinition {
  changes: readonly { key: string; value: number }[];
  /** With what may harm something: whoever started it needs the permission for that at each device. */
  dangerous: boolean;
}

/** Pauses before each look whether a value was kept: loggers tell what they read up to eight seconds ago. */
const LOOKS_MS = [0, 2000, 4000, 6000];

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

interface ScriptOptions {
  looksMs?: readonly number[];
}

/**
 * Sets parameters one after the other: reads the value, writes where it is another one, and reads it back. A write is sent once. Where it is not clear
 * whether it arrived, what is read back decides.
 */
export function createParametersScript(
  platform: Pick<Platform, 'db' | 'clock'>,
  { looksMs = LOOKS_MS }: ScriptOptions = {},
): RunScript {
  return async (work) => {
    const { changes, dangerous } = work.definition as ParametersDefinition;
    const permission = dangerous ? 'parameters.dangerous' : 'parameters.write';
    const device = await requireDevice(platform.db, work.actor, work.deviceId, permission);
    const steps = [...work.steps];
    for (const change of changes.slice(steps.length)) {
      const last = steps.at(-1);
      const gone = last?.failure && NOT_THERE.has(last.failure) ? last.failure : undefined;
      const made = gone
        ? failed(change.key, gone)
        : await setOne({ ...platform, work, device, looksMs }, change);
      if ('goesOnAt' in made) return { state: 'waiting', notBefore: made.goesOnAt };
      await keep({ work, device, now: platform.clock.now() }, { step: made, wanted: change.value });
      steps.push(made);
    }
    return outcomeOf(steps);
  };
}

interface OneSetting extends Pick<Platform, 'db' | 'clock'> {
  work: RunWork;
  device: RequiredDevice;
  looksMs: readonly number[];
}

async function setOne(
  { db, clock, work, device, looksMs }: OneSetting,
  { key, value }: { key: string; value: number },
): Promise<RunStep | { goesOnAt: number }> {
  const profile = device.profileId === null ? undefined : profileById(device.profileId);
  const write = profile?.writes.find((each) => each.key === key);
  if (!profile || !write) return failed(key, 'unsupported');
  const slave = slaveOf(device.attributes, profile);
  const read = async (name: string) => {
    const { readFn: fn, addr } = write;
    const reply = await work.request(`${key}/${name}`, { type: 'modbusRead', slave, fn, addr, count: 1 });
    return { reply, value: reply.ok ? valueIn(write, reply) : undefined };
  };
  const isOver = () => work.expiresAt !== null && clock.now() >= work.expiresAt;
  if (isOver()) return failed(key, 'expired');
  const before = await read('before');
  if (!before.reply.ok) {
    const { failure, goesOnAt, detail } = before.reply;
    const later = failure === 'limited' && work.steps.length === 0 ? goesOnAt : undefined;
    if (later !== undefined && later < (work.expiresAt ?? Infinity)) return { goesOnAt: later };
    return failed(key, failure, { detail });
  }
  const was = before.value ?? null;
  if (was === value) return { ...EMPTY, key, state: 'same', before: was, after: was };
  if (isOver()) return failed(key, 'expired', { before: was });
  if (work.dryRun) return { ...EMPTY, key, state: 'done', before: was };
  if ((await countWrites(db, work.deviceId, clock.now())) >= LIMITS.deviceWritesPerDay)
    return failed(key, 'budget', { before: was });
  const written = await work.request(`${key}/write`, {
    type: 'modbusWrite',
    ...planWrite(profile, { key, value, slave }),
  });
  const isSure = !written.ok && (!written.sent || written.failure === 'refused');
  if (isSure) return failed(key, written.failure, { before: was, detail: written.detail });
  if (written.ok && write.confirm === 'ack') return { ...EMPTY, key, state: 'done', before: was };
  let after: number | undefined;
  for (const [at, pause] of looksMs.entries()) {
    if (pause > 0) await wait(pause, undefined, { signal: work.signal });
    const look = await read(`after ${at}`);
    after = look.value ?? after;
    if (look.value === value) return { ...EMPTY, key, state: 'done', before: was, after: value };
  }
  if (after === undefined) {
    const failure = written.ok ? 'notVerified' : written.failure;
    return { ...EMPTY, key, state: 'unknown', before: was, failure };
  }
  return {
    ...EMPTY,
    key,
    state: 'failed',
    before: was,
    after,
    failure: written.ok ? 'notKept' : written.failure,
  };
}

const EMPTY = { before: null, after: null, answer: null, failure: null, detail: null } as const;

function failed(
  key: string,
  failure: StepFailure,
  { before = null, detail }: { before?: number | null; detail?: string | undefined } = {},
): RunStep {
  return { ...EMPTY, key, state: 'failed', before, failure, detail: detail ?? null };
}

function valueIn(write: ProfileWrite, reply: RequestReply & { ok: true }): number | undefined {
  const word = reply.words?.[0];
  return word === undefined ? undefined : parameterValue(write, word);
}

/** Keeps a step together with its line in the log and in the history of the parameter. */
async function keep(
  { work, device, now }: { work: RunWork; device: RequiredDevice; now: number },
  { step, wanted }: { step: RunStep; wanted: number },
): Promise<void> {
  const { key, before, after, state, failure } = step;
  const { actor, deviceId, runId, reason, dryRun } = work;
  await work.keep(step, async (trx) => {
    if (dryRun || state === 'same') return;
    await trx
      .insertInto('parameterChanges')
      .values({
        deviceId,
        key,
        at: new Date(now),
        userId: actor.userId,
        runId,
        before,
        after,
        wanted,
        state,
        failure,
        reason,
      })
      .execute();
    await writeAudit(
      trx,
      { actor, address: null },
      {
        action: 'parameters.set',
        objectType: 'device',
        objectId: deviceId,
        stationId: device.stationId,
        before: { parameter: key, value: before },
        after: { parameter: key, value: after, wanted, result: failure ?? state, reason },
      },
    );
  });
}

function outcomeOf(steps: readonly RunStep[]): RunOutcome {
  const unknown = steps.find(({ state }) => state === 'unknown');
  const bad = unknown ?? steps.find(({ state }) => state === 'failed');
  if (!bad) return { state: 'done' };
  const state = bad.failure === 'expired' ? 'expired' : unknown ? 'unknown' : 'failed';
  return { state, failure: bad.failure ?? 'failed', detail: bad.detail };
}
