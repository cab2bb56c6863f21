import type { Organisation, RouteRequest, routes } from '@sunfleet/contract';
import type { Selectable, Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OrganisationsTable } from '../../platform/postgres/tables/organisations.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';
import { lockOrganisations } from './administrators.ts';
import { atCodeField } from './code-taken.ts';
import { hintFields } from './hint-fields.ts';
import { lockTree, rewritePaths } from './organisation-paths.ts';
import { mayUseOrganisation } from './organisation-scope.ts';
import { viewOrganisation } from './organisation-view.ts';
import { keepRolesNear } from './keep-roles-near.ts';
import { leaveSuperior } from './leave-superior.ts';
import { isPersonalCode } from './personal-code.ts';
import { requireOrganisation } from './require-organisation.ts';

type Changes = RouteRequest<(typeof routes)['updateOrganisation']>['body'];
type Row = Selectable<OrganisationsTable>;

/**
 * Changes the fields that are named. Only somebody who manages both sides changes the tie to the superior. When a superior lets a
 * tight organisation go, this answer is the last that it sees of it. A loose one can be bound only by somebody whose scope is the
 * whole platform, because neither side manages the other. Throws AppError organisationNotFound, organisationCodeInUse,
 * organisationCodeTaken, tieNotYours, roleInUse (members hold roles of the superior that lets it go).
 */
export async function updateOrganisation(
  platform: Pick<Platform, 'db' | 'text' | 'clock' | 'config'>,
  context: RequestContext,
  { id, changes }: { id: number; changes: Changes },
): Promise<Organisation> {
  const work = platform.db.transaction().execute(async (trx) => {
    await lockTree(trx);
    const before = await requireOrganisation(trx, context.actor, id);
    await checkCode(trx, before, changes.code);
    await checkTie(platform, { trx, context }, { before, tie: changes.tie });
    await write(trx, before, changes);
    const told = await viewOrganisation({ ...platform, db: trx }, context.actor, id);
    if (changes.tie !== undefined && changes.tie !== before.tie) {
      await rewritePaths(trx, id);
      await keepRolesNear(trx, id);
      const at = new Date(platform.clock.now());
      await leaveSuperior(trx, platform, { id, scopePath: before.scopePath, at, by: context.actor.userId });
    }
    const type = before.type === 'personal' ? 'personal' : (changes.type ?? before.type);
    await writeAudit(trx, context, {
      action: 'organisations.edit',
      objectType: 'organisation',
      objectId: id,
      organisationId: id,
      before: hintFields(fieldsBefore(before, changes), type),
      after: hintFields(changes, type),
    });
    // Every server and every live stream looks up anew who may see what, so a new name alone does not ask for it.
    if (WIDE.some((field) => changes[field] !== undefined && changes[field] !== before[field]))
      await announceChange(trx, { access: true });
    return told;
  });
  const told = await work.catch((error: unknown) => {
    throw atCodeField(platform, context, error);
  });
  return told;
}

/** What decides who sees and does what. */
const WIDE = ['tie', 'type', 'code'] as const;

function fieldsBefore(before: Row, changes: Changes): object {
  return Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof Row]]));
}

async function checkCode(trx: Transaction<Tables>, before: Row, code: string | undefined): Promise<void> {
  if (code === undefined || code === before.code) return;
  if (isPersonalCode(code)) throw new AppError('organisationCodeTaken', { code });
  const devices = trx.selectFrom('devices').select('id').where('organisationId', '=', before.id).limit(1);
  if (await devices.executeTakeFirst()) throw new AppError('organisationCodeInUse');
}

async function checkTie(
  { text }: Pick<Platform, 'text'>,
  { trx, context }: { trx: Transaction<Tables>; context: RequestContext },
  { before, tie }: { before: Row; tie: Row['tie'] | undefined },
): Promise<void> {
  if (tie === undefined || tie === before.tie || before.parentId === null) return;
  if (await mayUseOrganisation(trx, context.actor, before.parentId)) return;
  const message = text(context.language, 'errors.tieNotYours');
  throw new AppError('tieNotYours', {}, [{ path: 'body.tie', message }]);
}

async function write(trx: Transaction<Tables>, before: Row, changes: Changes): Promise<void> {
  const values = {
    ...changes,
    ...(changes.name === undefined ? {} : { name: changes.name.trim() }),
    ...(changes.area ? { area: changes.area.toUpperCase() } : {}),
  };
  if (Object.keys(values).length === 0) return;
  await lockOrganisations(trx, [before.id]);
  try {
    await trx.updateTable('organisations').set(values).where('id', '=', before.id).execute();
  } catch (error) {
    if (violatedConstraint(error) !== 'organisations__code') throw error;
    throw new AppError('organisationCodeTaken', { code: changes.code ?? '' });
  }
}
