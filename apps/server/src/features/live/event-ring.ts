import { randomBytes } from 'node:crypto';
import type { LiveEvent } from '@sunfleet/contract';
import { maskEvent } from './mask-event.ts';

/** An event with the facts that decide who may receive it. */
export interface StreamEvent {
  sequence: number;
  event: LiveEvent;
  stationId: number | null;
  deviceId: number | null;
  /** Lines of the stream, made once for all who get them; empty for an event that must not be sent. */
  readonly lines: string;
  /** The same for those who see serial numbers masked. */
  readonly maskedLines: string;
}

/** Keeps the last events so that a client that was away for a moment can go on where it stopped. */
export class EventRing {
  readonly #events: (StreamEvent | undefined)[];
  readonly #dataOf: (event: LiveEvent) => string | undefined;
  /** Ids of another start mean nothing here. */
  readonly #start = randomBytes(4).toString('hex');
  #next = 1;

  /** `dataOf` makes the text of an event, or answers undefined for one that must not be sent. */
  constructor(size: number, dataOf: (event: LiveEvent) => string | undefined) {
    this.#dataOf = dataOf;
    this.#events = Array.from({ length: size });
  }

  add(event: LiveEvent, of: { stationId: number | null; deviceId: number | null }): StreamEvent {
    const sequence = this.#next;
    this.#next += 1;
    const start = this.#start;
    const linesOf = (shown: LiveEvent) => {
      const data = this.#dataOf(shown);
      return data === undefined ? '' : `id: ${start}-${sequence}\ndata: ${data}\n\n`;
    };
    let lines: string | undefined;
    let maskedLines: string | undefined;
    const entry: StreamEvent = {
      sequence,
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
    return `${this.#start}-${this.#next - 1}`;
  }

  /** Events after the one with this id; undefined when some of them are no longer kept or the id is not from here. */
  after(id: string): StreamEvent[] | undefined {
    const [start, number = ''] = id.split('-');
    const last = Number(number);
    if (start !== this.#start || !/^\d+$/.test(number) || last >= this.#next) return undefined;
    if (last < this.#next - 1 - this.#events.length) return undefined;
    const events: StreamEvent[] = [];
    for (let sequence = last + 1; sequence < this.#next; sequence += 1) {
      events.push(this.#events[sequence % this.#events.length]!);
    }
    return events;
  }
}
