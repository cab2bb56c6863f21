import { GroupCount } from '../../platform/group-count.ts';

/** Devices that somebody watches, each as often as it is watched. */
export class WatchedDevices {
  readonly #counts = new GroupCount<number>();

  get size(): number {
    return this.#counts.size;
  }

  /** How often a device is watched. */
  count(device: number): number {
    return this.#counts.of(device);
  }

  has(device: number): boolean {
    return this.count(device) > 0;
  }

  ids(): number[] {
    return [...this.#counts.keys()];
  }

  /** Begins to watch devices; the function it returns ends it. `left` is called with each that nobody watches any more then. */
  watch(devices: readonly number[], left: (device: number) => void = () => undefined): () => void {
    for (const device of devices) this.#counts.change(device, 1);
    return () => {
      for (const device of devices) {
        this.#counts.change(device, -1);
        if (!this.has(device)) left(device);
      }
    };
  }
}
