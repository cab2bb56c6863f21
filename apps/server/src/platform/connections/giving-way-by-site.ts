import { GivingWay } from './giving-way.ts';

/**
 * Connections by site and by network in it, so that one can give way: the oldest of the network that has most, of the site that has most. By networks alone each of a
 * thousand that somebody makes of one line would have as few as anybody who comes.
 */
export class GivingWayBySite<Connection> {
  readonly #sites = new GivingWay<Connection>();
  readonly #networks = new Map<string, GivingWay<Connection>>();

  add(connection: Connection, { site, network }: { site: string; network: string }): void {
    const networks = this.#networks.get(site) ?? new GivingWay<Connection>();
    this.#networks.set(site, networks);
    networks.add(connection, network);
    this.#sites.add(connection, site);
  }

  delete(connection: Connection): void {
    const site = this.#sites.holderOf(connection);
    if (site === undefined) return;
    this.#sites.delete(connection);
    const networks = this.#networks.get(site)!;
    networks.delete(connection);
    if (!networks.first()) this.#networks.delete(site);
  }

  first(): Connection | undefined {
    const one = this.#sites.first();
    return one && this.#networks.get(this.#sites.holderOf(one)!)!.first();
  }
}
