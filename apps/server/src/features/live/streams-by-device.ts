import type { OpenStream } from './open-stream.ts';

const NONE: ReadonlySet<OpenStream> = new Set();

/** Open streams by the devices whose points they carry: very many devices change at once, and very many streams are open. */
export class StreamsByDevice {
  readonly #streams = new Map<number, Set<OpenStream>>();

  of(deviceId: number): ReadonlySet<OpenStream> {
    return this.#streams.get(deviceId) ?? NONE;
  }

  add(stream: OpenStream): void {
    for (const id of stream.subscription.devices) {
      const streams = this.#streams.get(id) ?? new Set();
      this.#streams.set(id, streams.add(stream));
    }
  }

  remove(stream: OpenStream): void {
    for (const id of stream.subscription.devices) {
      const streams = this.#streams.get(id);
      streams?.delete(stream);
      if (streams?.size === 0) this.#streams.delete(id);
    }
  }
}
