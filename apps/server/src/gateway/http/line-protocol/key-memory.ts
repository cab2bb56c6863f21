import { CUSTOM_POINT_BASE } from '@sunfleet/device-model';

const EQUALS = 0x3d;

/**
 * Keys of the line before by their place in it. Only points of the catalogue are remembered: whether a custom one may be
 * written depends on the device.
 */
export class KeyMemory {
  /** Where the key that matched last ends. */
  end = 0;
  readonly #bytes: Buffer;
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #points: number[] = [];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Point of the key at `start` when it is the one that stood at this place before; sets `end` then. */
  match(index: number, start: number): number | undefined {
    const length = this.#lengths[index];
    if (length === undefined || length === 0) return undefined;
    const bytes = this.#bytes;
    if (bytes[start + length] !== EQUALS) return undefined;
    const before = this.#starts[index]!;
    for (let offset = 0; offset < length; offset += 1) {
      if (bytes[start + offset] !== bytes[before + offset]) return undefined;
    }
    this.end = start + length;
    return this.#points[index];
  }

  remember(
    index: number,
    { start, end, point }: { start: number; end: number; point: number | undefined },
  ): void {
    const known = point !== undefined && point < CUSTOM_POINT_BASE;
    while (this.#lengths.length <= index) {
      this.#starts.push(0);
      this.#lengths.push(0);
      this.#points.push(0);
    }
    this.#starts[index] = start;
    this.#lengths[index] = known ? end - start : 0;
    this.#points[index] = point ?? 0;
  }
}
