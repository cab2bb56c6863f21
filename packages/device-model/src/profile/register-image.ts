import type { ReadFunction } from '../modbus/rtu.ts';

/** Registers of a device by function and address; sparse, as read so far. */
export class RegisterImage {
  readonly #words = new Map<number, number>();

  /** Number of registers known. */
  get size(): number {
    return this.#words.size;
  }

  get(fn: ReadFunction, addr: number): number | undefined {
    return this.#words.get(keyOf(fn, addr));
  }

  set(fn: ReadFunction, addr: number, word: number): void {
    this.#words.set(keyOf(fn, addr), word & 0xffff);
  }

  /** Puts the words of an answer at their addresses. */
  load(fn: ReadFunction, addr: number, words: ArrayLike<number>): void {
    for (let index = 0; index < words.length; index += 1) this.set(fn, addr + index, words[index]!);
  }

  /** Words as a device answers them: what it does not have reads as 0; undefined when it has none of them. */
  read(fn: ReadFunction, addr: number, count: number): Uint16Array | undefined {
    const words = new Uint16Array(count);
    let known = false;
    for (let index = 0; index < count; index += 1) {
      const word = this.get(fn, addr + index);
      if (word === undefined) continue;
      known = true;
      words[index] = word;
    }
    return known ? words : undefined;
  }
}

function keyOf(fn: ReadFunction, addr: number): number {
  return fn * 65_536 + addr;
}
