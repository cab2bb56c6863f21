import type { RouteRequest, routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { humanCode } from '../../platform/human-code.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { endSessionsOf, revokeProofs, setPassword } from '../accounts/index.ts';
import { publicLink, sendMessage } from '../outbox/index.ts';
import { languageOf } from '../../platform/text.ts';
import { requireMember } from './require-member.ts';

const LENGTH = 6;

/**
 * Gives a member an initial password, which works once and must be changed. Every session, API key and passkey ends; a second
 * factor stays. The password is answered, and mailed where there is an address. Throws AppError userNotFound, moreThanHeld, notYourself.
 */
export async function resetMemberPassword(
  platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'config'>,
  context: RequestContext,
  input: RouteRequest<(typeof routes)['resetMemberPassword']>['body'],
): Promise<{ password: string }> {
  const password = 'password' in input ? input.password : humanCode(LENGTH);
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const id = 'userId' in input ? input.userId : await idOf(trx, input.userCode);
    if (id === context.actor.userId) throw new AppError('notYourself');
    const member = await requireMember(trx, context.actor, id);
    await setPassword(trx, { userId: id, password, initial: true, now });
    await endSessionsOf(trx, id);
    const before = await revokeProofs(trx, id);
    if (member.email) {
      const link = publicLink(platform.config, '/login');
      await sendMessage(trx, {
        channel: 'mail',
        to: member.email,
        template: 'initialPassword',
        language: languageOf(member.language, context.language),
        values: { password, link },
        now,
      });
    }
    await writeAudit(trx, context, {
      action: 'members.resetPassword',
      objectType: 'user',
      objectId: id,
      organisationId: member.organisationId,
      before,
    });
  });
  platform.bus.publish('accessChanged', {});
  return { password };
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
