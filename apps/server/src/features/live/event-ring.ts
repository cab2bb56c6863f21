import { randomBytes } from 'node:crypto';
import type { LiveEvent } from '@sunfleet/contract';
import { maskEvent } from './mask-event.ts';

/** An event with the facts that decide who may receive it. */
export interface StreamEvent {
  sequence: number;
  /** When it came, epoch milliseconds. */
  at: number;
  event: LiveEvent;
  stationId: number | null;
  deviceId: number | null;
  /** Lines of the stream, made once for all who get them; empty for an event that must not be sent. */
  readonly lines: string;
  /** The same for those who see serial numbers masked. */
  readonly maskedLines: string;
}

/** Another server hears of an event this much sooner or later at most. */
const APART_MS = 3000;

/** What kept events take in memory together, about: a device may bring hundreds of values twice a second. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Keeps the last events so that a client that was away for a moment can go on where it stopped, here or at another server. */
export class EventRing {
  readonly #events: (StreamEvent | undefined)[];
  readonly #sizes: Float64Array;
  readonly #dataOf: (event: LiveEvent) => string | undefined;
  readonly #now: () => number;
  /** Sequences of another start, or of another server, are others. */
  readonly #start = randomBytes(4).toString('hex');
  readonly #since: number;
  #next = 1;
  /** The oldest event that is kept. */
  #oldest = 1;
  #bytes = 0;
  readonly #mostBytes: number;
  /** Devices that changed last, with the sequence of the newest event of then. */
  #changes = new Map<number, number>();
  /** Those before them, as many. A list that loses its oldest one by one takes longer with each. */
  #earlierChanges: ReadonlyMap<number, number> = new Map();
  /** The same of whatever else changed, of which no more is known. */
  #changesOfOthers = 0;

  /** `dataOf` makes the text of an event, or answers undefined for one that must not be sent. */
  constructor(
    size: number,
    dataOf: (event: LiveEvent) => string | undefined,
    now: () => number,
    mostBytes = MOST_BYTES,
  ) {
    this.#dataOf = dataOf;
    this.#now = now;
    this.#mostBytes = mostBytes;
    this.#since = now();
    this.#events = Array.from({ length: size });
    this.#sizes = new Float64Array(size);
  }

  add(event: LiveEvent, of: { stationId: number | null; deviceId: number | null }): StreamEvent {
    const sequence = this.#next;
    this.#next += 1;
    const at = this.#now();
    const id = this.#idOf(sequence, at);
    const linesOf = (shown: LiveEvent) => {
      const data = this.#dataOf(shown);
      return data === undefined ? '' : `id: ${id}\ndata: ${data}\n\n`;
    };
    let lines: string | undefined;
    let maskedLines: string | undefined;
    const entry: StreamEvent = {
      sequence,
      at,
      event,
      ...of,
      get lines() {
        return (lines ??= linesOf(event));
      },
      get maskedLines() {
        const shown = maskEvent(event);
        return shown === event ? this.lines : (maskedLines ??= linesOf(shown));
      },
    };
    const size = this.#events.length;
    const bytes = bytesOf(event);
    this.#bytes += bytes;
    while (this.#oldest < sequence && (sequence - this.#oldest >= size || this.#bytes > this.#mostBytes))
      this.#dropOldest();
    this.#events[sequence % size] = entry;
    this.#sizes[sequence % size] = bytes;
    return entry;
  }

  #dropOldest(): void {
    const place = this.#oldest % this.#events.length;
    this.#bytes -= this.#sizes[place]!;
    this.#events[place] = undefined;
    this.#oldest += 1;
  }

  /** Id of the newest event, for streams that begin now. */
  get lastId(): string {
    return this.#idOf(this.#next - 1, this.#now());
  }

  #idOf(sequence: number, at: number): string {
    return `${this.#start}-${sequence}-${at}`;
  }

  /** Notes that a device changed: it may have another owner, to whom what came before is not told again. */
  deviceChanged(deviceId: number): void {
    if (this.#changes.size >= this.#events.length) {
      for (const sequence of this.#earlierChanges.values())
        this.#changesOfOthers = Math.max(this.#changesOfOthers, sequence);
      this.#earlierChanges = this.#changes;
      this.#changes = new Map();
    }
    this.#changes.set(deviceId, this.#next - 1);
  }

  #changeOf(deviceId: number): number {
    return this.#changes.get(deviceId) ?? this.#earlierChanges.get(deviceId) ?? this.#changesOfOthers;
  }

  /**
   * Events after the one with this id, for who watches these devices; undefined when some of them are no longer kept, the id is not from here, or one of
   * the devices changed in between.
   */
  after(id: string, devices: Iterable<number> = []): StreamEvent[] | undefined {
    const [start, number = ''] = id.split('-');
    const last = Number(number);
    if (start !== this.#start || !/^\d+$/.test(number) || last >= this.#next) return undefined;
    for (const device of devices) if (this.#changeOf(device) > last) return undefined;
    return this.#from(last + 1);
  }

  /**
   * Events since the one with this id came, wherever that was: it may be an id of another server, which heard the same in another order. Some of them
   * are told again. Undefined when some are not kept here.
   */
  around(id: string): StreamEvent[] | undefined {
    const at = Number(/^[0-9a-f]{8}-\d+-(\d{1,16})$/.exec(id)?.[1] ?? NaN);
    const since = at - APART_MS;
    if (!(since >= this.#since)) return undefined;
    let first = this.#next;
    for (; first > this.#oldest; first -= 1)
      if (this.#events[(first - 1) % this.#events.length]!.at < since) return this.#from(first);
    return first === 1 ? this.#from(first) : undefined;
  }

  /** Undefined when some of them are no longer kept. */
  #from(first: number): StreamEvent[] | undefined {
    if (first < this.#oldest) return undefined;
    const events: StreamEvent[] = [];
    for (let sequence = first; sequence < this.#next; sequence += 1) {
      events.push(this.#events[sequence % this.#events.length]!);
    }
    return events;
  }
}

/** An event as it is kept, with its text. */
function bytesOf(event: LiveEvent): number {
  let bytes = 1024;
  if (event.type === 'points') for (const key of Object.keys(event.values)) bytes += 2 * key.length + 80;
  return bytes;
}
