import type { OpenStream } from './open-stream.ts';

const NONE: ReadonlySet<OpenStream> = new Set();

/** Open streams by what they name, devices or stations: very many of these change at once, and very many streams are open. */
export class StreamsById {
  readonly #streams = new Map<number, Set<OpenStream>>();
  readonly #named: (stream: OpenStream) => Iterable<number>;

  constructor(named: (stream: OpenStream) => Iterable<number>) {
    this.#named = named;
  }

  of(id: number | null): ReadonlySet<OpenStream> {
    return (id === null ? undefined : this.#streams.get(id)) ?? NONE;
  }

  add(stream: OpenStream): void {
    for (const id of this.#named(stream)) {
      const streams = this.#streams.get(id) ?? new Set();
      this.#streams.set(id, streams.add(stream));
    }
  }

  remove(stream: OpenStream): void {
    for (const id of this.#named(stream)) {
      const streams = this.#streams.get(id);
      streams?.delete(stream);
      if (streams?.size === 0) this.#streams.delete(id);
    }
  }
}
