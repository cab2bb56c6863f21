import { ADDRESSES, type RouteRequest, type routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { maskTyped } from '../../platform/mask-contact.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { holdSession } from '../../platform/hold-session.ts';
import { COOLING_OFF_MS, ownUser, takeCode } from '../accounts/index.ts';
import { dayWords, publicLink, sendMessage, wayTo } from '../outbox/index.ts';
import { administeredAlone } from '../organisations/index.ts';
import { findPerson, offerStation, withdrawHandOversOf } from '../grants/index.ts';
import { decideStations } from './decide-stations.ts';
import { getCancellation, type Cancellation } from './get-cancellation.ts';

/** Where a cancellation is taken back. */
const PAGE = `${ADDRESSES.account}?tab=cancellation`;

/**
 * Asks for the caller's account to be erased after the cooling-off time, and says what becomes of its stations. Asking again
 * restarts the time and replaces the decisions. A station that shall have a new owner is offered to them. The holder gets a message. Throws AppError: stationsUndecided, stationNotFound,
 * userNotFound, notYourself, lastAdministrator, wrongCode, codeExpired.
 */
export async function cancelAccount(
  platform: Pick<Platform, 'db' | 'clock' | 'text' | 'config'>,
  context: RequestContext,
  { validateCode, stations }: RouteRequest<(typeof routes)['cancelAccount']>['body'],
): Promise<Cancellation> {
  const user = await ownUser(platform, context);
  const choices = await decideStations(platform, context, { userId: user.id, decisions: stations });
  const alone = await administeredAlone(platform.db, user.id);
  if (alone.length > 0) throw new AppError('lastAdministrator');
  const now = platform.clock.now();
  const target = await codeTarget(platform.db, user);
  const { address } = context;
  const attempt = { target, purpose: 'cancelAccount', code: validateCode, address, now } as const;
  await takeCode(platform.db, attempt, async (trx) => {
    await trx
      .updateTable('users')
      .set({ cancelRequestedAt: new Date(now), cancelChoices: JSON.stringify(choices) })
      .where('id', '=', user.id)
      .execute();
    await holdSession(trx, context.actor);
    const entry = { action: 'accounts.cancel', objectType: 'user', objectId: user.id } as const;
    // Of the new owners only a hint: the log outlives their accounts.
    const told = choices.map(({ to, ...choice }) => ({ ...choice, to: to && maskTyped(to) }));
    await writeAudit(trx, context, { ...entry, after: { stations: told } });
    const stationIds = choices.map(({ stationId }) => stationId);
    await withdrawHandOversOf(trx, { userId: user.id, stationIds, now });
    for (const { stationId, to } of choices)
      if (to !== null) await offerStation(trx, context, { stationId, to: await findPerson(trx, to), now });
    const way = wayTo(user, context.language);
    if (!way) return;
    const date = dayWords(way.language, now + COOLING_OFF_MS);
    const values = { date, link: publicLink(platform.config, PAGE) };
    await sendMessage(trx, { ...way, template: 'cancellationPlanned', values, now });
  });
  return getCancellation(platform, context);
}

/** Which contact of the account the newest code went to. Throws AppError `codeExpired` where none did. */
async function codeTarget(db: Db, user: { email: string | null; phone: string | null }): Promise<string> {
  const contacts = [user.email, user.phone].filter((contact) => contact !== null);
  if (contacts.length === 0) throw new AppError('codeExpired');
  const row = await db
    .selectFrom('verificationCodes')
    .select('target')
    .where('purpose', '=', 'cancelAccount')
    .where('target', 'in', contacts)
    .orderBy('sentAt', 'desc')
    .executeTakeFirst();
  if (!row) throw new AppError('codeExpired');
  return row.target;
}
