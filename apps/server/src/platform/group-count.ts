/** Counts or sums by group; a group of none takes no room. */
export class GroupCount<Key> {
  readonly #counts = new Map<Key, number>();

  /** Groups that have something. */
  keys(): Iterable<Key> {
    return this.#counts.keys();
  }

  get size(): number {
    return this.#counts.size;
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  change(key: Key, step: number): void {
    const count = this.of(key) + step;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
