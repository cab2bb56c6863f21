/**
 * Records that wait to be written, in turns of their owners: whoever has a hundred thousand at once keeps nobody else's waiting. It is used like a
 * set.
 */
export class WaitingRecords<Item> {
  readonly #ownerOf: (item: Item) => string;
  /** In the order of their turns. */
  readonly #lanes = new Map<string, Set<Item>>();
  /** A device may have another owner by the time its record is taken. */
  readonly #owners = new Map<Item, string>();

  constructor(ownerOf: (item: Item) => string) {
    this.#ownerOf = ownerOf;
  }

  get size(): number {
    return this.#owners.size;
  }

  has(item: Item): boolean {
    return this.#owners.has(item);
  }

  add(item: Item): void {
    if (this.#owners.has(item)) return;
    const owner = this.#ownerOf(item);
    this.#owners.set(item, owner);
    const lane = this.#lanes.get(owner);
    if (lane) lane.add(item);
    else this.#lanes.set(owner, new Set([item]));
  }

  delete(item: Item): boolean {
    const owner = this.#owners.get(item);
    if (owner === undefined) return false;
    this.#owners.delete(item);
    const lane = this.#lanes.get(owner)!;
    lane.delete(item);
    if (lane.size === 0) this.#lanes.delete(owner);
    return true;
  }

  [Symbol.iterator](): IterableIterator<Item> {
    return this.#owners.keys();
  }

  /** Takes so many out of it, one of each owner in turn. */
  take(most: number): Item[] {
    const taken: Item[] = [];
    // An owner that is put behind the others comes again after them.
    for (const [owner, lane] of this.#lanes) {
      if (taken.length >= most) break;
      const [item] = lane;
      this.delete(item!);
      taken.push(item!);
      if (this.#lanes.delete(owner)) this.#lanes.set(owner, lane);
    }
    return taken;
  }
}
