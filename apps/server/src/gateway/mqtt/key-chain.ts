import { CUSTOM_POINT_BASE } from '@sunfleet/device-model';

const QUOTE = 0x22;

/** A catalogue key as bytes, and the key that last came after it. */
export interface KeyLink {
  bytes: Uint8Array;
  point: number;
  next: KeyLink | undefined;
}

/**
 * Remembers which key follows which: devices name their points in one order, so the next key is a comparison of bytes and
 * no search. Only points of the catalogue are linked, because it depends on the device whether a custom one may be written.
 */
export class KeyChain {
  readonly #links = new Map<string, KeyLink>();
  readonly #pointOf: (key: string) => number | undefined;

  /** `pointOf`: id of a catalogue key, undefined for any other. */
  constructor(pointOf: (key: string) => number | undefined) {
    this.#pointOf = pointOf;
  }

  /** Position behind the closing quote of the key at `start` when it is the one expected; -1 otherwise. */
  static behind(link: KeyLink | undefined, payload: Buffer, start: number): number {
    if (!link) return -1;
    const { bytes } = link;
    const { length } = bytes;
    if (payload[start + length] !== QUOTE) return -1;
    for (let index = 0; index < length; index += 1) if (payload[start + index] !== bytes[index]) return -1;
    return start + length + 1;
  }

  /** Link of a key, put behind the one before it; undefined for a custom key. */
  find(key: string, before: KeyLink | undefined): KeyLink | undefined {
    let link = this.#links.get(key);
    if (!link) {
      const point = this.#pointOf(key);
      if (point === undefined || point >= CUSTOM_POINT_BASE) return undefined;
      link = { bytes: Buffer.from(key), point, next: undefined };
      this.#links.set(key, link);
    }
    if (before) before.next = link;
    return link;
  }
}
