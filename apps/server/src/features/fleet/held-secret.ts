import type { StoredSecret } from '../devices/index.ts';

/** A stored secret in memory: two short texts take less than half of what two buffers do, and one is looked at when a device signs in. */
export class HeldSecret implements StoredSecret {
  readonly #hash: string;
  readonly #salt: string;

  constructor(hash: Uint8Array, salt: Uint8Array) {
    this.#hash = Buffer.from(hash).toString('latin1');
    this.#salt = Buffer.from(salt).toString('latin1');
  }

  get secretHash(): Buffer {
    return Buffer.from(this.#hash, 'latin1');
  }

  get secretSalt(): Buffer {
    return Buffer.from(this.#salt, 'latin1');
  }
}
