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

/** Keeps the last events so that a client that was away for a moment can go on where it stopped, here or at another server. */
export class EventRing {
  readonly #events: (StreamEvent | undefined)[];
  readonly #dataOf: (event: LiveEvent) => string | undefined;
  readonly #now: () => number;
  /** Sequences of another start, or of another server, are others. */
  readonly #start = randomBytes(4).toString('hex');
  readonly #since: number;
  #next = 1;
  /** Devices that changed, with the sequence of the newest event of then; the one that changed last stands last. */
  readonly #changes = new Map<number, number>();
  /** The same of whatever else changed, of which no more is known. */
  #changesOfOthers = 0;

  /** `dataOf` makes the text of an event, or answers undefined for one that must not be sent. */
  constructor(size: number, dataOf: (event: LiveEvent) => string | undefined, now: () => number) {
    this.#dataOf = dataOf;
    this.#now = now;
    this.#since = now();
    this.#events = Array.from({ length: size });
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
    this.#events[sequence % this.#events.length] = entry;
    return entry;
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
    this.#changes.delete(deviceId);
    this.#changes.set(deviceId, this.#next - 1);
    for (const [device, sequence] of this.#changes) {
      if (sequence >= this.#next - this.#events.length && this.#changes.size <= this.#events.length) return;
      this.#changes.delete(device);
      this.#changesOfOthers = Math.max(this.#changesOfOthers, sequence);
    }
  }

  /**
   * Events after the one with this id, for who watches these devices; undefined when some of them are no longer kept, the id is not from here, or one of
   * the devices changed in between.
   */
  after(id: string, devices: Iterable<number> = []): StreamEvent[] | undefined {
    const [start, number = ''] = id.split('-');
    const last = Number(number);
    if (start !== this.#start || !/^\d+$/.test(number) || last >= this.#next) return undefined;
    for (const device of devices)
      if ((this.#changes.get(device) ?? this.#changesOfOthers) > last) return undefined;
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
    for (; first > 1 && first > this.#next - this.#events.length; first -= 1)
      if (this.#events[(first - 1) % this.#events.length]!.at < since) return this.#from(first);
    return first === 1 ? this.#from(first) : undefined;
  }

  /** Undefined when some of them are no longer kept. */
  #from(first: number): StreamEvent[] | undefined {
    const last = first - 1;
    if (last < this.#next - 1 - this.#events.length) return undefined;
    const events: StreamEvent[] = [];
    for (let sequence = last + 1; sequence < this.#next; sequence += 1) {
      events.push(this.#events[sequence % this.#events.length]!);
    }
    return events;
  }
}
