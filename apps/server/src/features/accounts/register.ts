import {
  ADMINISTRATOR_ROLE,
  AGREEMENT_VERSION,
  PRIVACY_VERSION,
  type MemberRole,
  type routes,
  type RouteRequest,
  type Session,
} from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { auditFounded, useInvite } from '../organisations/index.ts';
import { usersWithOrganisation } from './account-view.ts';
import { contactOf } from './contact.ts';
import { createUser } from './create-user.ts';
import { authorOf, openLogin, type Caller } from './finish-login.ts';
import { foundBelow, limitSuperiorCodes } from './found-below.ts';
import { foundOrganisation } from './found-organisation.ts';
import { checkNewPassword } from './new-password.ts';
import { takenError } from './taken.ts';
import { takeCode } from './take-code.ts';

type Registration = RouteRequest<(typeof routes)['register']>['body'];

/** Where a new account belongs and what it is there. */
interface Place {
  organisationId: number;
  role: MemberRole;
  roleId: number | null;
  founded: boolean;
}

/**
 * Registers an account with its organisation and signs it in. A person with an invitation joins its organisation. Otherwise a
 * personal account founds a personal organisation, and a professional one founds a merchant, loosely below the superior it names.
 * Throws AppError: invalidInput, agreementOutdated, wrongCode, codeExpired, accountTaken, userNameTaken, organisationNotFound,
 * inviteNotFound, tooManyRequests.
 */
export async function register(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  request: { context: RequestContext; caller: Caller },
  body: Registration,
): Promise<Session> {
  const { db, clock, text } = platform;
  const { context, caller } = request;
  if (body.agreementVersion !== AGREEMENT_VERSION || body.privacyVersion !== PRIVACY_VERSION)
    throw new AppError('agreementOutdated');
  await checkNewPassword(body.password, { language: context.language, text });
  if (body.superiorCode) await limitSuperiorCodes(platform, context.address);
  const now = clock.now();
  const attempt = {
    target: contactOf(body).target,
    purpose: 'register',
    code: body.validateCode,
    address: context.address,
    now,
  } as const;
  const user = await takeCode(db, attempt, async (trx) => {
    const place = await findPlace(trx, body, now);
    const id = await insertUser(trx, { body, place, now, language: context.language });
    await auditRegistration(trx, { id, place, body, address: context.address });
    return usersWithOrganisation(trx).where('users.id', '=', id).executeTakeFirstOrThrow();
  });
  return openLogin(platform, caller, { user, method: 'register', remember: false });
}

async function findPlace(trx: Transaction<Tables>, body: Registration, now: number): Promise<Place> {
  const { channel, target } = contactOf(body);
  if (body.inviteCode) {
    const contact = channel === 'mail' ? { email: target, phone: null } : { email: null, phone: target };
    return { ...(await useInvite(trx, { code: body.inviteCode, ...contact, now })), founded: false };
  }
  const place = { roleId: null, founded: true };
  if (body.accountType === 'personal' || !body.organization) {
    const own = { name: body.name, type: 'personal' } as const;
    return { ...place, organisationId: await foundOrganisation(trx, own), role: 'owner' };
  }
  const { organization: founded, superiorCode } = body;
  const organisationId = superiorCode
    ? await foundBelow(trx, { founded, superiorCode, now })
    : await foundOrganisation(trx, founded);
  return { ...place, organisationId, role: ADMINISTRATOR_ROLE };
}

interface NewAccount {
  body: Registration;
  place: Place;
  now: number;
  language: RequestContext['language'];
}

async function insertUser(
  trx: Transaction<Tables>,
  { body, place, now, language }: NewAccount,
): Promise<number> {
  const { channel, target } = contactOf(body);
  const { organisationId, role, roleId } = place;
  const { name, userName, password, accountType, agreementVersion, privacyVersion } = body;
  try {
    return await createUser(trx, {
      name,
      userName: userName ?? null,
      password,
      accountType,
      role,
      roleId,
      organisationId,
      language: body.language ?? language,
      ...(channel === 'mail' ? { email: target } : { phone: target }),
      agreed: { agreementVersion, privacyVersion, at: now },
    });
  } catch (error) {
    throw takenError(error, userName);
  }
}

interface Registered {
  id: number;
  place: Place;
  body: Registration;
  address: string | null;
}

async function auditRegistration(
  trx: Transaction<Tables>,
  { id, place, body, address }: Registered,
): Promise<void> {
  const { organisationId, role, roleId, founded } = place;
  const { accountType, agreementVersion, privacyVersion } = body;
  const context = { actor: authorOf({ id, role, organisationId }), address };
  const after = { accountType, role, roleId, organisationId, agreementVersion, privacyVersion };
  await writeAudit(trx, context, { action: 'accounts.register', objectType: 'user', objectId: id, after });
  if (!founded) return;
  const own = accountType === 'personal' || !body.organization;
  const superior = own ? null : (body.superiorCode ?? null);
  const type = own ? 'personal' : body.organization!.type;
  await auditFounded(trx, context, { id: organisationId, type, superior });
}
