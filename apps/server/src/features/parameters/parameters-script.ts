import type { RunStep } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { RequiredDevice } from '../devices/index.ts';
import {
  EMPTY_STEP,
  failedStep,
  goneAfter,
  isSpared,
  LOOKS_MS,
  outcomeOfSteps,
  stationOfStep,
  writeOnce,
  type RunScript,
  type RunWork,
} from '../runs/index.ts';
import { findParameters, type DeviceParameters } from './find-parameters.ts';
import { isSameValue, parameterReads, parameterWrite, toldOf, type ParameterWay } from './parameter-way.ts';

/** What a run of the kind `parameters` sets on each of its devices. */
export interface ParametersDefinition {
  changes: readonly { key: string; value: number }[];
  /** With what may harm something: whoever started it needs the permission for that at each device. */
  dangerous: boolean;
}

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
    const found = await findParameters(platform.db, work.actor, { deviceId: work.deviceId, permission });
    const { device } = found;
    const steps = [...work.steps];
    for (const change of changes.slice(steps.length)) {
      const gone = goneAfter(steps.at(-1));
      const began = platform.clock.now();
      const made = gone
        ? failedStep(change.key, gone)
        : await setOne({ ...platform, work, found, looksMs }, change);
      if ('goesOnAt' in made) return { state: 'waiting', notBefore: made.goesOnAt };
      await keep({ work, device, began }, { step: made, wanted: change.value });
      steps.push(made);
    }
    return outcomeOfSteps(steps);
  };
}

interface OneSetting extends Pick<Platform, 'db' | 'clock'> {
  work: RunWork;
  found: DeviceParameters;
  looksMs: readonly number[];
}

async function setOne(
  { db, clock, work, found: { parameters, way }, looksMs }: OneSetting,
  { key, value }: { key: string; value: number },
): Promise<RunStep | { goesOnAt: number }> {
  if (!parameters.some((each) => each.key === key)) return failedStep(key, 'unsupported');
  const isOver = () => work.expiresAt !== null && clock.now() >= work.expiresAt;
  if (isOver()) return failedStep(key, 'expired');
  const look = parameterReads(way, [key])[0]!.request;
  const before = await work.request(`${key}/before`, look);
  if (!before.ok) {
    const { failure, goesOnAt, detail } = before;
    const later = failure === 'limited' && work.steps.length === 0 ? goesOnAt : undefined;
    if (later !== undefined && later < (work.expiresAt ?? Infinity)) return { goesOnAt: later };
    return failedStep(key, failure, { detail: detail ?? null });
  }
  const told = toldOf(way, { key, request: look }, before);
  if (!told) return failedStep(key, 'refused');
  const was = told.value;
  if (was !== null && isSameValue(way, key, [was, value]))
    return { ...EMPTY_STEP, key, state: 'same', before: was, after: was };
  if (told.readOnly) return failedStep(key, 'readOnly', { before: was });
  if (isOver()) return failedStep(key, 'expired', { before: was });
  if (work.dryRun) return { ...EMPTY_STEP, key, state: 'done', before: was };
  if (await isSpared(db, work.deviceId, clock.now())) return failedStep(key, 'budget', { before: was });
  const { found: after = null, ...written } = await writeOnce(
    work,
    {
      key,
      write: parameterWrite(way, { key, value }),
      look,
      read: (reply) => toldOf(way, { key, request: look }, reply)?.value ?? undefined,
      isKept: (held) => isSameValue(way, key, [held, value]),
      wasRead: way.type === 'registers' && was !== null,
    },
    isAnswerEnough(way, key) ? [] : looksMs,
  );
  return { ...EMPTY_STEP, key, before: was, after, ...written };
}

/** Whether success is known by the answer of the device alone, because it cannot be read back. */
const isAnswerEnough = (way: ParameterWay, key: string): boolean =>
  way.type === 'registers' && way.profile.writes.find((each) => each.key === key)?.confirm === 'ack';

/**
 * Keeps a step together with its line in the log and in the history of the parameter, as of when it began: where the station changed hands while the device was asked, that
 * was done before.
 */
async function keep(
  { work, device, began }: { work: RunWork; device: RequiredDevice; began: number },
  { step, wanted }: { step: RunStep; wanted: number },
): Promise<void> {
  const { key, before, after, state, failure } = step;
  const { actor, deviceId, runId, reason, dryRun } = work;
  await work.keep(step, async (trx) => {
    if (dryRun || state === 'same') return;
    if (await isTheirs(trx, work, device))
      await trx
        .insertInto('parameterChanges')
        .values({
          deviceId,
          key,
          at: new Date(began),
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
        stationId: await stationOfStep(trx, { stationId: device.stationId, began }),
        before: { parameter: key, value: before },
        after: { parameter: key, value: after, wanted, result: failure ?? state, reason },
      },
    );
  });
}

/**
 * Whether the device still belongs to whom it did when the run was started, and does so until the transaction ends: one that left while its answer was waited for has lost
 * its history, and what is added to that now its next owner reads.
 */
async function isTheirs(
  trx: Transaction<Tables>,
  { deviceId, stationId }: RunWork,
  { organisationId }: Pick<RequiredDevice, 'organisationId'>,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM devices LEFT JOIN stations home ON home.id = devices.station_id LEFT JOIN stations former ON former.id = ${stationId}
     WHERE devices.id = ${deviceId} AND (devices.station_id = ${stationId}::bigint
       OR (home.organisation_id = former.organisation_id AND home.owner_id IS NOT DISTINCT FROM former.owner_id)
       OR (${stationId}::bigint IS NULL AND devices.organisation_id = ${organisationId}::bigint))
       FOR SHARE OF devices`.execute(trx);
  return rows.length > 0;
}
