import { emailRule, phoneRule, type Account, type Rule } from '@sunfleet/contract';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { violatedConstraint } from '../../../platform/postgres/violated-constraint.ts';
import type { UserRow } from '../account-view.ts';
import { normalPhone } from '../login.ts';
import { accountOf } from '../personal-info.ts';
import { takeCode } from '../take-code.ts';
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
 * Changes what is named of the own account. A new e-mail or phone needs the code that was sent to it, so one at a time; one way to
 * reach the account stays. Throws AppError: invalidInput, wrongCode, codeExpired, accountTaken, userNameTaken.
 */
export async function updateInfo(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  input: InfoChange,
): Promise<Account> {
  const user = await ownUser(platform, context);
  const changed = changesOf(user, input);
  const broken = ruleBrokenBy(user, changed, input);
  if (broken) throw wrongField(platform, context, broken);
  const target = changed.email ?? changed.phone;
  if (target) {
    const code = { target, purpose: 'changeContact', code: input.validateCode ?? '' } as const;
    await takeCode(platform.db, { ...code, now: platform.clock.now() });
  }
  const fields = Object.keys(changed);
  if (fields.length > 0) await save(platform, context, { user, changed });
  return accountOf(platform, user.id);
}

function changesOf(user: UserRow, { name, userName, email, mobile }: InfoChange): Changed {
  const asked: Changed = {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(userName === undefined ? {} : { userName: userName?.trim().toLowerCase() || null }),
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

function wrongField(
  { text }: Pick<Platform, 'text'>,
  { language }: RequestContext,
  { field, rule }: Broken,
): AppError {
  const path = `body.${field}`;
  return new AppError('invalidInput', { fields: path }, [{ path, message: text(language, `rules.${rule}`) }]);
}

/** The audit log names the fields and not what is in them: it outlives the account. */
async function save(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { user, changed }: { user: UserRow; changed: Changed },
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(changed).where('id', '=', user.id).execute();
      const entry = { action: 'accounts.updateInfo', objectType: 'user', objectId: user.id };
      await writeAudit(trx, context, { ...entry, after: { changed: Object.keys(changed) } });
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users__user_name')
      throw new AppError('userNameTaken', { userName: changed.userName ?? '' });
    if (constraint === 'users__email' || constraint === 'users__phone') throw new AppError('accountTaken');
    throw error;
  }
}
