import { wordsOfHex, type RunStep, type StepFailure } from '@sunfleet/contract';
import { parameterValue, profileById, refusedValue, slaveOf, type Profile } from '@sunfleet/device-model';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireDevice, type RequiredDevice } from '../devices/index.ts';
import {
  EMPTY_STEP,
  failedStep,
  goneAfter,
  isSpared,
  LOOKS_MS,
  outcomeOfSteps,
  registerWrite,
  stationOfStep,
  writeOnce,
  type RunScript,
  type RunWindow,
  type RunWork,
} from '../runs/index.ts';

/** A step of a set as it was when the run began. */
export interface InstructionStep {
  code: string;
  fn: 3 | 4 | 6 | 16;
  address: number;
  count: number;
  /** Words that are written, four hex digits each; empty: it reads. */
  data: string;
  delaySeconds: number;
  goesOn: boolean;
  readsBack: boolean;
}

/** What a run of the kind `instructions` does on each of its devices. */
export interface InstructionsDefinition {
  setId: number;
  /** Approved by a second person, so that it may write what can harm something. */
  dangerous: boolean;
  /** When its devices begin; `withinWindow` reads it. */
  window?: RunWindow | null;
  steps: readonly InstructionStep[];
}

/** Does the steps of a set one after the other. Each write is sent once; where it is not clear whether it arrived, what is read back decides. */
export function createInstructionsScript(
  platform: Pick<Platform, 'db' | 'clock'>,
  { looksMs = LOOKS_MS, secondMs = 1000 }: { looksMs?: readonly number[]; secondMs?: number } = {},
): RunScript {
  return async (work) => {
    const { steps, dangerous } = work.definition as InstructionsDefinition;
    const permission = dangerous ? 'parameters.dangerous' : 'parameters.write';
    const device = await requireDevice(platform.db, work.actor, work.deviceId, permission);
    const profile = device.profileId === null ? undefined : profileById(device.profileId);
    if (!profile) return { state: 'failed', failure: 'unsupported' };
    const made = [...work.steps];
    for (const [at, step] of steps.entries()) {
      if (at < made.length) continue;
      const last = made.at(-1);
      if (last?.state !== undefined && isBad(last) && !steps[at - 1]!.goesOn) break;
      const gone = goneAfter(last);
      if (step.delaySeconds > 0 && at > 0 && !gone) await work.pause(step.delaySeconds * secondMs);
      const began = platform.clock.now();
      const one = gone
        ? failedStep(step.code, gone)
        : await doStep({ ...platform, work, device, profile, looksMs, dangerous }, { step, at });
      if ('goesOnAt' in one) return { state: 'waiting', notBefore: one.goesOnAt };
      await keep({ work, device, began }, { one, step });
      made.push(one);
    }
    return outcomeOfSteps(made);
  };
}

interface OneStep extends Pick<Platform, 'db' | 'clock'> {
  work: RunWork;
  device: RequiredDevice;
  profile: Profile;
  looksMs: readonly number[];
  dangerous: boolean;
}

async function doStep(
  { db, clock, work, device, profile, looksMs, dangerous }: OneStep,
  { step, at }: { step: InstructionStep; at: number },
): Promise<RunStep | { goesOnAt: number }> {
  const { code: key, fn, address: addr, count, data } = step;
  const slave = slaveOf(device.attributes, profile);
  const failed = (failure: StepFailure, facts?: Partial<RunStep>) => failedStep(key, failure, facts);
  if (work.expiresAt !== null && clock.now() >= work.expiresAt) return failed('expired');
  const readFn = fn === 4 ? 4 : 3;
  const read = (name: string) =>
    work.request(`${at}/${name}`, { type: 'modbusRead', slave, fn: readFn, addr, count });
  const isSend = data !== '';
  const first = !isSend || step.readsBack || work.dryRun ? await read('before') : undefined;
  if (first && !first.ok) {
    const { failure, goesOnAt, detail = null } = first;
    const later = failure === 'limited' && work.steps.length === 0 && at === 0 ? goesOnAt : undefined;
    if (later !== undefined && later < (work.expiresAt ?? Infinity)) return { goesOnAt: later };
    return failed(failure, { detail });
  }
  const was = first?.ok ? (first.words ?? []) : undefined;
  const before = singleOf(was);
  if (!isSend) return { ...EMPTY_STEP, key, state: 'done', before, after: before, answer: hexOfWords(was) };
  const words = wordsOfHex(data);
  if (was && hexOfWords(was) === hexOfWords(words))
    return { ...EMPTY_STEP, key, state: 'same', before, after: before, answer: hexOfWords(was) };
  if (work.dryRun) return { ...EMPTY_STEP, key, state: 'done', before, answer: hexOfWords(was) };
  if (!dangerous && !isHarmless(profile, { addr, words })) return failed('notAllowed', { before });
  if (await isSpared(db, work.deviceId, clock.now())) return failed('budget', { before });
  const write = { type: 'modbusWrite', slave, fn: fn as 6 | 16, addr, words } as const;
  const { found, ...written } = await writeOnce(
    work,
    registerWrite(String(at), write, readFn),
    step.readsBack ? looksMs : [],
  );
  return { ...EMPTY_STEP, key, ...written, before, after: singleOf(found), answer: hexOfWords(found) };
}

/** Whether the profile knows each register as one of everyday settings, and each value as one of its own, whatever the author of an instruction says. */
function isHarmless(
  { writes }: Profile,
  { addr, words }: { addr: number; words: readonly number[] },
): boolean {
  return words.every((word, offset) =>
    writes.some((write) => {
      const value = write.addr === addr + offset ? parameterValue(write, word) : undefined;
      return write.risk === 'low' && value !== undefined && refusedValue(write, value) === undefined;
    }),
  );
}

const singleOf = (words: readonly number[] | undefined): number | null =>
  words?.length === 1 ? words[0]! : null;

const hexOfWords = (words: readonly number[] | undefined): string | null =>
  words ? words.map((word) => word.toString(16).padStart(4, '0')).join('') : null;

const isBad = ({ state }: RunStep): boolean => state === 'failed' || state === 'unknown';

async function keep(
  { work, device, began }: { work: RunWork; device: RequiredDevice; began: number },
  { one, step }: { one: RunStep; step: InstructionStep },
): Promise<void> {
  const isWritten = step.data !== '' && one.state !== 'same' && !work.dryRun;
  await work.keep(one, async (trx) => {
    if (!isWritten) return;
    const { fn, address, data, code } = step;
    await writeAudit(
      trx,
      { actor: work.actor, address: null },
      {
        action: 'instructions.send',
        objectType: 'device',
        objectId: work.deviceId,
        stationId: await stationOfStep(trx, { stationId: device.stationId, began }),
        before: { value: one.before },
        after: {
          code,
          fn,
          address,
          data,
          value: one.after,
          result: one.failure ?? one.state,
          reason: work.reason,
        },
      },
    );
  });
}
