import { DEVICE_API_FAMILY, PARAMETERS_ATTRIBUTE, type RouteRequest, type routes } from '@sunfleet/contract';
import { DEVICE_API_PARAMETERS, profileById, type SettableParameter } from '@sunfleet/device-model';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { startSeveral } from '../several-devices/index.ts';
import type { ParametersDefinition } from './parameters-script.ts';
import { checkChanges } from './set-parameters.ts';

/** Devices at a time, and for how long one may wait for its turn: a thousand take some ten minutes. */
const AT_ONCE = 10;
const WAIT_MS = 30 * 60_000;

/**
 * Starts the run that sets everyday parameters of all devices of a family. Each is read before and after, and the writes of its day are counted, as of
 * one alone. Throws AppError: parametersUnsupported, parameterNotFound, parameterDangerous, invalidInput, and what `startSeveral` throws.
 */
export async function setSeveralParameters(
  { db, clock, text }: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  { target, profileId, changes, reason }: RouteRequest<(typeof routes)['setSeveralParameters']>['body'],
): Promise<{ runId: number; devices: number }> {
  const family = familyOf(profileId);
  if (family.parameters.length === 0) throw new AppError('parametersUnsupported');
  checkChanges({ language: context.language, text }, family.parameters, { changes, dangerous: false });
  const definition: ParametersDefinition = { changes, dangerous: false };
  return startSeveral({ db, clock }, context, {
    kind: 'parameters',
    permission: 'parameters.write',
    target,
    only: family.only,
    definition,
    name: changes.map(({ key }) => key).join(', '),
    reason,
    concurrency: AT_ONCE,
    expiresAt: clock.now() + WAIT_MS,
  });
}

/** What can be set on devices of a family, and which these are. */
function familyOf(profileId: string): {
  parameters: readonly SettableParameter[];
  only: RawBuilder<SqlBool>;
} {
  const { name, value } = PARAMETERS_ATTRIBUTE;
  if (profileId === DEVICE_API_FAMILY)
    return {
      parameters: DEVICE_API_PARAMETERS,
      only: sql`(devices.parent_id IS NULL AND devices.attributes ->> ${name}::text = ${value})`,
    };
  // Registers are read and written through a logger.
  return {
    parameters: profileById(profileId)?.writes ?? [],
    only: sql`(devices.profile_id = ${profileId} AND devices.parent_id IS NOT NULL)`,
  };
}
