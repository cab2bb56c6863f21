const DAY_MS = 86_400_000;

/**
 * Connections by the day since which their devices are known, so that one of the youngest can give way. Days are few, however many connections
 * there are, so it may be asked for with every connection that comes.
 */
export class YoungestFirst<Connection> {
  readonly #dayOf = new Map<Connection, number>();
  readonly #ofDay = new Map<number, Set<Connection>>();

  /** `since` in epoch milliseconds. */
  add(connection: Connection, since: number): void {
    this.delete(connection);
    const day = Math.floor(since / DAY_MS);
    this.#dayOf.set(connection, day);
    this.#ofDay.set(day, (this.#ofDay.get(day) ?? new Set()).add(connection));
  }

  delete(connection: Connection): void {
    const day = this.#dayOf.get(connection);
    if (day === undefined) return;
    this.#dayOf.delete(connection);
    const others = this.#ofDay.get(day)!;
    others.delete(connection);
    if (others.size === 0) this.#ofDay.delete(day);
  }

  /** Of the devices of the last day the one that was added first. */
  first(): Connection | undefined {
    if (this.#ofDay.size === 0) return undefined;
    const last = [...this.#ofDay.keys()].reduce((one, other) => Math.max(one, other));
    const [connection] = this.#ofDay.get(last)!;
    return connection;
  }
}
