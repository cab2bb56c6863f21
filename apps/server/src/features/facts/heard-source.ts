import type { FactBeat } from './subjects.ts';

/** What one that decides has heard of a source: whether something is missing, and how far it is. */
export class HeardSource {
  /** Of each partition, the number of the last message that was heard. */
  readonly #heard = new Map<number, number>();
  readonly #partitions: Iterable<number>;
  /** The first word of it may come in the middle of what it tells: what it told before is read from the store. */
  #beginsAnywhere: boolean;
  /** Epoch milliseconds: everything it began to store before was heard, or is read from the store. It goes back with a clock that was set back. */
  storedUntil: number;

  constructor(options: { partitions: Iterable<number>; beginsAnywhere: boolean; storedUntil: number }) {
    this.#partitions = options.partitions;
    this.#beginsAnywhere = options.beginsAnywhere;
    this.storedUntil = options.storedUntil;
  }

  /** It was not heard in time: from now on nothing that it told may be missing. */
  requireAll(): void {
    this.#beginsAnywhere = false;
  }

  /** Takes a message of rows. False: one before it is missing. */
  takeRows(partition: number, number: number): boolean {
    const last = this.#heard.get(partition);
    this.#heard.set(partition, number);
    if (last === undefined) return this.#beginsAnywhere || number === 1;
    return number === last + 1;
  }

  /** Takes a beat. False: rows that it tells of are missing. */
  takeBeat({ numbers, storedUntil }: Pick<FactBeat, 'numbers' | 'storedUntil'>): boolean {
    for (const partition of this.#partitions) {
      const told = numbers[partition] ?? 0;
      const heard = this.#heard.get(partition);
      if (heard === undefined && this.#beginsAnywhere) this.#heard.set(partition, told);
      else if ((heard ?? 0) !== told) return false;
    }
    this.#beginsAnywhere = false;
    this.storedUntil = storedUntil;
    return true;
  }
}
