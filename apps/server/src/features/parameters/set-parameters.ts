import { LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import { refusedValue, type SettableParameter } from '@sunfleet/device-model';
import type { Transaction } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { countWrites } from '../commands/index.ts';
import { startRun } from '../runs/index.ts';
import { findParameters } from './find-parameters.ts';
import type { ParametersDefinition } from './parameters-script.ts';

type Parts = Pick<Platform, 'db' | 'clock' | 'text'>;
type Body = RouteRequest<(typeof routes)['setParameters']>['body'];

interface Setting extends Body {
  deviceId: number;
  /** With what may harm something. */
  dangerous: boolean;
  /** The device as the second person saw it; on no other one is anything set. */
  shown?: ShownDevice;
}

/** A device by its serial number, as what it is read and where it is: a value that is right at one station may harm another one. */
export interface ShownDevice {
  sn: string;
  profile: string | null;
  stationId: number | null;
}

/**
 * Starts the run that sets parameters of one device. Throws AppError: deviceNotFound, parametersUnsupported, parameterNotFound, parameterDangerous,
 * invalidInput, writeBudgetSpent, proposalChanged.
 */
export const setParameters = (
  { db, clock, text }: Parts,
  context: RequestContext,
  setting: Setting,
): Promise<number> => db.transaction().execute((trx) => startSetting({ trx, clock, text }, context, setting));

/** The same in the caller's transaction. */
export async function startSetting(
  { trx, clock, text }: Omit<Parts, 'db'> & { trx: Transaction<Tables> },
  context: RequestContext,
  setting: Setting,
): Promise<number> {
  const { deviceId, changes, reason, dangerous, shown } = setting;
  await checkSetting({ db: trx, text }, context, setting);
  const used = await countWrites(trx, deviceId, clock.now());
  const most = LIMITS.deviceWritesPerDay;
  if (used + changes.length > most) throw new AppError('writeBudgetSpent', { used, most });
  if (shown) await requireShown(trx, deviceId, shown);
  const definition: ParametersDefinition = { changes, dangerous };
  return startRun(
    trx,
    { clock },
    {
      actor: context.actor,
      address: context.address,
      kind: 'parameters',
      name: changes.map(({ key }) => key).join(', '),
      definition,
      deviceIds: [deviceId],
      concurrency: 1,
      expiresAt: clock.now() + LIMITS.parameterMs,
      reason,
    },
  );
}

/**
 * Another device may come into its place, another family be written down, or it may come to another station, while the approval is written down. It stays as it is until the run has begun:
 * what comes into its place after that, the run knows. Throws AppError `proposalChanged`.
 */
async function requireShown(trx: Transaction<Tables>, id: number, shown: ShownDevice): Promise<void> {
  const now = await trx
    .selectFrom('devices')
    .select(['sn', 'profileId as profile', 'stationId'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!isDeepStrictEqual(now, shown)) throw new AppError('proposalChanged');
}

/** Throws what `setParameters` throws of what is wrong in the call itself. Answers the device as it is now: another one may come into its place. */
export async function checkSetting(
  { db, text }: Pick<Parts, 'db' | 'text'>,
  { actor, language }: RequestContext,
  { deviceId, changes, dangerous }: Setting,
): Promise<ShownDevice> {
  const permission = dangerous ? 'parameters.dangerous' : 'parameters.write';
  const { device, parameters } = await findParameters(db, actor, { deviceId, permission });
  checkChanges({ language, text }, parameters, { changes, dangerous });
  return { sn: device.sn, profile: device.profileId, stationId: device.stationId };
}

/** Throws AppError: parameterNotFound, parameterDangerous, invalidInput. */
export function checkChanges(
  words: Pick<RequestContext, 'language'> & Pick<Parts, 'text'>,
  parameters: readonly SettableParameter[],
  { changes, dangerous }: Pick<Setting, 'changes' | 'dangerous'>,
): void {
  const seen = new Set<string>();
  for (const [at, { key, value }] of changes.entries()) {
    const write = parameterOf(parameters, key);
    if (write.risk !== 'low' && !dangerous) throw new AppError('parameterDangerous');
    const refused = refusedValue(write, value);
    const field = `body.changes.${at}.value`;
    if (refused)
      throw brokenRule(words, field, refused === 'no-choice' ? 'parameterChoice' : 'parameterRange');
    if (seen.has(key)) throw brokenRule(words, `body.changes.${at}.key`, 'parameterTwice');
    seen.add(key);
  }
}

function parameterOf(parameters: readonly SettableParameter[], key: string): SettableParameter {
  const write = parameters.find((each) => each.key === key);
  if (!write) throw new AppError('parameterNotFound', { key });
  return write;
}
