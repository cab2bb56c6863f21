import type { EnergyCorrection, ModuleDiode, SandiaInverter } from '@sunfleet/analysis';
import type { DeviceKind, MeterRole, StationCounter, StationType } from '@sunfleet/contract';

/** What roll-ups and states know of a device. */
export interface FleetDevice {
  id: number;
  kind: DeviceKind;
  stationId: number | null;
  /** The logger it hangs on. */
  parentId: number | null;
  meterRole: MeterRole | null;
  /** W */
  ratedPower: number | null;
  /** Milliseconds between messages as the device says itself; null where it does not. */
  interval: number | null;
  /** kWh that people add to its lifetime counter; absent: none. */
  energyOffset?: number;
  /** What it measured before is of its former owner and waits to be deleted, epoch milliseconds; absent where nothing waits. */
  measuredSince?: number;
}

/** What models need of a version of a station's design: modules that face, stand and warm alike together, a place of each list for each of them. */
/** Where it comes from: a table or file, or a fit to the data sheet. */
export type KnownDiode = ModuleDiode & { source: 'given' | 'deSoto' | 'batzelis' };

export interface DesignPlanes {
  /** First local day; null: from the beginning. */
  from: string | null;
  /** Degrees. */
  tilt: readonly number[];
  azimuth: readonly number[];
  /** W, or percent of the power of the station. */
  power: readonly (number | null)[];
  share: readonly (number | null)[];
  /** % per K; null: the usual one. */
  temperatureCoefficient: readonly (number | null)[];
  albedo: readonly (number | null)[];
  /** Of rows, m; null: no rows, not known. */
  slant: readonly (number | null)[];
  spacing: readonly (number | null)[];
  height: readonly (number | null)[];
  /** Percent; null: one side. */
  bifacial: readonly (number | null)[];
  /** Of the modules; null: none is known. */
  diode: readonly (KnownDiode | null)[];
  /** All inverters together: rated AC power, W, and efficiency, percent; null where not all of them tell it. */
  inverters: { acPower: number; efficiency: number | null; sandia: readonly SandiaInverter[] | null } | null;
  /** Degrees, a place for each of its directions; null: nothing hides the sun. */
  horizon: { azimuth: readonly number[]; elevation: readonly number[] } | null;
}

export interface FleetStation {
  id: number;
  /** Null: nobody by themselves, its organisation has it. */
  ownerId?: number | null;
  type: StationType;
  capacityKw: number;
  timeZone: string;
  latitude: number;
  longitude: number;
  elevation: number | null;
  tilt: number | null;
  azimuth: number | null;
  /** Its arrays by version, in the order of the days; null where it is not configured. */
  design: readonly DesignPlanes[] | null;
  /** By which counter its production goes from a local day on (null: from the beginning), in the order of the days; null: by the usual rule. */
  counters?: readonly { from: string | null; counter: StationCounter }[] | null;
  /** What people added to its energy; null: nothing. */
  corrections?: readonly EnergyCorrection[] | null;
}

/** Devices and stations in memory, joined both ways. */
export interface Fleet {
  device(id: number): FleetDevice | undefined;
  station(id: number): FleetStation | undefined;
  devicesOf(stationId: number): readonly FleetDevice[];
  /** Devices that hang on a logger. */
  childrenOf(deviceId: number): readonly FleetDevice[];
  devices(): IterableIterator<FleetDevice>;
  stations(): IterableIterator<FleetStation>;
  /** Zone in which a device's days are cut: its station's, else UTC. */
  zoneOf(device: FleetDevice): string;
}
