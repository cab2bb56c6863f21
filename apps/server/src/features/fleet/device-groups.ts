import type { RegisteredDevice } from './fleet-index.ts';

/** Most groups are small. Such a one is made again with each change, which takes the least room. */
const SMALL_GROUP = 16;

const NOBODY: readonly RegisteredDevice[] = [];

/**
 * Devices by what they belong to. A change of one takes no longer where a group is large: when a station changes, all of its devices are put
 * in again.
 */
export class DeviceGroups {
  readonly #groups = new Map<number, readonly RegisteredDevice[] | LargeGroup>();

  of(key: number): readonly RegisteredDevice[] {
    const group = this.#groups.get(key);
    return group instanceof LargeGroup ? group.list() : (group ?? NOBODY);
  }

  join(key: number | null, device: RegisteredDevice): void {
    if (key === null) return;
    const group = this.#groups.get(key) ?? NOBODY;
    if (group instanceof LargeGroup) group.put(device);
    else if (group.length < SMALL_GROUP) this.#groups.set(key, [...group, device]);
    else this.#groups.set(key, new LargeGroup([...group, device]));
  }

  part(key: number | null, { id }: RegisteredDevice): void {
    if (key === null) return;
    const group = this.#groups.get(key) ?? NOBODY;
    if (group instanceof LargeGroup && group.remove(id) > SMALL_GROUP) return;
    const rest = group instanceof LargeGroup ? group.list() : group.filter((device) => device.id !== id);
    if (rest.length > 0) this.#groups.set(key, rest);
    else this.#groups.delete(key);
  }
}

class LargeGroup {
  readonly #members: Map<number, RegisteredDevice>;
  /** The members as somebody asked for them; undefined since one of them changed. */
  #list: readonly RegisteredDevice[] | undefined;

  constructor(devices: readonly RegisteredDevice[]) {
    this.#members = new Map(devices.map((device) => [device.id, device]));
  }

  list(): readonly RegisteredDevice[] {
    this.#list ??= [...this.#members.values()];
    return this.#list;
  }

  put(device: RegisteredDevice): void {
    this.#members.set(device.id, device);
    this.#list = undefined;
  }

  /** Answers how many are left. */
  remove(id: number): number {
    if (this.#members.delete(id)) this.#list = undefined;
    return this.#members.size;
  }
}
