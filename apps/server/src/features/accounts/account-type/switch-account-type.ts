import { ADMINISTRATOR_ROLE, type MemberRole, type routes, type RouteRequest } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { announceChange } from '../../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import {
  administeredAlone,
  auditFounded,
  dropIfEmpty,
  lockOrganisations,
  useInvite,
} from '../../organisations/index.ts';
import type { UserRow } from '../account-view.ts';
import { foundOrganisation } from '../found-organisation.ts';
import { brokenRule } from '../../../platform/broken-rule.ts';
import { provenUser } from '../settings/own-account.ts';
import { endOwnSessions } from '../sessions.ts';
import { takeStationsAlong } from './take-stations-along.ts';

type Switch = RouteRequest<(typeof routes)['switchAccountType']>['body'];
type Parts = Pick<Platform, 'db' | 'clock' | 'bus' | 'text'>;

/** Where the account belongs afterwards and what it is there. */
interface Place {
  organisationId: number;
  role: MemberRole;
  roleId: number | null;
}

/**
 * Switches between personal and professional edition and ends every session. Professional founds an organisation, which takes the
 * stations of the personal one over, or joins one by invitation; personal leaves the organisation for one of its own. Nothing
 * happens where the account has the type already. Throws AppError: wrongPassword, accountLocked, invalidInput, inviteNotFound,
 * lastAdministrator, memberOwnsStations (stations that would get out of sight).
 */
export async function switchAccountType(
  platform: Parts,
  context: RequestContext,
  input: Switch,
): Promise<void> {
  const user = await provenUser(platform, context, input.password);
  const { accountType, organization, inviteCode } = input;
  if (user.accountType === accountType) return;
  if (accountType === 'professional' && !organization && !inviteCode) {
    throw brokenRule(
      { language: context.language, text: platform.text },
      'body.organization.name',
      'merchantNameEmpty',
    );
  }
  await platform.db.transaction().execute(async (trx) => {
    // Organisations are locked before accounts everywhere. Of two administrators who leave at the same moment, the second finds
    // that nobody else is left.
    await lockOrganisations(trx, user.organisationId === null ? [] : [user.organisationId]);
    if (!(await holdAccount(trx, user))) return;
    if ((await administeredAlone(trx, user.id)).length > 0) throw new AppError('lastAdministrator');
    const now = platform.clock.now();
    const place = await findPlace(trx, context, { user, input, now });
    await settle(trx, context, { user, place, accountType, now });
    await announceChange(trx, { access: true });
  });
}

/** Holds the account until the end; false where it switched or was moved in the meantime. */
async function holdAccount(trx: Transaction<Tables>, user: UserRow): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('accountType', '=', user.accountType)
    .where('organisationId', 'is not distinct from', user.organisationId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

async function findPlace(
  trx: Transaction<Tables>,
  context: RequestContext,
  { user, input, now }: { user: UserRow; input: Switch; now: number },
): Promise<Place> {
  const { id: userId, name, email, phone, organisationId: from } = user;
  if (input.accountType === 'personal') {
    const organisationId = await foundOrganisation(trx, { name, type: 'personal' });
    await auditFounded(trx, context, { id: organisationId, type: 'personal' });
    return { organisationId, role: 'owner', roleId: null };
  }
  if (input.inviteCode) {
    await takeStationsAlong(trx, { userId, from: null, to: null });
    return useInvite(trx, { code: input.inviteCode, email, phone, now });
  }
  const { organization } = input;
  const organisationId = await foundOrganisation(trx, organization!);
  await auditFounded(trx, context, { id: organisationId, type: organization!.type });
  await takeStationsAlong(trx, { userId, from, to: organisationId });
  return { organisationId, role: ADMINISTRATOR_ROLE, roleId: null };
}

async function settle(
  trx: Transaction<Tables>,
  context: RequestContext,
  {
    user,
    place,
    accountType,
    now,
  }: { user: UserRow; place: Place; accountType: Switch['accountType']; now: number },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...place, accountType })
    .where('id', '=', user.id)
    .execute();
  await endOwnSessions(trx, context.actor, user.id);
  const before = { accountType: user.accountType, role: user.role, organisationId: user.organisationId };
  const entry = { action: 'accounts.switchType', objectType: 'user', objectId: user.id } as const;
  await writeAudit(trx, context, { ...entry, before, after: { accountType, ...place } });
  if (user.organisationId !== null) await dropIfEmpty(trx, context, { id: user.organisationId, now });
}
