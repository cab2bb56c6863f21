import type { Connection } from '@sunfleet/contract';
import type { Config } from '../../config.ts';
import { regionOf } from '../../platform/network-of.ts';
import { GroupCount } from '../../platform/group-count.ts';

/** Where a device that nobody registered came from. */
export interface FoundAt {
  gateway: Connection;
  /** Its site as `siteOf` tells it; null for this machine, and where a broker hides it. */
  site: string | null;
}

/** Sites of one region may bring this many times what one site may. */
const SITES_OF_REGION = 10;
/** One gateway leaves the others this part of the room. */
const SHARE_OF_GATEWAY = 0.6;

/**
 * Counts devices that came by themselves and belong to nobody, by where they came from. A stranger can invent as many serial numbers as it
 * likes; with these limits it fills its own network's share and no more.
 */
export class UnknownCount {
  #total = 0;
  readonly #groups = new GroupCount<string>();

  add(found: FoundAt): void {
    this.#change(found, 1);
  }

  remove(found: FoundAt): void {
    this.#change(found, -1);
  }

  /** Whether one more may come from there. */
  hasRoom(found: FoundAt, { inAll, perNetwork }: Config['unknownDevices']): boolean {
    const { gateway, site } = found;
    if (this.#total >= inAll || this.#groups.of(gateway) >= inAll * SHARE_OF_GATEWAY) return false;
    if (site === null) return true;
    return (
      this.#groups.of(site) < perNetwork && this.#groups.of(regionOf(site)) < perNetwork * SITES_OF_REGION
    );
  }

  #change({ gateway, site }: FoundAt, step: 1 | -1): void {
    this.#total += step;
    const groups = site === null ? [gateway] : [gateway, site, regionOf(site)];
    for (const group of groups) this.#groups.change(group, step);
  }
}
