import type { Plane } from '@sunfleet/analysis';
import { profileById } from '@sunfleet/device-model';
import type { FleetDevice, FleetFault, FleetStation } from '../../fleets/schema.ts';
import type { Counter } from '../physics/counter.ts';
import type { StringState } from '../physics/mppt.ts';
import { tableOf, type ModuleTable } from '../physics/module-table.ts';
import { scatter } from '../physics/noise.ts';

/** What a device has counted and stored: what must survive a restart of the simulator. */
export interface DeviceMemory {
  production: Counter;
  charge: Counter;
  discharge: Counter;
  import: Counter;
  export: Counter;
  load: Counter;
  /** Percent. */
  soc: number;
  /** degC */
  insideTemperature: number;
  packTemperature: number;
  /** mm of rain since midnight. */
  rain: Counter;
  /** Parameters that somebody set, by key. */
  settings: Record<string, number>;
}

export interface InputModel {
  mppt: number;
  table: ModuleTable;
  modulesInSeries: number;
  /** Index into the station's planes. */
  plane: number;
  strings: StringState[];
  /** V, A of all strings and of each, at the last step. */
  voltage: number;
  current: number;
  stringCurrents: number[];
}

/** Flows of a device at the last step, W. */
export interface DeviceFlows {
  /** PV power taken. */
  dc: number;
  ac: number;
  /** Discharge +. */
  battery: number;
  /** Import +; of a meter, the power at its place. */
  grid: number;
  load: number;
}

export interface DeviceModel {
  device: FleetDevice;
  /** Whether it measures the grid and the load of the place too: a hybrid, or the only inverter where its kind can. */
  measuresSite: boolean;
  inputs: InputModel[];
  memory: DeviceMemory;
  flows: DeviceFlows;
  faults: ReadonlySet<FleetFault>;
  /** How bad they are: 1 is what a technician would call typical. */
  severity: number;
  /** Allowed share of the rated power: less under zero export. */
  limit: number;
  /** Whether it has light enough to run. */
  awake: boolean;
  /** Since when it runs, epoch ms; 0 asleep. It checks the grid for a minute first. */
  awakeSince: number;
  /** Faults in the fault words last sent. */
  faultsTold: number;
  /** Reading a stuck sensor repeats. */
  stuck: Readonly<Record<string, number>> | undefined;
}

export interface StationModel {
  station: FleetStation;
  planes: Plane[];
  devices: DeviceModel[];
  /** Epoch ms of the last step. */
  time: number;
}

const YEAR_MS = 365.25 * 86_400_000;
/** kWh a year and kW, where nothing better is known. */
const USUAL_YIELD = 1150;

/** A station as it stands at `time`, with lifetime counters as old as the station. */
export function createStation(station: FleetStation, time: number): StationModel {
  const planes: Plane[] = [{ tilt: station.tilt, azimuth: station.azimuth }];
  const devices = station.devices.map((device) => ({
    device,
    measuresSite: measuresSite(station, device),
    inputs: inputsOf(device, planes),
    memory: firstMemory(station, device, time),
    flows: { dc: 0, ac: 0, battery: 0, grid: 0, load: 0 },
    faults: new Set<FleetFault>(),
    severity: 1,
    limit: 1,
    awake: false,
    awakeSince: 0,
    faultsTold: 0,
    stuck: undefined,
  }));
  return { station, planes, devices, time };
}

function measuresSite(station: FleetStation, device: FleetDevice): boolean {
  if (device.kind === 'hybrid') return true;
  const alone = station.devices.every((other) => other === device || other.kind === 'logger');
  const profile = device.profileId === null ? undefined : profileById(device.profileId);
  return alone && (profile?.points.some(({ key }) => key === 'grid.power') ?? false);
}

function inputsOf(device: FleetDevice, planes: Plane[]): InputModel[] {
  return device.inputs.map((input, index) => ({
    mppt: input.mppt,
    table: tableOf(input.modulePower),
    modulesInSeries: input.modulesInSeries,
    plane: planeIndex(planes, { tilt: input.tilt, azimuth: input.azimuth }),
    strings: Array.from({ length: input.strings }, (_, string) => ({
      gain: 0.975 + 0.035 * scatter(device.sn, 50 + index * 32 + string),
      open: false,
      shaded: 0,
      weak: 0,
    })),
    voltage: 0,
    current: 0,
    stringCurrents: Array.from({ length: input.strings }, () => 0),
  }));
}

function planeIndex(planes: Plane[], plane: Plane): number {
  const known = planes.findIndex(({ tilt, azimuth }) => tilt === plane.tilt && azimuth === plane.azimuth);
  return known >= 0 ? known : planes.push(plane) - 1;
}

function firstMemory(station: FleetStation, device: FleetDevice, time: number): DeviceMemory {
  const years = Math.max(0, (time - Date.parse(station.gridConnectedOn)) / YEAR_MS) || 0;
  const peak = device.inputs.reduce(
    (sum, input) => sum + (input.strings * input.modulesInSeries * input.modulePower) / 1000,
    0,
  );
  const produced = years * USUAL_YIELD * peak;
  const plant = years * USUAL_YIELD * station.capacityKw;
  const used = (years * 8766 * station.meanLoad) / 1000;
  const cycled = years * 210 * (device.battery?.capacityKwh ?? 0);
  const counter = (total: number): Counter => ({ total, day: 0 });
  const site = measuresSite(station, device);
  const metered =
    device.meterRole === 'generation'
      ? plant
      : device.meterRole === 'load'
        ? used
        : Math.max(0, used - plant * 0.4);
  return {
    production: counter(produced),
    charge: counter(cycled),
    discharge: counter(cycled * 0.91),
    import: counter(device.kind === 'meter' ? metered : used * 0.55),
    export: counter(device.meterRole === 'grid' || site ? plant * 0.6 : 0),
    load: counter(site ? used : 0),
    soc: 45,
    insideTemperature: station.climate.temperature,
    packTemperature: 20,
    rain: counter(0),
    settings: {},
  };
}
