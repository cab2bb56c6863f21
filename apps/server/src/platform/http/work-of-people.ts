import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';
import { isReading, routes, type RouteDefinition, type RouteName } from '@sunfleet/contract';
import type { RequestContext } from '../actor.ts';
import { networkOf, siteOrNetwork } from '../network-of.ts';
import { countingConnections } from '../postgres/held-connections.ts';
import { withLockPatience } from '../postgres/lock-patience.ts';
import { withReadPatience } from '../postgres/read-patience.ts';
import { createTurns } from '../turns.ts';
import { endingSession } from './ending-session.ts';
import { createSharedRoom, type Sender, type SharedRoom } from './shared-room.ts';

/** Requests of one person that are worked on at the same time. A browser sends six, and most of them take some milliseconds. */
const OF_ONE = 3;
/** So many more of one may wait. */
const WAITING = 128;
/** Requests of one person that wait for a device or a service of somebody else at the same time: a silent one is waited for for a quarter of a minute. */
const OUTSIDE_OF_ONE = 12;
/**
 * So long such a request begins among all others, because it asks the database first and most are answered by then: who may ask, and of what. What is not has begun
 * to wait, and gives its place back.
 */
const BEGIN_MS = 250;
/** Beyond so much work of one person, less the time that went by, there is one request of that person at a time. */
const BUSY_MS = 10_000;
/**
 * Requests that change something: of one organisation, whose people wait for each other's locks, and of all together. Each may hold a connection while it
 * waits, and there are ten: the others are for those who read.
 */
const WRITES_OF_ONE = 3;
const WRITES = 7;
/** Requests that write nothing but how often somebody asked, of a list of serial numbers each: of all together, one of an organisation. */
const COUNTED = 2;
/** A change waits so long for what others have locked. Longer than a server that stands still may keep its locks. */
const LOCK_PATIENCE_MS = 20_000;
/** A statement of a request that reads takes so long, because nobody else has its place meanwhile. */
const READ_PATIENCE_MS = 30_000;
/** Requests that need no session: of all together, and of one site. Each may hold a connection, also while it waits for what others of its site count. */
const STRANGERS = 4;
const STRANGERS_OF_ONE = 2;
/** Public routes that take turns by themselves where they hash, and those that ask no table and have to be quick. */
const NOT_OF_STRANGERS: ReadonlySet<RouteName> = new Set<RouteName>([
  'health',
  'legalVersions',
  'login',
  'loginByCode',
  'register',
  'resetPassword',
  'sendValidateCode',
  'checkValidateCode',
]);
/** From so many people on, those who rest are forgotten. */
const MANY_PEOPLE = 1000;

/** Lets a person, by however many sessions, keys and connections, have a few requests in work at a time; the others of that person wait. */
export interface WorkOfPeople {
  /**
   * Throws AppError `tooManyRequests` where too many of the same person wait already. `inTurn`: further turns of the route, which are waited for before a
   * place is taken that others wait for.
   */
  take<T>(sender: Sender, name: RouteName, work: () => Promise<T>, inTurn?: InTurn): Promise<T>;
  /** The same for what is asked of the database before a file goes or after it came, which lasts longer than that and takes no place. */
  lookUp<T>(sender: Sender, name: RouteName, work: () => Promise<T>): Promise<T>;
}

/** Does work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const AT_ONCE: InTurn = (work) => work();

/**
 * Connections to the database and the time of the process are everybody's. Whoever asks for the sums of all stations on a thousand connections
 * at once has them three at a time, and one at a time while they go on, so that others find both free in between.
 */
export function createWorkOfPeople(
  now: () => number = () => performance.now(),
  room: SharedRoom = createSharedRoom({ now }),
  beginMs = BEGIN_MS,
): WorkOfPeople {
  const effort = createEffort(now);
  const turns = createTurns({
    atOnce: Number.POSITIVE_INFINITY,
    ofOne: (who) => (effort.of(who) > BUSY_MS ? 1 : OF_ONE),
    waitingEach: WAITING,
  });
  const outside = createTurns({
    atOnce: Number.POSITIVE_INFINITY,
    ofOne: OUTSIDE_OF_ONE,
    waitingEach: WAITING,
  });
  const begins = createTurns({ atOnce: Number.POSITIVE_INFINITY, ofOne: OF_ONE });
  const writes = createTurns({ atOnce: WRITES, ofOne: WRITES_OF_ONE });
  const counted = createTurns({ atOnce: COUNTED, ofOne: 1, leastFirst: true, now });
  const strangers = createTurns({ atOnce: STRANGERS, ofOne: STRANGERS_OF_ONE });
  return {
    take(sender, name, work, inTurn) {
      if (isBrief(routes[name])) return lookUp(sender, name, work, inTurn);
      return isOfStrangers(name) ? ofStranger(sender, name, work) : patiently(routes[name], work);
    },
    lookUp,
  };

  /** Whoever makes networks at will has thousands of such requests waiting, and others wait for those of one site as for one of them. */
  function ofStranger<T>({ site }: Sender, name: RouteName, work: () => Promise<T>): Promise<T> {
    return afterOthers(
      (begun) => strangers.take(site, begun),
      () => patiently(routes[name], work),
    );
  }

  function lookUp<T>(
    sender: Sender,
    name: RouteName,
    work: () => Promise<T>,
    inTurn: InTurn = AT_ONCE,
  ): Promise<T> {
    const definition: RouteDefinition = routes[name];
    const who = sender.person;
    // What waits for a device takes no place from those who wait for the database, nor from other requests of the same person.
    if (definition.asksOutside)
      return outside.take(who, () => beginInTurn(sender, name, () => patiently(definition, work)));
    const timed = async () => {
      const began = now();
      try {
        return await work();
      } finally {
        effort.add(who, now() - began);
      }
    };
    const inPlace = isReading(definition) ? reading : changing;
    return afterOthers((begun) => turns.take(who, () => inTurn(() => inPlace(sender, name, begun))), timed);
  }

  /** The result of work that takes a place until it is done or has waited for a while. */
  async function beginInTurn<T>(sender: Sender, name: RouteName, work: () => Promise<T>): Promise<T> {
    let begun: Promise<T> | undefined;
    await begins.take(sender.person, () =>
      room.take(sender, name, async () => {
        begun = work();
        const waits = new AbortController();
        const later = wait(beginMs, undefined, { signal: waits.signal, ref: false });
        await Promise.race([begun, later]).catch(() => undefined);
        waits.abort();
        later.catch(() => undefined);
      }),
    );
    return begun!;
  }

  /** Keeps its place as long as it holds a connection, or a few dear ones of each of many people would hold all of them beyond their places. */
  function reading<T>(sender: Sender, name: RouteName, work: () => Promise<T>): Promise<T> {
    const connections = { count: 0 };
    const counted = () => countingConnections(connections, () => withReadPatience(READ_PATIENCE_MS, work));
    return room.take(sender, name, counted, () => connections.count > 0);
  }

  function changing<T>(sender: Sender, name: RouteName, work: () => Promise<T>): Promise<T> {
    const definition: RouteDefinition = routes[name];
    // An emergency stop waits for the next place, not behind what all organisations have begun to change before it.
    const lane = definition.stops ? 'preferred' : 'ordinary';
    // It holds a place that others who change something wait for, so it waits with the first here.
    const placed = () => room.take({ ...sender, isNewcomer: false }, name, work);
    const turns = definition.counts ? counted : writes;
    return turns.take(sender.organisation, () => patiently(definition, placed), lane);
  }
}

/**
 * Work that had to wait for its turn begins in a round of its own. What itself waits for nothing would go on from one request to the next, and nobody else
 * would have a turn before all are done.
 */
function afterOthers<T>(take: (begun: () => Promise<T>) => Promise<T>, work: () => Promise<T>): Promise<T> {
  let waits = false;
  const working = take(async () => {
    if (waits) await nextRound();
    return work();
  });
  waits = true;
  return working;
}

/** What changes something waits for no lock without end, also where it comes without a session, brings a file or asks a device. What is read for a file takes as long as that. */
function patiently<T>(definition: RouteDefinition, work: () => Promise<T>): Promise<T> {
  if (!isReading(definition)) return withLockPatience(LOCK_PATIENCE_MS, work);
  return definition.transport === undefined ? withReadPatience(READ_PATIENCE_MS, work) : work();
}

/** Streams, and files that come or go, last as long as the other side likes; each has bounds of its own. */
function isBrief({ auth, transport }: RouteDefinition): boolean {
  return auth === 'session' && transport === undefined;
}

const isOfStrangers = (name: RouteName): boolean =>
  (routes[name] as RouteDefinition).auth === 'public' && !NOT_OF_STRANGERS.has(name);

/** How long the work of each person took lately. One request after the other never adds up. */
function createEffort(now: () => number) {
  const known = new Map<string, { ms: number; at: number }>();
  const of = (who: string) => {
    const { ms, at } = known.get(who) ?? { ms: 0, at: 0 };
    return Math.max(0, ms - (now() - at));
  };
  return {
    of,
    add(who: string, ms: number): void {
      if (known.size >= MANY_PEOPLE) for (const one of known.keys()) if (of(one) === 0) known.delete(one);
      known.set(who, { ms: of(who) + ms, at: now() });
    },
  };
}

/**
 * All sessions and keys of one account together, because a person can make any number of them; visitors by network. Where somebody ends what a session
 * did (`stops`), that one session, which waits behind no other one.
 */
export function senderOf(
  { actor, address }: Pick<RequestContext, 'actor' | 'address'>,
  route: Pick<RouteDefinition, 'stops'> = {},
): Sender {
  const network = networkOf(address ?? '');
  const site = siteOrNetwork(address ?? '');
  const session = endingSession(actor, route);
  if (session) return { person: session, site, organisation: session };
  const person = actor.userId === null ? `network ${network}` : `user ${actor.userId}`;
  return {
    person,
    site,
    organisation: actor.organisationId === null ? person : `organisation ${actor.organisationId}`,
    isNewcomer: actor.isNewcomer ?? false,
  };
}
