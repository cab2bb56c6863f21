import { LIMITS, type Organisation, type RouteRequest, type routes } from '@sunfleet/contract';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeTry, type TryLimit } from '../../platform/tries.ts';
import { atCodeField } from './code-taken.ts';
import { createOrganisation } from './create-organisation.ts';
import { hintFields } from './hint-fields.ts';
import { isPersonalCode } from './personal-code.ts';
import { requirePlace } from './require-organisation.ts';
import { quotasOf } from './organisation-view.ts';

const NOTHING_USED = { devices: 0, customPoints: 0, samplesToday: 0, samplesStored: 0, stationFiles: 0 };

const DAY_MS = 86_400_000;

type Input = RouteRequest<(typeof routes)['createOrganisation']>['body'];

/**
 * Creates a department or sub-merchant below an organisation in scope. Throws AppError organisationNotFound, noDataPermission,
 * organisationCodeTaken, tooManyRequests (so many of this person within a day).
 */
export async function addOrganisation(
  platform: Pick<Platform, 'db' | 'text' | 'config' | 'clock'>,
  context: RequestContext,
  input: Input,
): Promise<Organisation> {
  const made = platform.db.transaction().execute(async (trx) => {
    await requirePlace(trx, context.actor, input.parentId);
    if (input.code !== undefined && isPersonalCode(input.code))
      throw new AppError('organisationCodeTaken', { code: input.code });
    await takeTry(trx, [limitOf(context)], platform.clock.now());
    const row = await createOrganisation(trx, input);
    await writeAudit(trx, context, {
      action: 'organisations.create',
      objectType: 'organisation',
      objectId: row.id,
      organisationId: input.parentId ?? row.id,
      after: hintFields(input, row.type),
    });
    await announceChange(trx, { access: true });
    return row;
  });
  const row = await made.catch((error: unknown) => {
    throw atCodeField(platform, context, error);
  });
  const { path: _path, scopePath: _scopePath, createdAt, ...fields } = row;
  return {
    ...fields,
    counts: { members: 0, stations: 0, devices: 0 },
    quotas: quotasOf(platform.config, NOTHING_USED, fields),
    manageable: input.tie === 'tight',
    createdAt: createdAt.getTime(),
  };
}

function limitOf({ actor }: RequestContext): TryLimit {
  const most = LIMITS.organisationsPerPersonDaily;
  return { subject: `organisations, account ${actor.userId}`, withinMs: DAY_MS, most };
}
