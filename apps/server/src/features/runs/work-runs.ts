import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { FALLBACK_LANGUAGE, type RunKind } from '@sunfleet/contract';
import { AppError, messageOf } from '../../platform/errors.ts';
import type { Addressee } from '../../platform/links/device-links.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { isStoreFailure } from '../../platform/store-failure.ts';
import { languageOf } from '../../platform/text.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { Absent, awaitDevice } from './await-device.ts';
import {
  addStep,
  claimDevices,
  countFault,
  endDevice,
  endRuns,
  holdOn,
  IS_REPLACED,
  isWorkLeft,
  letGo,
  type Claimed,
} from './run-rows.queries.ts';
import { restAfter } from './rest-after.ts';
import type { RunOutcome, RunScripts } from './run-script.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'links' | 'log' | 'text'>;

/** Devices that one server asks at a time, of all runs together. One that pauses between two steps is not among them. */
const AT_ONCE = 256;
/** Time between two looks for devices whose turn has come. */
const LOOK_MS = 250;
/** Time between two looks for runs that are over. */
const END_MS = 1000;
/** Longer pauses are taken in pieces, so that other servers know that this one is there. */
const PIECE_MS = 20_000;
/** Pause after a fault. */
const AGAIN_SECONDS = 5;
/** Faults that lie in the work itself, one after the other, after which a device ends. A store that is away is waited for. */
const MOST_FAULTS = 5;
/** How long an answer of a device is waited for: polls of the same logger go first. */
const TIMEOUT_MS = 15_000;

/** Thrown where another server has gone on with a device. */
class Lost extends Error {}

/**
 * Works on the devices of all runs until none is left to begin with: the job `runs.work`. Any number of servers share the devices. One that was
 * killed loses nothing: another one goes on with its devices, asks with the same keys, and so sends nothing twice.
 * `startedAt`: when this server began, epoch milliseconds, because devices dial in again after it.
 */
export async function workRuns(
  platform: Parts,
  scripts: RunScripts,
  signal: AbortSignal,
  startedAt = -Infinity,
): Promise<void> {
  const { db, clock } = platform;
  const holder = randomUUID();
  const active = new Set<Promise<void>>();
  const pausing = new Set<Claimed>();
  let endedAt = -Infinity;
  const begin = (claimed: Claimed) => {
    const work = workOn(platform, { scripts, startedAt, signal, pausing }, claimed).finally(() =>
      active.delete(work),
    );
    active.add(work);
  };
  try {
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      if (began >= endedAt + END_MS) {
        await endRuns(db, clock.now());
        endedAt = performance.now();
      }
      const most = AT_ONCE - (active.size - pausing.size);
      const claimed = most > 0 ? await claimDevices(db, { most, holder, now: clock.now() }) : [];
      for (const one of claimed) begin(one);
      await wait(restAfter(performance.now() - began, active.size), undefined, { signal });
      if (claimed.length > 0) continue;
      if (active.size === 0 && !(await isWorkLeft(db, clock.now()))) {
        // The last device may have ended after the look above.
        await endRuns(db, clock.now());
        break;
      }
      await Promise.race([...active, wait(LOOK_MS, undefined, { signal }).catch(() => undefined)]);
    }
  } finally {
    await Promise.all(active);
  }
}

interface Working {
  scripts: RunScripts;
  startedAt: number;
  signal: AbortSignal;
  /** Devices of this server that wait between two steps. */
  pausing: Set<Claimed>;
}

async function workOn(platform: Parts, working: Working, claimed: Claimed): Promise<void> {
  const { db, clock, log } = platform;
  try {
    const outcome = await outcomeOf(platform, working, claimed);
    await endDevice(db, claimed, { outcome, now: clock.now() });
  } catch (error) {
    if (error instanceof Lost) return;
    // Whoever goes on with it finds what was kept; a fault of a store is no fault of the device.
    const { aborted } = working.signal;
    if (!aborted) log.warn({ err: messageOf(error), ...claimed }, 'a device of a run waits');
    const isOfWork = !aborted && !isStoreFailure(error);
    await goOnLater(platform, claimed, { seconds: aborted ? 0 : AGAIN_SECONDS, isOfWork }).catch(
      () => undefined,
    );
  }
}

/** Lets any server go on with a device, unless the work on it failed too often: it then ends, and what it was asked may have been done. */
async function goOnLater(
  { db, clock, log, text }: Parts,
  claimed: Claimed,
  { seconds, isOfWork }: { seconds: number; isOfWork: boolean },
): Promise<void> {
  const faults = isOfWork ? ((await countFault(db, claimed)) ?? 0) : 0;
  if (faults < MOST_FAULTS) return letGo(db, claimed, seconds);
  log.error({ ...claimed, faults }, 'a device of a run ends, because the work on it fails again and again');
  const person = await db
    .selectFrom('users')
    .innerJoin('runs', 'runs.userId', 'users.id')
    .select('users.language')
    .where('runs.id', '=', claimed.runId)
    .executeTakeFirst();
  const detail = text(languageOf(person?.language ?? null, FALLBACK_LANGUAGE), 'errors.internal');
  await endDevice(db, claimed, {
    outcome: { state: 'unknown', failure: 'denied', detail },
    now: clock.now(),
  });
}

async function outcomeOf(
  { db, clock, links }: Parts,
  { scripts, startedAt, signal, pausing }: Working,
  claimed: Claimed,
): Promise<RunOutcome> {
  const { runId, deviceId, attempt } = claimed;
  const run = await db
    .selectFrom('runs')
    .innerJoin('runDevices', 'runDevices.runId', 'runs.id')
    .select(['runs.kind', 'runs.userId', 'runs.definition', 'runs.dryRun', 'runs.reason', 'runs.expiresAt'])
    .select(['runDevices.steps', 'runDevices.stationId', 'runDevices.absences', IS_REPLACED.as('isReplaced')])
    .where('runs.id', '=', runId)
    .where('runDevices.deviceId', '=', deviceId)
    .executeTakeFirst();
  if (!run) throw new Lost('the run is gone');
  // Nobody began or approved anything for the device that is there by now.
  if (run.isReplaced) return { state: 'failed', failure: 'notAllowed' };
  const actor = await findUserActor(db, { userId: run.userId, at: clock.now() });
  if (!actor) return { state: 'failed', failure: 'notAllowed' };
  const goOn = async () => {
    signal.throwIfAborted();
    const held = await holdOn(db, claimed);
    if (held === 'lost') throw new Lost('another server has it');
    if (held === 'replaced') throw new AppError('noDataPermission');
    return held.sn;
  };
  const expiresAt = run.expiresAt?.getTime() ?? null;
  const needed = { ...neededFor(run), stationId: run.stationId };
  try {
    return await scripts[run.kind]({
      runId,
      deviceId,
      stationId: run.stationId,
      actor,
      definition: run.definition,
      dryRun: run.dryRun,
      reason: run.reason,
      steps: run.steps,
      expiresAt,
      signal,
      async pause(ms) {
        pausing.add(claimed);
        try {
          for (let left = ms; left > 0; left -= PIECE_MS) {
            await goOn();
            await wait(Math.min(left, PIECE_MS), undefined, { signal });
          }
        } finally {
          pausing.delete(claimed);
        }
      },
      async request(key, request, timeoutMs = TIMEOUT_MS) {
        const sn = await goOn();
        const to = { actor, deviceId, sn, ...needed };
        const keyOf = (time: number) =>
          `run ${runId}/${deviceId}/${attempt}/${key}${time > 0 ? `/again ${time}` : ''}`;
        const { absences } = run;
        const reply = await awaitDevice(
          db,
          { deviceId, absences, expiresAt, now: clock.now(), startedAt },
          (time) => links.request(to, request, { timeoutMs, idempotencyKey: keyOf(time) }),
        );
        // With words of a device that cannot be kept it would be begun anew without end, and no other run had its turn there.
        return reply.ok || reply.detail === undefined ? reply : { ...reply, detail: plainText(reply.detail) };
      },
      async keep(step, also) {
        await db.transaction().execute(async (trx) => {
          if (!(await addStep(trx, claimed, step))) throw new Lost('another server has it');
          await also?.(trx);
        });
      },
    });
  } catch (error) {
    if (error instanceof Absent)
      return { state: 'waiting', notBefore: error.notBefore, absences: run.absences + 1 };
    // The device is not there any more, not the one of before, or not theirs.
    if (error instanceof AppError && error.status < 500) return { state: 'failed', failure: 'notAllowed' };
    throw error;
  }
}

/** What its person needs at each write besides the right to write: a run outlasts a role. */
function neededFor({ kind, definition }: { kind: RunKind; definition: unknown }): Partial<Addressee> {
  if ((definition as { dangerous?: boolean }).dangerous) return { permission: 'parameters.dangerous' };
  if (kind === 'firmware') return { permission: 'firmware.upgrade' };
  return kind === 'instructions' ? { holds: 'operations.run' } : {};
}
