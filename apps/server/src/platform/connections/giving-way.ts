/**
 * Connections by whom they are of, so that one of them can give way: the oldest of whoever has most. Each step costs the same, however many there are,
 * because it is taken for every connection that comes.
 */
export class GivingWay<Connection> {
  readonly #holderOf = new Map<Connection, string>();
  readonly #ofHolder = new Map<string, Set<Connection>>();
  /** Holders by how many connections they have. */
  readonly #byCount: Set<string>[] = [];
  #most = 0;

  add(connection: Connection, holder: string): void {
    const held = this.#ofHolder.get(holder) ?? new Set<Connection>();
    this.#ofHolder.set(holder, held.add(connection));
    this.#holderOf.set(connection, holder);
    this.#moved(holder, held.size - 1, held.size);
  }

  delete(connection: Connection): void {
    const holder = this.#holderOf.get(connection);
    if (holder === undefined) return;
    this.#holderOf.delete(connection);
    const held = this.#ofHolder.get(holder)!;
    held.delete(connection);
    if (held.size === 0) this.#ofHolder.delete(holder);
    this.#moved(holder, held.size + 1, held.size);
  }

  holderOf(connection: Connection): string | undefined {
    return this.#holderOf.get(connection);
  }

  /** The oldest connection of who has most; undefined where nobody has more than `free`. */
  first(free = 0): Connection | undefined {
    if (this.#most <= free) return undefined;
    const [holder] = this.#byCount[this.#most]!;
    const [oldest] = this.#ofHolder.get(holder!)!;
    return oldest;
  }

  #moved(holder: string, before: number, now: number): void {
    this.#byCount[before]?.delete(holder);
    if (now > 0) (this.#byCount[now] ??= new Set()).add(holder);
    this.#most = Math.max(this.#most, now);
    while (this.#most > 0 && !this.#byCount[this.#most]?.size) this.#most -= 1;
  }
}
