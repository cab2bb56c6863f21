import type { KnownDevice } from '../../platform/ingest.ts';
import type { StoredSecret } from '../devices/index.ts';
import { DeviceGroups } from './device-groups.ts';
import type { Fleet, FleetDevice, FleetStation } from './fleet.ts';
import { GroupCount } from '../../platform/group-count.ts';
import { SharedTexts } from './shared-texts.ts';
import { UnknownCount, type FoundAt } from './unknown-count.ts';

/** A device as everything here knows it: gateways, roll-ups, states and alarms read the same object. */
export type RegisteredDevice = KnownDevice & FleetDevice;

/** The secret that a device had before its newest one. */
export interface OldSecret extends StoredSecret {
  /** Epoch milliseconds. */
  until: number;
  /** The newest secret, sealed, until the device has it. */
  pending: Buffer | null;
  /** The network whose device got it. */
  handedTo: string | null;
  /** The last one that the device proved, where nobody knows whether this one arrived. */
  earlier: StoredSecret | undefined;
}

/** A device with what only the directory may know. */
export interface FleetEntry {
  device: RegisteredDevice;
  organisationId: number | null;
  secret: StoredSecret | undefined;
  /** The secret of before, while it is still accepted. */
  oldSecret?: OldSecret | undefined;
  /** A person said that it is to be refused. */
  revoked?: boolean;
  /** Somebody refuses it while it is in no station. */
  blocked?: boolean;
  /** The claim code of this very secret is kept. */
  claimKnown: boolean;
  /** Its logger may speak for it although it has a secret. */
  loggerSpeaks: boolean;
  /** When it reported for the first time, epoch milliseconds; undefined: it never did. */
  firstSeenAt: number | undefined;
  /** Where it came from by itself, while nobody owns it. */
  found: FoundAt | undefined;
}

/** A fleet that is filled row by row; a row put again replaces the one before. */
export class FleetIndex implements Fleet {
  readonly #byId = new Map<number, FleetEntry>();
  readonly #bySn = new Map<string, FleetEntry>();
  readonly #stations = new Map<number, FleetStation>();
  readonly #byStation = new DeviceGroups<RegisteredDevice>();
  readonly #byParent = new DeviceGroups<RegisteredDevice>();
  readonly #texts = new SharedTexts();
  /** Devices that came by themselves and belong to nobody yet. */
  readonly unknown = new UnknownCount();
  /** Devices by organisation. */
  readonly owned = new GroupCount<number>();

  entry(id: number): FleetEntry | undefined {
    return this.#byId.get(id);
  }

  entryOfSn(sn: string): FleetEntry | undefined {
    return this.#bySn.get(sn);
  }

  device(id: number): RegisteredDevice | undefined {
    return this.#byId.get(id)?.device;
  }

  station(id: number): FleetStation | undefined {
    return this.#stations.get(id);
  }

  devicesOf(stationId: number): readonly RegisteredDevice[] {
    return this.#byStation.of(stationId);
  }

  childrenOf(deviceId: number): readonly RegisteredDevice[] {
    return this.#byParent.of(deviceId);
  }

  *devices(): Generator<RegisteredDevice, undefined> {
    for (const { device } of this.#byId.values()) yield device;
  }

  stations(): IterableIterator<FleetStation> {
    return this.#stations.values();
  }

  zoneOf({ stationId }: FleetDevice): string {
    const station = stationId === null ? undefined : this.#stations.get(stationId);
    return station?.timeZone ?? 'UTC';
  }

  putDevice(entry: FleetEntry): void {
    const { device, found, organisationId } = entry;
    this.removeDevice(device.id);
    this.#share(device);
    this.#byId.set(device.id, entry);
    this.#bySn.set(device.sn, entry);
    if (found) this.unknown.add(found);
    if (organisationId !== null) this.owned.change(organisationId, 1);
    this.#byStation.join(device.stationId, device);
    this.#byParent.join(device.parentId, device);
  }

  removeDevice(id: number): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    const { device, found, organisationId } = entry;
    this.#byId.delete(id);
    // Another device may have its serial number by now.
    if (this.#bySn.get(device.sn) === entry) this.#bySn.delete(device.sn);
    if (found) this.unknown.remove(found);
    if (organisationId !== null) this.owned.change(organisationId, -1);
    this.#byStation.part(device.stationId, device);
    this.#byParent.part(device.parentId, device);
  }

  putStation(station: FleetStation): void {
    station.timeZone = this.#texts.of(station.timeZone);
    station.type = this.#texts.of(station.type);
    this.#stations.set(station.id, station);
    // Its devices are read again when they change themselves, and not with each word of a station of a hundred thousand.
    for (const device of this.#byStation.of(station.id)) device.timeZone = station.timeZone;
  }

  removeStation(id: number): void {
    this.#stations.delete(id);
  }

  /** Each row of the database brings texts of its own, although many devices have the same. */
  #share(device: RegisteredDevice): void {
    device.kind = this.#texts.of(device.kind);
    const station = device.stationId === null ? undefined : this.#stations.get(device.stationId);
    // It may have been read before the station was changed.
    device.timeZone = station?.timeZone ?? this.#texts.of(device.timeZone);
    if (device.profileId !== null) device.profileId = this.#texts.of(device.profileId);
    if (device.organisationCode !== null) device.organisationCode = this.#texts.of(device.organisationCode);
  }
}
