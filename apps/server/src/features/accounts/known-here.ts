import type { FastifyRequest } from 'fastify';
import { bearerOf } from '../../platform/http/admit.ts';
import type { GoesOn } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { networkOf } from '../../platform/network-of.ts';
import { hashToken } from '../../platform/tokens.ts';
import { createTurns } from '../../platform/turns.ts';
import { findUser } from './login.ts';
import { knowsNetwork } from './login-delay.ts';

/** Requests a minute of one account beyond those of its network. More than anybody types, and wrong passwords lock much sooner. */
const OWN_RATE = 10;
/** The longest name of an account that a login takes; tickets are shorter. */
const LONGEST_TEXT = 254;
/** Looking up who is known takes one connection of the database at most, and networks take turns. */
const LOOK_UPS = { atOnce: 1, waitingEach: 64, waitingInAll: 512 };

/**
 * Who goes on signing in where neighbours behind the same address have used up its requests: accounts whose holders signed in from there before,
 * and whoever shows something that only a login gives. Each counts by itself, so guessing at others stays as slow as it is.
 */
export interface KnownHere {
  /** By the account that the body of a request names. */
  account(nameOf: (body: unknown) => string): GoesOn;
  /** By the ticket of a login that asks for the second factor. */
  ticket: GoesOn;
  /** By the refresh token of a session. */
  session: GoesOn;
}

export function createKnownHere({ platform: { db, clock }, tally }: HttpServer): KnownHere {
  const lookUps = createTurns(LOOK_UPS);
  /** `find` answers the account; it counts once it is known, so that invented names take no memory. */
  const goesOn =
    (find: (request: FastifyRequest, network: string) => Promise<number | undefined>): GoesOn =>
    async (request) => {
      const network = networkOf(request.ip);
      const found = await lookUps.take(network, () => find(request, network));
      if (found === undefined) return false;
      const { url } = request.routeOptions;
      return tally.count(`${url} account ${found} from ${network}`) <= OWN_RATE;
    };
  return {
    account: (nameOf) =>
      goesOn(async ({ body }, network) => {
        const account = nameOf(body);
        const user = account ? await findUser({ db }, account) : undefined;
        if (!user) return undefined;
        return (await knowsNetwork(db, { userId: user.id, network, now: clock.now() })) ? user.id : undefined;
      }),
    ticket: goesOn(async ({ body }) => {
      const ticket = db
        .selectFrom('loginTickets')
        .select('userId')
        .where('ticketHash', '=', hashToken(textOf(body, 'ticket')))
        .where('expiresAt', '>', new Date(clock.now()));
      return (await ticket.executeTakeFirst())?.userId;
    }),
    session: goesOn(async (request) => {
      const session = db
        .selectFrom('sessions')
        .select('id')
        .where('refreshHash', '=', hashToken(bearerOf(request)))
        .where('refreshExpiresAt', '>', new Date(clock.now()));
      return (await session.executeTakeFirst())?.id;
    }),
  };
}

/**
 * A text of a body that nobody has checked yet; empty where there is none, or one that no login takes. To make one form of a name takes the square of the
 * marks on a letter: a fifth of a second of the only turn for the 16 kB that a stranger may send.
 */
export function textOf(body: unknown, name: string): string {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  return text.length <= LONGEST_TEXT ? text : '';
}
