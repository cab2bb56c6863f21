import type { Db } from '../../platform/postgres/client.ts';
import type { Bus } from '../../platform/bus.ts';
import { every } from '../../platform/jobs/every.ts';
import type { Messages } from '../../platform/messages/messages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Topics } from '../../platform/topics.ts';
import { decodeFacts, type FactMessage } from './fact-message.ts';
import { forgetSources, readSources, type FactSource } from './fact-sources.queries.ts';
import { HeardSource } from './heard-source.ts';
import {
  BEAT_SUBJECT,
  CONNECTED_SUBJECT,
  rowsSubject,
  sightingsSubject,
  type AskConnected,
  type FactBeat,
  type FactSightings,
} from './subjects.ts';

const LOOK_MS = 1500;
/** How long a start waits for the first word of the sources. */
const FIRST_WORD_MS = 2500;

/** Something stored was not heard of. It is in the store: whoever decides begins anew from where it was. */
export interface FactGap {
  reason: string;
  /** Epoch milliseconds: what was stored since may be unheard of; undefined where the saved positions say it. */
  unheardSince?: number | undefined;
}

export interface FactHearing {
  /** Epoch milliseconds: everything whose storing began before was handed over, or was in the store when `release` was called. */
  storedUntil(): number;
  /** Begins to hand over what was heard since the hearing began. */
  release(): void;
  stop(): Promise<void>;
}

interface HearingParts {
  partitions: ReadonlySet<number>;
  messages: Messages;
  /** Where `stored` and `deviceSeen` are published. */
  bus: Bus<Topics>;
  /** Called once. */
  gap: (gap: FactGap) => void;
  firstWordMs?: number;
}

/**
 * Hears what sources store in some partitions. When the answer resolves, each source that is alive has said how far it is or has had time to:
 * what was stored before is in the store, what is stored from then on is heard.
 */
export async function hearFacts(
  platform: Pick<Platform, 'db' | 'clock' | 'log'>,
  parts: HearingParts,
): Promise<FactHearing> {
  const hearing = new Hearing(platform, parts);
  await hearing.begin(parts.firstWordMs ?? FIRST_WORD_MS);
  return hearing;
}

class Hearing implements FactHearing {
  readonly #db: Db;
  readonly #clock: Platform['clock'];
  readonly #log: Platform['log'];
  readonly #parts: HearingParts;
  readonly #sources = new Map<string, HeardSource>();
  readonly #ends: (() => void | Promise<void>)[] = [];
  /** What was heard before it may be handed over. */
  #held: (() => void)[] | undefined = [];
  /** Sources that were not there at the start. */
  readonly #new = new Set<string>();
  /** Sources without a row at the last look. */
  readonly #missingRows = new Set<string>();
  /** Sources from which a first word is awaited. */
  #awaited = new Set<string>();
  #allSpoke = Promise.withResolvers<void>();
  #isStarting = true;
  /** How far it came when something was missing, or when it stopped: from then on nothing is handed over. */
  #endedAt: number | undefined;
  #hasGap = false;

  constructor({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>, parts: HearingParts) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#parts = parts;
  }

  async begin(firstWordMs: number): Promise<void> {
    const { messages, partitions } = this.#parts;
    for (const partition of partitions) {
      this.#ends.push(
        messages.hearBytes(rowsSubject(partition), (bytes) => this.#takeRows(partition, bytes)),
        messages.hear<FactSightings>(sightingsSubject(partition), (seen) => this.#takeSightings(seen)),
      );
    }
    this.#ends.push(messages.hear<FactBeat>(BEAT_SUBJECT, (beat) => this.#takeBeat(beat)));
    await messages.settled();
    const now = this.#clock.now();
    const alive = (await readSources(this.#db)).filter(({ isAlive }) => isAlive);
    for (const { id } of alive) {
      if (this.#sources.has(id)) continue;
      this.#sources.set(id, this.#newSource(now));
      this.#awaited.add(id);
    }
    messages.send(CONNECTED_SUBJECT, { partitions: [...partitions] } satisfies AskConnected);
    if (this.#awaited.size > 0) await within(firstWordMs, this.#allSpoke.promise);
    this.#isStarting = false;
    for (const id of this.#awaited) this.#sources.get(id)?.requireAll();
    const looking = every(LOOK_MS, () => this.#look(), { log: this.#log, name: 'sources of samples' });
    this.#ends.push(() => looking.stop());
  }

  storedUntil(): number {
    if (this.#endedAt !== undefined) return this.#endedAt;
    let until = this.#clock.now();
    for (const { storedUntil } of this.#sources.values()) until = Math.min(until, storedUntil);
    return until;
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const hand of held) hand();
  }

  async stop(): Promise<void> {
    this.#endedAt = this.storedUntil();
    this.#hasGap = true;
    for (const end of this.#ends) await end();
  }

  #newSource(storedUntil: number): HeardSource {
    const { partitions } = this.#parts;
    return new HeardSource({ partitions, beginsAnywhere: this.#isStarting, storedUntil });
  }

  #sourceOf(id: string): HeardSource {
    const known = this.#sources.get(id);
    if (known) return known;
    const source = this.#newSource(this.storedUntil());
    if (!this.#isStarting) this.#new.add(id);
    this.#sources.set(id, source);
    return source;
  }

  #takeRows(partition: number, bytes: Uint8Array): void {
    let message: FactMessage;
    try {
      message = decodeFacts(bytes);
    } catch (error) {
      this.#gap({ reason: String(error) });
      throw error;
    }
    const { source, number, block } = message;
    if (!this.#sourceOf(source).takeRows(partition, number)) return this.#miss(source);
    this.#hand(() => void this.#parts.bus.publish('stored', block));
  }

  #takeSightings({ sightings }: FactSightings): void {
    this.#hand(() => {
      for (const seen of sightings) void this.#parts.bus.publish('deviceSeen', seen);
    });
  }

  #takeBeat(beat: FactBeat): void {
    const { source: id, isLast } = beat;
    if (this.#sourceOf(id).takeBeat(beat)) this.#new.delete(id);
    else this.#miss(id);
    this.#awaited.delete(id);
    if (this.#awaited.size === 0) this.#allSpoke.resolve();
    if (isLast) this.#sources.delete(id);
  }

  /** Hears of sources by their rows, too: one that is gone without a last word may have stored what nobody heard of. */
  async #look(): Promise<void> {
    const rows = new Map((await readSources(this.#db)).map((source) => [source.id, source]));
    for (const id of this.#sources.keys()) {
      const row = rows.get(id);
      if (!row) this.#goneOrNew(id);
      else if (!row.isAlive) this.#gap({ reason: 'a server that stores samples is gone' });
    }
    for (const row of rows.values()) if (row.isAlive) this.#takeRow(row);
    await forgetSources(this.#db);
  }

  /** A row that is missing: its source stopped and its last word is still under way, or it has just begun. */
  #goneOrNew(id: string): void {
    if (this.#missingRows.has(id)) this.#gap({ reason: 'a server that stores samples is gone' });
    else this.#missingRows.add(id);
  }

  #takeRow({ id, unheardSince }: FactSource): void {
    this.#missingRows.delete(id);
    if (this.#sources.has(id)) return;
    this.#new.add(id);
    this.#sources.set(id, this.#newSource(Math.min(unheardSince, this.storedUntil())));
  }

  /** Positions are not beyond what was heard of the sources that are known. One that is new may have stored something before. */
  #miss(id: string): void {
    const reason = 'stored samples were not heard of';
    this.#endedAt = this.storedUntil();
    readSources(this.#db)
      .then((rows) => rows.find((row) => row.id === id)?.unheardSince)
      .catch(() => undefined)
      .then((unheardSince) => this.#gap(this.#new.has(id) ? { reason, unheardSince } : { reason }));
  }

  #gap(gap: FactGap): void {
    this.#endedAt = this.storedUntil();
    if (this.#hasGap) return;
    this.#hasGap = true;
    this.#log.info(gap, 'what was stored is read from the store');
    this.#parts.gap(gap);
  }

  /** What follows a gap is read from the store with what is missing: decided over before it, it would make that a thing of the past. */
  #hand(hand: () => void): void {
    if (this.#endedAt !== undefined) return;
    if (this.#held) this.#held.push(hand);
    else hand();
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, over]);
  clearTimeout(timer);
}
