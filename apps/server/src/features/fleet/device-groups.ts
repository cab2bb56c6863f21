interface Identified {
  readonly id: number;
}

/** Most groups are small. Such a one is made again with each change, which takes the least room. */
const SMALL_GROUP = 16;

const NOBODY: readonly never[] = [];

/**
 * Devices by what they belong to. A change of one takes no longer where a group is large: when a station changes, all of its devices are put
 * in again.
 */
export class DeviceGroups<Device extends Identified> {
  readonly #groups = new Map<number, readonly Device[] | LargeGroup<Device>>();

  of(key: number): readonly Device[] {
    const group = this.#groups.get(key);
    return group instanceof LargeGroup ? group.list() : (group ?? NOBODY);
  }

  join(key: number | null, device: Device): void {
    if (key === null) return;
    const group: readonly Device[] | LargeGroup<Device> = this.#groups.get(key) ?? NOBODY;
    if (group instanceof LargeGroup) group.put(device);
    else if (group.length < SMALL_GROUP) this.#groups.set(key, [...group, device]);
    else this.#groups.set(key, new LargeGroup([...group, device]));
  }

  part(key: number | null, { id }: Identified): void {
    if (key === null) return;
    const group: readonly Device[] | LargeGroup<Device> = this.#groups.get(key) ?? NOBODY;
    if (group instanceof LargeGroup && group.remove(id) > SMALL_GROUP) return;
    const rest = group instanceof LargeGroup ? group.list() : group.filter((device) => device.id !== id);
    if (rest.length > 0) this.#groups.set(key, rest);
    else this.#groups.delete(key);
  }
}

class LargeGroup<Device extends Identified> {
  readonly #members: Map<number, Device>;
  /** The members as somebody asked for them; undefined since one of them changed. */
  #list: readonly Device[] | undefined;

  constructor(devices: readonly Device[]) {
    this.#members = new Map(devices.map((device) => [device.id, device]));
  }

  list(): readonly Device[] {
    this.#list ??= [...this.#members.values()];
    return this.#list;
  }

  put(device: Device): void {
    this.#members.set(device.id, device);
    this.#list = undefined;
  }

  /** Answers how many are left. */
  remove(id: number): number {
    if (this.#members.delete(id)) this.#list = undefined;
    return this.#members.size;
  }
}
