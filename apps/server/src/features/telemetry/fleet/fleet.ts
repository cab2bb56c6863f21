import type { DeviceKind, MeterRole, StationType } from '@sunfleet/contract';

/** What roll-ups and states know of a device. */
export interface FleetDevice {
  id: number;
  kind: DeviceKind;
  stationId: number | null;
  parentId: number | null;
  meterRole: MeterRole | null;
  /** W */
  ratedPower: number | null;
  /** Milliseconds between messages as the device says itself; null where it does not. */
  interval: number | null;
}

export interface FleetStation {
  id: number;
  type: StationType;
  capacityKw: number;
  timeZone: string;
  latitude: number;
  longitude: number;
  elevation: number | null;
  tilt: number | null;
  azimuth: number | null;
}

/** Devices and stations in memory, joined both ways. */
export interface Fleet {
  device(id: number): FleetDevice | undefined;
  station(id: number): FleetStation | undefined;
  devicesOf(stationId: number): readonly FleetDevice[];
  devices(): IterableIterator<FleetDevice>;
  stations(): IterableIterator<FleetStation>;
  /** Zone in which a device's days are cut: its station's, else UTC. */
  zoneOf(device: FleetDevice): string;
}

/** A fleet that is filled row by row; a row put again replaces the one before. */
export class FleetIndex implements Fleet {
  readonly #devices = new Map<number, FleetDevice>();
  readonly #stations = new Map<number, FleetStation>();
  readonly #byStation = new Map<number, FleetDevice[]>();

  device(id: number): FleetDevice | undefined {
    return this.#devices.get(id);
  }

  station(id: number): FleetStation | undefined {
    return this.#stations.get(id);
  }

  devicesOf(stationId: number): readonly FleetDevice[] {
    return this.#byStation.get(stationId) ?? [];
  }

  devices(): IterableIterator<FleetDevice> {
    return this.#devices.values();
  }

  stations(): IterableIterator<FleetStation> {
    return this.#stations.values();
  }

  zoneOf(device: FleetDevice): string {
    const station = device.stationId === null ? undefined : this.#stations.get(device.stationId);
    return station?.timeZone ?? 'UTC';
  }

  putStation(station: FleetStation): void {
    this.#stations.set(station.id, station);
  }

  putDevice(device: FleetDevice): void {
    this.removeDevice(device.id);
    this.#devices.set(device.id, device);
    if (device.stationId === null) return;
    const siblings = this.#byStation.get(device.stationId);
    if (siblings) siblings.push(device);
    else this.#byStation.set(device.stationId, [device]);
  }

  removeDevice(id: number): void {
    const before = this.#devices.get(id);
    if (!before) return;
    this.#devices.delete(id);
    if (before.stationId === null) return;
    const siblings = this.#byStation.get(before.stationId) ?? [];
    this.#byStation.set(
      before.stationId,
      siblings.filter((sibling) => sibling.id !== id),
    );
  }

  removeStation(id: number): void {
    this.#stations.delete(id);
    this.#byStation.delete(id);
  }
}
