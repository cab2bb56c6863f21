import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceDirectory } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { createBurst } from '../../platform/burst.ts';
import { createDeviceDirectory, type RunningDirectory } from './device-directory.ts';
import { FleetIndex, type FleetEntry, type RegisteredDevice } from './fleet-index.ts';
import type { Fleet } from './fleet.ts';
import { loadFleet, partsOf, refreshFleet, type FleetChange } from './refresh-fleet.ts';

/** The one registry of devices and stations. */
export interface OpenFleet extends Fleet {
  /** The same devices as gateways see them. */
  readonly directory: DeviceDirectory;
  device(id: number): RegisteredDevice | undefined;
  /** Who owns a device, or where it came from while nobody does. */
  entry(id: number): Pick<FleetEntry, 'device' | 'organisationId' | 'found'> | undefined;
  /** Reads devices that are not known yet (their announcement is still under way). */
  ensure(deviceIds: readonly number[]): Promise<void>;
  /** Answers the function that ends it. */
  onChange(listener: (change: FleetChange) => void): () => void;
  stop(): Promise<void>;
}

/** Changes come in bursts (an import adds thousands); one read serves a burst. */
const REFRESH_DELAY_MS = 20;
/** What the store did not answer is asked again after so long: until then a secret that ended counts still. */
const RETRY_MS = 1000;

type Parts = Pick<Platform, 'db' | 'bus' | 'clock' | 'config' | 'log' | 'messages'>;

/** Loads every device and station and keeps them up to date by the announcements on the bus. */
export async function openFleet(platform: Parts): Promise<OpenFleet> {
  const fleet = new RunningFleet(platform);
  await fleet.load();
  return fleet;
}

interface Stale {
  deviceId?: number;
  stationId?: number;
}

class RunningFleet extends FleetIndex implements OpenFleet {
  readonly directory: RunningDirectory;
  readonly #platform: Parts;
  readonly #listeners = new Set<(change: FleetChange) => void>();
  readonly #stale;
  readonly #ends;
  #isStopping = false;

  constructor(platform: Parts) {
    super();
    const { db, bus, log } = platform;
    this.#platform = platform;
    this.directory = createDeviceDirectory(platform, this, async (devices) => {
      await refreshFleet(db, this, { devices, stations: [] });
    });
    this.#stale = createBurst<Stale>(
      REFRESH_DELAY_MS,
      (changes) => this.#refresh(changes),
      (error) => log.warn({ err: error }, 'fleet not refreshed'),
    );
    this.#ends = [
      bus.subscribe('deviceChanged', (change) => this.#stale.add(change)),
      bus.subscribe('stationChanged', (change) => this.#stale.add(change)),
    ];
  }

  load(): Promise<void> {
    return loadFleet(this.#platform.db, this);
  }

  async ensure(deviceIds: readonly number[]): Promise<void> {
    const devices = deviceIds.filter((id) => !this.device(id));
    if (devices.length === 0) return;
    await refreshFleet(this.#platform.db, this, { devices, stations: [] });
    const homes = new Set(devices.map((id) => this.device(id)?.stationId ?? 0));
    const stations = [...homes].filter((id) => id > 0 && !this.station(id));
    await refreshFleet(this.#platform.db, this, { devices: [], stations });
  }

  onChange(listener: (change: FleetChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const end of this.#ends) end();
    await Promise.all([this.#stale.flush(), this.directory.stop()]);
  }

  async #refresh(changes: readonly Stale[]): Promise<void> {
    const devices = new Set(changes.flatMap(({ deviceId }) => deviceId ?? []));
    const stations = new Set(changes.flatMap(({ stationId }) => stationId ?? []));
    const failures: unknown[] = [];
    const unread: Stale[] = [];
    for (const named of partsOf({ devices: [...devices], stations: [...stations] })) {
      try {
        const more = await refreshFleet(this.#platform.db, this, named);
        this.#tell({ ...named, ...more }, failures);
      } catch (error) {
        failures.push(error);
        unread.push(...named.devices.map((deviceId) => ({ deviceId })));
        unread.push(...named.stations.map((stationId) => ({ stationId })));
      }
    }
    if (unread.length > 0) await wait(RETRY_MS);
    if (!this.#isStopping) for (const change of unread) this.#stale.add(change);
    if (failures.length > 0) throw failures[0];
  }

  /** A listener that fails keeps no other one from hearing of it. */
  #tell(change: FleetChange, failures: unknown[]): void {
    this.directory.secrets.changed(change.devices);
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        failures.push(error);
      }
    }
  }
}
