import {
  ADDRESSES,
  type Language,
  type RouteOutput,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { humanCode } from '../../platform/human-code.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import {
  endSessionsOf,
  hashPassword,
  INITIAL_PASSWORD_MS,
  initialPasswordSecret,
  revokeProofs,
  sendSecurityNotice,
  setPassword,
} from '../accounts/index.ts';
import { takeTry } from '../../platform/tries.ts';
import { accountLimits, deliveryBy, publicLink, sendMessage, timeWords } from '../outbox/index.ts';
import { languageOf } from '../../platform/text.ts';
import { requireMember, type ManagedMember } from './require-member.ts';

const LENGTH = 6;

/**
 * Gives a member an initial password, which works once within seven days and must be changed. Every session, API key and passkey
 * ends. A second factor stays. The password is answered, and mailed to a member with an address. A member who has only a phone
 * gets an SMS that there is a password, and the password itself from the person who reset it. Throws AppError userNotFound,
 * moreThanHeld, notYourself, tooManyRequests.
 */
export async function resetMemberPassword(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  input: RouteRequest<(typeof routes)['resetMemberPassword']>['body'],
): Promise<RouteOutput<(typeof routes)['resetMemberPassword']>> {
  const password = 'password' in input ? input.password : humanCode(LENGTH);
  const passwordHash = await hashPassword(password);
  const now = platform.clock.now();
  const until = now + INITIAL_PASSWORD_MS;
  const mailed = await platform.db.transaction().execute(async (trx) => {
    const id = 'userId' in input ? input.userId : await idOf(trx, input.userCode);
    if (id === context.actor.userId) throw new AppError('notYourself');
    const member = await requireMember(trx, context.actor, id);
    await takeTry(trx, accountLimits('passwords set', id), now);
    await setPassword(trx, { userId: id, passwordHash, initial: true, now });
    await endSessionsOf(trx, id);
    const before = await revokeProofs(trx, id);
    await tell(trx, platform, { member, password, until, language: context.language });
    await writeAudit(trx, context, {
      action: 'members.resetPassword',
      objectType: 'user',
      objectId: id,
      organisationId: member.organisationId,
      before,
    });
    await announceChange(trx, { accessOf: [id] });
    return member.email !== null;
  });
  return { password, expiresAt: until, delivery: mailed ? deliveryBy(platform.config, 'mail') : null };
}

interface Given {
  member: ManagedMember;
  password: string;
  /** When it stops working, epoch milliseconds. */
  until: number;
  /** Where the member has chosen none. */
  language: Language;
}

async function tell(
  trx: Transaction<Tables>,
  platform: Pick<Platform, 'clock' | 'config'>,
  { member, password, until, language }: Given,
): Promise<void> {
  if (member.email === null) {
    await sendSecurityNotice(trx, platform, { reader: member, what: 'passwordReset', language });
    return;
  }
  const known = languageOf(member.language, language);
  const link = publicLink(platform.config, ADDRESSES.login);
  await sendMessage(trx, {
    channel: 'mail',
    to: member.email,
    template: 'initialPassword',
    language: known,
    values: { password, time: timeWords(known, until), link },
    secret: { of: initialPasswordSecret(member.id), until },
    now: platform.clock.now(),
  });
}

async function idOf(trx: Transaction<Tables>, userCode: string): Promise<number> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('userCode', '=', userCode.toUpperCase())
    .executeTakeFirst();
  if (!row) throw new AppError('userNotFound');
  return row.id;
}
