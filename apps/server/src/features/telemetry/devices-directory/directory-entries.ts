import type { KnownDevice } from '../../../platform/ingest.ts';
import type { StoredSecret } from '../../devices/index.ts';

/** A device with what only the directory may know. */
export interface DirectoryEntry {
  device: KnownDevice;
  organisationId: number | null;
  secret: StoredSecret | undefined;
  seen: boolean;
}

/** Devices in memory by SN and by id. */
export class DirectoryEntries {
  readonly #bySn = new Map<string, DirectoryEntry>();
  readonly #byId = new Map<number, DirectoryEntry>();
  #ownerless = 0;

  bySn(sn: string): DirectoryEntry | undefined {
    return this.#bySn.get(sn);
  }

  byId(id: number): DirectoryEntry | undefined {
    return this.#byId.get(id);
  }

  /** Devices that belong to no organisation yet. */
  get ownerless(): number {
    return this.#ownerless;
  }

  put(entry: DirectoryEntry): void {
    this.remove(entry.device.id);
    this.#bySn.set(entry.device.sn, entry);
    this.#byId.set(entry.device.id, entry);
    if (entry.organisationId === null) this.#ownerless += 1;
  }

  remove(id: number): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    this.#byId.delete(id);
    this.#bySn.delete(entry.device.sn);
    if (entry.organisationId === null) this.#ownerless -= 1;
  }
}
