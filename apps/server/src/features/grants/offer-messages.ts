import {
  ADDRESSES,
  ADMINISTRATOR_ROLE,
  emailRule,
  FALLBACK_LANGUAGE,
  LIMITS,
  phoneRule,
  registerAddress,
} from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { JobKinds } from '../../platform/jobs/job-kinds.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { mayTake } from '../../platform/tries.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { publicLink, sendMessage, unaskedLimits, wayTo, type Reader } from '../outbox/index.ts';
import { stationScope } from '../scope/index.ts';

const DAY_MS = 86_400_000;

/** An offer that still waits. */
interface Waiting {
  fromUserId: number | null;
  from: string | null;
  fromLanguage: string | null;
  /** Name of the one station that is handed over; null of a grant. */
  station: string | null;
  toUserId: number | null;
  toOrganisationId: number | null;
  toAccount: string | null;
  toCode: string | null;
}

/**
 * Job: writes to whoever a grant or a station was offered to, which is not done while it is offered, so that the answer takes as long
 * for a name that nobody has. A contact without an account gets the message, too. Once, however often the job is done: its server may be killed after
 * the messages are written and before the job counts as done.
 */
export async function tellOffer(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  offer: JobKinds['offers.tell'],
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const waiting = await takeWaiting(trx, offer, now);
    if (!waiting) return;
    const known = await readersOf(trx, waiting);
    const page = known.length > 0 ? ADDRESSES.authorizations : registerAddress('');
    const readers = known.length > 0 ? known : await strangerOf(trx, waiting, now);
    const link = publicLink(config, page);
    // Always in the same order, so that two jobs that count the same recipients do not lock each other.
    const ways = readers.flatMap((reader) => wayTo(reader, FALLBACK_LANGUAGE) ?? []);
    for (const way of ways.toSorted((a, b) => (a.to < b.to ? -1 : 1))) {
      // Beyond a limit nothing is sent, and nobody is told: an answer would say who exists. The offer itself stands.
      if (!(await mayTake(trx, unaskedLimits(way.to, waiting.fromUserId), now))) continue;
      const from = waiting.from ?? '';
      const { station, toCode, toOrganisationId } = waiting;
      if (station === null) {
        await sendMessage(trx, { ...way, template: 'grantOffered', values: { from, link }, now });
        continue;
      }
      const template = toCode !== null || toOrganisationId !== null ? 'installerOffered' : 'handOverOffered';
      await sendMessage(trx, { ...way, template, values: { from, station, link }, now });
    }
  });
}

/** The offer, if it waits and nobody was told of it. */
async function takeWaiting(
  trx: Transaction<Tables>,
  offer: JobKinds['offers.tell'],
  now: number,
): Promise<Waiting | undefined> {
  const at = new Date(now);
  const of =
    'grantId' in offer
      ? sql`UPDATE grants o SET told_at = ${at} WHERE o.id = ${offer.grantId} AND o.state = 'pending' AND o.told_at IS NULL
            RETURNING o.created_by AS from_user_id, o.organisation_id, NULL::text AS station, o.to_user_id, o.to_organisation_id,
            o.to_account, o.to_code`
      : sql`UPDATE hand_overs o SET told_at = ${at} FROM stations
            WHERE stations.id = o.station_id AND o.id = ${offer.handOverId} AND o.state = 'pending' AND o.told_at IS NULL
            RETURNING o.from_user_id, stations.organisation_id, stations.name AS station, o.to_user_id, o.to_organisation_id,
            o.to_account, o.to_code`;
  const { rows } = await sql<Waiting>`
    WITH of AS (${of})
    SELECT of.*, coalesce(giver.name, organisations.name) AS from, giver.language AS from_language
      FROM of LEFT JOIN users giver ON giver.id = of.from_user_id
      LEFT JOIN organisations ON organisations.id = of.organisation_id`.execute(trx);
  return rows[0];
}

/** The person it is to, or the administrators of the organisation. */
async function readersOf(
  trx: Transaction<Tables>,
  { toUserId, toOrganisationId }: Waiting,
): Promise<readonly Reader[]> {
  return trx
    .selectFrom('users')
    .select(['email', 'phone', 'language'])
    .where((eb) =>
      eb.or([
        eb('id', '=', toUserId),
        eb.and([eb('organisationId', '=', toOrganisationId), eb('role', '=', ADMINISTRATOR_ROLE)]),
      ]),
    )
    .where('lockedAt', 'is', null)
    .execute();
}

/** A contact that nobody has, in the language of who offers. Beyond the limit of a day it is not written to, which nobody is told. */
async function strangerOf(
  trx: Transaction<Tables>,
  { toUserId, toAccount, fromUserId, fromLanguage: language }: Waiting,
  now: number,
): Promise<readonly Reader[]> {
  if (toUserId !== null || toAccount === null) return [];
  const email = emailRule(toAccount) ? null : toAccount;
  const phone = email === null && !phoneRule(toAccount) ? toAccount : null;
  if (email === null && phone === null) return [];
  const subject = `offers to strangers, account ${fromUserId}`;
  const limit = { subject, withinMs: DAY_MS, most: LIMITS.offersToStrangersDaily };
  return (await mayTake(trx, [limit], now)) ? [{ email, phone, language }] : [];
}

/**
 * Writes to the person who offered a station what became of the offer. Whoever has left since and sees the station no longer is not told of an offer that
 * nobody accepted: its message would say how the station is called now.
 */
export async function tellOfferer(
  trx: Transaction<Tables>,
  told: {
    handOverId: number;
    template: 'handOverAccepted' | 'handOverDeclined' | 'handOverExpired';
    now: number;
  },
): Promise<void> {
  const { handOverId, template, now } = told;
  const offer = await trx
    .selectFrom('handOvers')
    .innerJoin('stations', 'stations.id', 'handOvers.stationId')
    .innerJoin('users', 'users.id', 'handOvers.fromUserId')
    .select(['stations.name as station', 'users.email', 'users.phone', 'users.language'])
    .select(['stations.id as stationId', 'users.id as userId'])
    .select(sql<string>`coalesce(hand_overs.to_account, hand_overs.to_code, '')`.as('to'))
    .where('handOvers.id', '=', handOverId)
    .where('users.lockedAt', 'is', null)
    .executeTakeFirst();
  const way = offer && wayTo(offer, FALLBACK_LANGUAGE);
  if (!way || (template !== 'handOverAccepted' && !(await stillSees(trx, offer, now)))) return;
  await sendMessage(trx, { ...way, template, values: { to: offer.to, station: offer.station }, now });
}

async function stillSees(
  trx: Transaction<Tables>,
  { userId, stationId }: { userId: number; stationId: number },
  at: number,
): Promise<boolean> {
  const actor = await findUserActor(trx, { userId, at, orLeaving: true });
  const seen =
    actor &&
    (await trx
      .selectFrom('stations')
      .select('id')
      .where('id', '=', stationId)
      .where(stationScope(actor, 'stations.view'))
      .executeTakeFirst());
  return seen !== undefined;
}
