import type { Connection } from '@sunfleet/contract';
import { AppError } from '../../../platform/errors.ts';
import type {
  DeviceDirectory,
  DeviceIdentity,
  KeyOrganisation,
  KnownDevice,
} from '../../../platform/ingest.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isDeviceSecret, storeDeviceSecret } from '../../devices/index.ts';
import { createBurst } from './burst.ts';
import { DirectoryEntries, type DirectoryEntry } from './directory-entries.ts';
import { markSeen, pinSecret, readEntries, updateIdentity, type Newcomer } from './directory.queries.ts';
import { createKeyring } from './keyring.ts';
import { createRegistrar } from './registrar.ts';

export interface RunningDirectory extends DeviceDirectory {
  stop(): Promise<void>;
}

type Parts = Pick<Platform, 'db' | 'bus' | 'clock' | 'config' | 'log'>;

/** SNs stand in topics and file names. */
const SERIAL = /^[A-Za-z0-9._-]{3,64}$/;
/** Devices nobody owns are kept up to this number, so that a stranger cannot fill the platform. */
const MOST_OWNERLESS = 10_000;
const REFRESH_DELAY_MS = 20;
const SEEN_DELAY_MS = 1000;

/** Loads every device in one query and keeps the picture true by the announcements on the bus. */
export async function openDeviceDirectory(platform: Parts): Promise<RunningDirectory> {
  const entries = new DirectoryEntries();
  for (const entry of await readEntries(platform.db)) entries.put(entry);
  return new Directory(platform, entries);
}

class Directory implements RunningDirectory {
  readonly #platform: Parts;
  readonly #entries: DirectoryEntries;
  readonly #keyring;
  readonly #registrar;
  readonly #seen;
  readonly #stale;
  readonly #ends;
  /** What each device said of itself last, so that the same words are not written again. */
  readonly #words = new Map<number, string>();

  constructor(platform: Parts, entries: DirectoryEntries) {
    const { db, bus, clock, log } = platform;
    const failed = (error: unknown) => log.warn({ err: error }, 'device directory');
    this.#platform = platform;
    this.#entries = entries;
    this.#keyring = createKeyring(db, clock);
    this.#registrar = createRegistrar(platform, entries);
    this.#seen = createBurst<number>(
      SEEN_DELAY_MS,
      (ids) => markSeen(db, ids, new Date(clock.now())),
      failed,
    );
    this.#stale = createBurst<{ id?: number; stationId?: number }>(
      REFRESH_DELAY_MS,
      (changes) => this.#refresh(changes),
      failed,
    );
    this.#ends = [
      bus.subscribe('deviceChanged', ({ deviceId }) => this.#stale.add({ id: deviceId })),
      bus.subscribe('stationChanged', ({ stationId }) => this.#stale.add({ stationId })),
      bus.subscribe('accessChanged', () => this.#keyring.forget()),
    ];
  }

  bySn(sn: string): KnownDevice | undefined {
    return this.#entries.bySn(sn)?.device;
  }

  byId(id: number): KnownDevice | undefined {
    return this.#entries.byId(id)?.device;
  }

  async authenticate(sn: string, secret: string, _connection: Connection): Promise<KnownDevice> {
    if (!SERIAL.test(sn) || secret === '' || secret.length > 256) throw new AppError('wrongDeviceSecret');
    let entry = this.#entries.bySn(sn);
    entry ??= await this.#register({ sn, identity: {}, secret: storeDeviceSecret(secret) });
    if (!entry.secret) entry = await this.#pin(entry, secret);
    if (!entry.secret || !isDeviceSecret(secret, entry.secret)) throw new AppError('wrongDeviceSecret');
    return this.#noted(entry);
  }

  async discover(sn: string, identity: DeviceIdentity): Promise<KnownDevice> {
    if (!SERIAL.test(sn)) throw new AppError('invalidInput', { fields: 'sn' });
    const entry = this.#entries.bySn(sn) ?? (await this.#register({ sn, identity }));
    return this.#noted(entry);
  }

  async organisationOfKey(key: string): Promise<KeyOrganisation> {
    const organisation = await this.#keyring.organisationOf(key);
    if (!organisation) throw new AppError('wrongIngestKey');
    return organisation;
  }

  forKey(organisation: KeyOrganisation, sn: string): KnownDevice | Promise<KnownDevice> {
    const entry = this.#entries.bySn(sn);
    return entry ? this.#admit(organisation, entry) : this.#registerForKey(organisation, sn);
  }

  async describe(deviceId: number, identity: DeviceIdentity): Promise<void> {
    const words = JSON.stringify(identity);
    if (this.#words.get(deviceId) === words) return;
    await updateIdentity(this.#platform.db, deviceId, identity);
    this.#words.set(deviceId, words);
    this.#platform.bus.publish('deviceChanged', { deviceId });
  }

  async stop(): Promise<void> {
    for (const end of this.#ends) end();
    await Promise.all([this.#stale.flush(), this.#seen.flush()]);
  }

  async #registerForKey(organisation: KeyOrganisation, sn: string): Promise<KnownDevice> {
    if (!SERIAL.test(sn)) throw new AppError('invalidInput', { fields: 'sn' });
    const entry = await this.#register({ sn, identity: {}, organisationId: organisation.id });
    return this.#admit(organisation, entry);
  }

  #admit({ manages }: KeyOrganisation, entry: DirectoryEntry): KnownDevice {
    const { organisationId } = entry;
    if (organisationId !== null && !manages.has(organisationId)) throw new AppError('noDataPermission');
    return this.#noted(entry);
  }

  async #register(newcomer: Newcomer): Promise<DirectoryEntry> {
    if (!this.#platform.config.keepUnknownDevices) {
      throw new AppError(newcomer.secret ? 'wrongDeviceSecret' : 'noDataPermission');
    }
    const owned = newcomer.organisationId !== undefined;
    if (!owned && this.#entries.ownerless >= MOST_OWNERLESS) throw new AppError('tooManyRequests');
    return this.#registrar.register(newcomer);
  }

  /** The first secret a device without owner and secret shows becomes its secret. */
  async #pin(entry: DirectoryEntry, secret: string): Promise<DirectoryEntry> {
    if (entry.organisationId !== null) return entry;
    const { id } = entry.device;
    await pinSecret(this.#platform.db, id, storeDeviceSecret(secret));
    await this.#refresh([{ id }]);
    return this.#entries.byId(id) ?? entry;
  }

  #noted(entry: DirectoryEntry): KnownDevice {
    if (!entry.seen) {
      entry.seen = true;
      this.#seen.add(entry.device.id);
    }
    return entry.device;
  }

  async #refresh(changes: readonly { id?: number; stationId?: number }[]): Promise<void> {
    const ids = changes.flatMap(({ id }) => (id === undefined ? [] : [id]));
    const stationIds = changes.flatMap(({ stationId }) => (stationId === undefined ? [] : [stationId]));
    const { db } = this.#platform;
    const byId = ids.length > 0 ? await readEntries(db, { ids }) : [];
    const byStation = stationIds.length > 0 ? await readEntries(db, { stationIds }) : [];
    const found = new Set(byId.map(({ device }) => device.id));
    for (const id of ids) if (!found.has(id)) this.#entries.remove(id);
    for (const entry of [...byId, ...byStation]) this.#entries.put(entry);
  }
}
