import {
  type Delivery,
  emailRule,
  LIMITS,
  normalPhone,
  phoneRule,
  registerAddress,
  type RouteOutput,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { brokenRule } from '../../../platform/broken-rule.ts';
import { humanCode } from '../../../platform/human-code.ts';
import { maskTyped } from '../../../platform/mask-contact.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { holdCaller } from '../../../platform/require-still.ts';
import { takeTry, type TryLimit } from '../../../platform/tries.ts';
import { deliveryBy, publicLink, sendMessage, unaskedLimits } from '../../outbox/index.ts';
import { chooseRole } from '../give-role.ts';
import { openInvites, toInvite, type InviteRow } from './invite-view.ts';
import { inviteSecret, requireInvitable, requireInviting } from '../../organisations/index.ts';

type Needs = Pick<Platform, 'db' | 'clock' | 'config' | 'text'>;
type Body = RouteRequest<(typeof routes)['inviteMember']>['body'];

const CODE_LENGTH = 10;
const DAY_MS = 86_400_000;

/**
 * Makes an invitation. One to an e-mail or phone fits that one alone, once, and is sent there. Throws AppError
 * organisationNotFound, roleNotFound, moreThanHeld, invalidInput, tooManyRequests (invitations of a day, and
 * messages to one recipient).
 */
export async function inviteMember(
  platform: Needs,
  context: RequestContext,
  { organisationId, body }: { organisationId: number; body: Body },
): Promise<RouteOutput<(typeof routes)['inviteMember']>> {
  const { email, phone } = addressOf(platform, context, body);
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    const organisation = await requireInvitable(trx, context.actor, organisationId);
    await takeTry(trx, limitsOf(context, organisationId), now);
    const chosen = await chooseRole(trx, body, organisation);
    requireInviting(context.actor, organisation, chosen);
    const { role, roleId } = chosen;
    const { id } = await trx
      .insertInto('invites')
      .values({
        organisationId,
        role,
        roleId,
        email,
        phone,
        code: humanCode(CODE_LENGTH),
        maxUses: email || phone ? 1 : body.maxUses,
        expiresAt: new Date(now + body.validDays * DAY_MS),
        createdBy: context.actor.userId,
        createdAt: new Date(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, context, {
      action: 'members.invite',
      objectType: 'invite',
      objectId: id,
      organisationId,
      // Of the contact only a hint: the log outlives the account.
      after: {
        role,
        roleId,
        email: email && maskTyped(email),
        phone: phone && maskTyped(phone),
        maxUses: body.maxUses,
        validDays: body.validDays,
      },
    });
    const row = await openInvites(trx, now).where('invites.id', '=', id).executeTakeFirstOrThrow();
    const delivery = await send(platform, context, { trx, row, now });
    return { ...toInvite(row), code: row.code, delivery };
  });
}

/** Each invitation to an address is a message that somebody may not have asked for, so a day has only so many. */
function limitsOf({ actor }: RequestContext, organisationId: number): TryLimit[] {
  const { invitesPerPersonDaily, invitesPerOrganisationDaily } = LIMITS;
  return [
    { subject: `invitations, account ${actor.userId}`, withinMs: DAY_MS, most: invitesPerPersonDaily },
    {
      subject: `invitations, organisation ${organisationId}`,
      withinMs: DAY_MS,
      most: invitesPerOrganisationDaily,
    },
  ];
}

/** The address in the form accounts keep it. Throws AppError invalidInput. */
function addressOf(
  { text }: Pick<Platform, 'text'>,
  { language }: RequestContext,
  { email, mobile }: Body,
): { email: string | null; phone: string | null } {
  const words = { language, text };
  if (email && emailRule(email)) throw brokenRule(words, 'body.email', 'emailInvalid');
  if (mobile && phoneRule(mobile)) throw brokenRule(words, 'body.mobile', 'phoneInvalid');
  return { email: email?.toLowerCase() || null, phone: mobile ? normalPhone(mobile) : null };
}

/** Answers how the message goes; null where the invitation is for nobody in particular. */
async function send(
  platform: Needs,
  { actor, language }: RequestContext,
  { trx, row, now }: { trx: Transaction<Tables>; row: InviteRow; now: number },
): Promise<Delivery | null> {
  const to = row.email ?? row.phone;
  if (to === null) return null;
  await takeTry(trx, unaskedLimits(to, actor.userId), now);
  const channel = row.email ? 'mail' : 'sms';
  const { code, organisation } = row;
  const role = row.roleName ?? platform.text(language, `common.account.role.${row.role}`);
  const link = publicLink(platform.config, registerAddress(code));
  await sendMessage(trx, {
    channel,
    to,
    template: 'invitation',
    language,
    values: { organisation, role, code, link },
    secret: { of: inviteSecret(row.id), until: row.expiresAt.getTime() },
    now,
  });
  return deliveryBy(platform.config, channel);
}
