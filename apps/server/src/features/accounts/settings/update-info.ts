import {
  emailRule,
  normalPhone,
  phoneRule,
  type Account,
  type Language,
  type Rule,
} from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { Reader, SecurityEvent } from '../../outbox/index.ts';
import type { UserRow } from '../account-view.ts';
import { canonicalUserName } from '../account-name.ts';
import { accountOf } from '../personal-info.ts';
import { brokenRule } from '../../../platform/broken-rule.ts';
import { sendSecurityNotice } from '../security-notice.ts';
import { holdSession } from '../../../platform/hold-session.ts';
import { takeCode } from '../take-code.ts';
import { takenError } from '../taken.ts';
import { ownUser } from './own-account.ts';

export interface InfoChange {
  name?: string | undefined;
  userName?: string | null | undefined;
  email?: string | null | undefined;
  mobile?: string | null | undefined;
  validateCode?: string | undefined;
}

/** Columns that really change. */
type Changed = Partial<Pick<UserRow, 'name' | 'userName' | 'email' | 'phone'>>;

/**
 * Changes the named fields of the caller's account. A new e-mail or phone needs the code that was sent to it, so a call changes
 * one of them. One contact has to stay. The former contact gets a message. Throws AppError: invalidInput, wrongCode, codeExpired,
 * accountTaken, userNameTaken.
 */
export async function updateInfo(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'config'>,
  context: RequestContext,
  input: InfoChange,
): Promise<Account> {
  const user = await ownUser(platform, context);
  const changed = changesOf(user, input);
  const broken = ruleBrokenBy(user, changed, input);
  if (broken) {
    const words = { language: context.language, text: platform.text };
    throw brokenRule(words, `body.${broken.field}`, broken.rule);
  }
  const work = async (trx: Transaction<Tables>) => {
    await save(trx, context, { userId: user.id, changed });
    await tellChanges(trx, platform, { user, changed, language: context.language });
  };
  const target = changed.email ?? changed.phone;
  const code = input.validateCode ?? '';
  if (target) {
    const { address } = context;
    const attempt = { target, purpose: 'changeContact', code, address, now: platform.clock.now() } as const;
    await takeCode(platform.db, attempt, work);
  } else if (Object.keys(changed).length > 0) {
    await platform.db.transaction().execute(work);
  }
  return accountOf(platform, user.id);
}

function changesOf(user: UserRow, { name, userName, email, mobile }: InfoChange): Changed {
  const asked: Changed = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(userName === undefined ? {} : { userName: (userName && canonicalUserName(userName)) || null }),
    ...(email === undefined ? {} : { email: email?.toLowerCase() || null }),
    ...(mobile === undefined ? {} : { phone: mobile ? normalPhone(mobile) || mobile : null }),
  };
  return Object.fromEntries(
    Object.entries(asked).filter(([key, value]) => user[key as keyof Changed] !== value),
  );
}

interface Broken {
  field: string;
  rule: Rule;
}

function ruleBrokenBy(user: UserRow, changed: Changed, input: InfoChange): Broken | undefined {
  const { email, phone } = changed;
  if (email && emailRule(email)) return { field: 'email', rule: 'emailInvalid' };
  if (phone && phoneRule(phone)) return { field: 'mobile', rule: 'phoneInvalid' };
  if (email && phone) return { field: 'mobile', rule: 'contactTwice' };
  if ((email || phone) && !input.validateCode) return { field: 'validateCode', rule: 'codeEmpty' };
  const after = { ...user, ...changed };
  if (after.email || after.phone || after.userName) return undefined;
  return { field: email === null ? 'email' : 'mobile', rule: 'contactEmpty' };
}

/** The audit log names the fields and not what is in them: it outlives the account. */
async function save(
  trx: Transaction<Tables>,
  context: RequestContext,
  { userId, changed }: { userId: number; changed: Changed },
): Promise<void> {
  try {
    await trx.updateTable('users').set(changed).where('id', '=', userId).execute();
  } catch (error) {
    throw takenError(error, changed.userName);
  }
  await holdSession(trx, context.actor);
  const entry = { action: 'accounts.updateInfo', objectType: 'user', objectId: userId } as const;
  await writeAudit(trx, context, { ...entry, after: { changed: Object.keys(changed) } });
}

/** The message goes to a contact that was replaced or removed, otherwise to the one that stays. A new user name sends one too. */
async function tellChanges(
  trx: Transaction<Tables>,
  platform: Pick<Platform, 'clock' | 'config'>,
  { user, changed, language }: { user: UserRow; changed: Changed; language: Language },
): Promise<void> {
  const tell = (what: SecurityEvent, reader: Reader & { id: number }) =>
    sendSecurityNotice(trx, platform, { reader, what, language });
  if (changed.email !== undefined) await tell('emailChanged', user);
  if (changed.phone !== undefined)
    await tell('phoneChanged', user.phone === null ? user : { ...user, email: null });
  if (changed.userName !== undefined) await tell('userNameChanged', user);
}
