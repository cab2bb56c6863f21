import { availableParallelism } from 'node:os';
import { AppError } from '../errors.ts';
import { GroupCount } from '../group-count.ts';
import { createSpentLately } from '../spent-lately.ts';
import { createLane, otherLane, type Lane } from '../turns.ts';
import { createTurnsOfLongOnes } from './turns-of-long-ones.ts';

/** Who asks: a person, the site behind whose addresses any number of accounts may sit, and the organisation that they belong to. */
export interface Sender {
  person: string;
  site: string;
  /** The person, where it belongs to none. */
  organisation: string;
  /** Those who are no newcomers have every other place that becomes free before however many of these wait. */
  isNewcomer?: boolean;
}

/** What many people have in work together. */
export interface SharedRoom {
  /**
   * Does the work when it is its turn; `kind` is what it is known by the next time, the name of its route. `isAtWork`: whether a store is at work for it, so
   * that its place is not free however long it takes.
   */
  take<T>(sender: Sender, kind: string, work: () => Promise<T>, isAtWork?: () => boolean): Promise<T>;
}

/** Dear ones, which keep a core of the database busy each. */
const DEAR_AT_ONCE = Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2)));
/**
 * Quick ones. With dear ones they are fewer than the ten connections to the database: some that turn out to be slow, as where others have locked what they read,
 * hold theirs for half a minute, and two are left for whoever asks for something else then.
 */
const QUICK_AT_ONCE = 8 - DEAR_AT_ONCE;
/** What took so long lately, and so many times as long as quick requests usually take, is dear the next time: on a busy machine all take longer. */
const DEAR_MS = 50;
const TIMES_USUAL = 10;
/** Whatever is usual: dear requests that are thought quick make all others take longer, too. */
const MOST_DEAR_MS = 300;
/** A dear one that takes longer is long: an organisation that asks for many leaves a place to others. */
const LONG_MS = 1000;
/** A quick one that takes so many times as long as a dear one has to makes its place free and counts as a dear one from then on. */
const OUTGROWN = 1.5;
/** One that takes longer and has no store at work waits for something else, as a store that hangs, and keeps nobody out any more. */
const HANGING_MS = 10_000;
/** How fast the usual time follows what is quicker, and forgets it. */
const FALL = 1 / 4;
const RISE = 1.002;
/** How many people's kinds of requests are known by what they took. */
const MOST_KNOWN = 20_000;
const HALF_LIFE_MS = 30_000;
/** What a newer time counts for in a mean. */
const NEWER = 1 / 4;

/** Whose turn it is among dear ones, one after the other: every other time by cost. */
const DEAR_ORDERS = [
  'organisation',
  'cost',
  'person',
  'cost',
  'organisation',
  'cost',
  'site',
  'cost',
] as const;

interface SharedRoomOptions {
  now?: () => number;
  /** How many requests the machine works at without slowing the others down. */
  cores?: number;
  quickAtOnce?: number;
  dearAtOnce?: number;
}

/**
 * Hundreds of accounts may ask for the sums of all stations at the same time, a few requests each. All of them at once would wait in the
 * queue of the database, and everybody else behind them. Here a few are in work at a time, dear ones by themselves so that quick ones do not wait
 * for them, and who waits is served in turns: of people, of organisations, so that the hundred people of one do not have a hundred turns, and of sites.
 * Long ones of one organisation leave a place to others.
 */
export function createSharedRoom({
  now = () => performance.now(),
  cores = availableParallelism(),
  quickAtOnce = QUICK_AT_ONCE,
  dearAtOnce = DEAR_AT_ONCE,
}: SharedRoomOptions = {}): SharedRoom {
  const costs = createCosts();
  const shares = createShares(now, cores);
  const quick = createPlaces(now, { atOnce: quickAtOnce, orders: ['person', 'organisation', 'site'] });
  const dear = createPlaces(now, { atOnce: dearAtOnce, orders: DEAR_ORDERS });
  const long = createTurnsOfLongOnes(now, dearAtOnce);
  /** Kinds of which one is in work that outgrew its place: what it waits for all of them may wait for, also for whom they were quick before. */
  const outgrown = new GroupCount<string>();
  const placesFor = ({ person }: Sender, kind: string) =>
    outgrown.of(kind) > 0 || costs.expected(person, kind) > costs.dear() ? dear : quick;
  // Of whom nothing is known yet comes early, and is known from then on.
  const enter = (places: Places, sender: Sender, kind: string) =>
    places.enter(sender, costs.ofPerson(sender.person, kind) ?? 0);
  const isLong = ({ person }: Sender, kind: string) => costs.expected(person, kind) > LONG_MS;
  const inLongTurn: SharedRoom['take'] = (sender, kind, work, isAtWork) =>
    long.take(sender.organisation, () => take(sender, kind, work, { isAtWork, hasLongTurn: true }));

  async function take<T>(
    sender: Sender,
    kind: string,
    work: () => Promise<T>,
    { isAtWork = () => false, hasLongTurn = false }: { isAtWork?: () => boolean; hasLongTurn?: boolean },
  ): Promise<T> {
    let places: Places | undefined = placesFor(sender, kind);
    await enter(places, sender, kind);
    // Its kind may have become known as dear or long while it waited.
    if (!hasLongTurn && isLong(sender, kind)) {
      places.leave();
      return inLongTurn(sender, kind, work, isAtWork);
    }
    if (places === quick && placesFor(sender, kind) === dear) {
      quick.leave();
      places = dear;
      await enter(places, sender, kind);
    }
    let { leave } = places;
    const since = shares.begin();
    const outgrow = () => {
      if (places !== quick) return;
      const most = OUTGROWN * costs.dear();
      const left = most - shares.taken(since);
      if (left > 0) {
        growing = setTimeout(outgrow, left);
        return;
      }
      // Known at once, or all that came together would be thought quick until the first of them is done.
      costs.note(sender.person, kind, most);
      outgrown.change(kind, 1);
      hasOutgrown = true;
      quick.leave();
      places = dear;
      leave = dear.squeezeIn(sender);
    };
    let hasOutgrown = false;
    let growing = setTimeout(outgrow, OUTGROWN * costs.dear());
    const note = () => {
      const ms = shares.taken(since);
      costs.note(sender.person, kind, ms);
      places?.give(sender.person, ms);
    };
    const leaveHanging = () => {
      if (isAtWork()) {
        hanging = setTimeout(leaveHanging, HANGING_MS);
        return;
      }
      if (places) leave();
      places = undefined;
    };
    let hanging = setTimeout(leaveHanging, HANGING_MS);
    try {
      const done = await work();
      note();
      return done;
    } catch (error) {
      // What is not begun because its sender hung up says nothing of what the others take.
      if (!(error instanceof AppError && error.key === 'tooManyRequests')) note();
      throw error;
    } finally {
      clearTimeout(growing);
      clearTimeout(hanging);
      if (hasOutgrown) outgrown.change(kind, -1);
      shares.end();
      if (places) leave();
    }
  }

  return {
    take(sender, kind, work, isAtWork) {
      if (placesFor(sender, kind) === dear) long.hear(sender.organisation);
      return isLong(sender, kind)
        ? inLongTurn(sender, kind, work, isAtWork)
        : take(sender, kind, work, { isAtWork });
    },
  };
}

/**
 * What a request takes of the machine, though others are in work beside it: where more are than there are cores, each has its share of the time. Without
 * this, whatever is asked for beside many dear requests would be thought as dear as they are.
 */
function createShares(now: () => number, cores: number) {
  let inWork = 0;
  let taken = 0;
  let last = now();
  const goOn = () => {
    const time = now();
    taken += (time - last) * Math.min(1, cores / Math.max(1, inWork));
    last = time;
    return taken;
  };
  return {
    begin(): number {
      const since = goOn();
      inWork += 1;
      return since;
    },
    /** Milliseconds that it would have taken alone. */
    taken: (since: number): number => goOn() - since,
    end(): void {
      goOn();
      inWork -= 1;
    },
  };
}

type Places = ReturnType<typeof createPlaces>;

/**
 * By what it is decided who is next: `cost` is whose person would have been given the least in such places with it, so that nobody's small request waits
 * for many large ones, nor who has asked for many quick ones behind those who ask for dear ones only.
 */
type Order = (typeof LINES)[number] | 'cost';
const LINES = ['person', 'organisation', 'site'] as const;

/** Of equals the one that waits longest. */
function cheapest<Waiting extends { cost: number }>(all: Iterable<Waiting>): Waiting | undefined {
  let found: Waiting | undefined;
  for (const one of all) if (!found || one.cost < found.cost) found = one;
  return found;
}

/** Places for work, who was given what in them, and who waits for one. */
function createPlaces(now: () => number, { atOnce, orders }: { atOnce: number; orders: readonly Order[] }) {
  const spent = createSpentLately(now, HALF_LIFE_MS);
  const waiting = { preferred: createWaiting(orders), ordinary: createWaiting(orders) };
  let taken = 0;
  /** Those of newcomers who squeezed in, besides `taken`: nobody else waits for however many of them. */
  let squeezed = 0;
  let next: Lane = 'preferred';
  const isFree = (lane: Lane) => taken + (lane === 'ordinary' ? squeezed : 0) < atOnce;

  function beginNext(): void {
    for (;;) {
      const lane = [next, otherLane(next)].find((one) => isFree(one) && !waiting[one].isEmpty());
      if (!lane) return;
      next = otherLane(lane);
      taken += 1;
      waiting[lane].beginOne();
    }
  }

  function leave(): void {
    taken -= 1;
    beginNext();
  }

  return {
    /** `expected`: milliseconds that it may take. */
    enter(sender: Sender, expected: number): Promise<void> | void {
      const lane = sender.isNewcomer ? 'ordinary' : 'preferred';
      if (isFree(lane)) {
        taken += 1;
        return;
      }
      return waiting[lane].wait(sender, spent.rank(sender.person, expected));
    },
    give: spent.add,
    leave,
    /** Takes a place though none may be free: those who come next wait until so many have left. Answers how to leave it. */
    squeezeIn({ isNewcomer = false }: Sender): () => void {
      if (!isNewcomer) {
        taken += 1;
        return leave;
      }
      squeezed += 1;
      return () => {
        squeezed -= 1;
        beginNext();
      };
    },
  };
}

/** Who waits for a place, in turns. */
function createWaiting(orders: readonly Order[]) {
  const lines = { person: createLane(), organisation: createLane(), site: createLane() };
  const all = new Set<{ cost: number; begin: () => void }>();
  let turn = 0;
  return {
    isEmpty: () => all.size === 0,
    beginOne(): void {
      turn = (turn + 1) % orders.length;
      const order = orders[turn]!;
      if (order === 'cost') cheapest(all)?.begin();
      else lines[order].shift(() => true)?.begin();
    },
    wait(sender: Sender, cost: number): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      const begin = () => {
        all.delete(entry);
        // It would take turns of its person, organisation and site that others of them wait for.
        for (const line of LINES) lines[line].drop(sender[line], begin);
        resolve();
      };
      const entry = { cost, begin };
      all.add(entry);
      for (const line of LINES) lines[line].push(sender[line], begin);
      return promise;
    },
  };
}

/** What requests took lately: of a person, and where that is not known, of everybody. */
function createCosts() {
  const ofPerson = new Map<string, number>();
  const ofAll = new Map<string, number>();
  let usual = 0;
  const mean = (before: number | undefined, ms: number) =>
    before === undefined ? ms : before + (ms - before) * NEWER;
  return {
    ofPerson: (person: string, kind: string) => ofPerson.get(`${kind} ${person}`),
    expected: (person: string, kind: string) => ofPerson.get(`${kind} ${person}`) ?? ofAll.get(kind) ?? 0,
    /** From here on a request is dear. */
    dear: () => Math.min(MOST_DEAR_MS, Math.max(DEAR_MS, TIMES_USUAL * usual)),
    note(person: string, kind: string, ms: number): void {
      usual = ms < usual ? usual + (ms - usual) * FALL : Math.min(ms, usual * RISE + 0.1);
      const key = `${kind} ${person}`;
      const known = mean(ofPerson.get(key), ms);
      // Who was noted longest ago is forgotten first.
      ofPerson.delete(key);
      ofPerson.set(key, known);
      ofAll.set(kind, mean(ofAll.get(kind), ms));
      if (ofPerson.size <= MOST_KNOWN) return;
      const [oldest] = ofPerson.keys();
      ofPerson.delete(oldest!);
    },
  };
}
