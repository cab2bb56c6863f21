import type { Fleet, FleetFault } from '../../fleets/schema.ts';
import { faultsAt, type ManualFault } from '../station/faults.ts';
import type { StationLight } from '../station/light.ts';
import {
  createStation,
  type DeviceMemory,
  type DeviceModel,
  type StationModel,
} from '../station/station-state.ts';
import { stepStation } from '../station/step-station.ts';

/** What a run keeps for the next one: everything that cannot be computed again. */
export interface SimulationState {
  /** Epoch ms of the first start. */
  born: number;
  /** Epoch ms of the last step. */
  time: number;
  devices: Record<string, DeviceMemory>;
  manual: ManualFault[];
}

/** A station and what the sky is like over it. */
export interface LiveStation {
  model: StationModel;
  light: StationLight;
}

/** All stations of a fleet and what is wrong with them. */
export interface Simulation {
  stations: LiveStation[];
  manual: ManualFault[];
  /** Moves a station to a time, epoch ms. */
  step(station: LiveStation, time: number): void;
  state(): SimulationState;
}

export interface SimulationOptions {
  /** Where the simulation begins, epoch ms. */
  from: number;
  /** Epoch ms of the first start. */
  born: number;
  /** State of an earlier run. */
  earlier: SimulationState | undefined;
  /** Whether chance brings faults. */
  passingFaults: boolean;
}

export function createSimulation(fleet: Fleet, options: SimulationOptions): Simulation {
  const { from, earlier, passingFaults } = options;
  const born = earlier?.born ?? options.born;
  const manual: ManualFault[] = [...(earlier?.manual ?? [])];

  function faultsOf(model: StationModel, time: number) {
    return (device: DeviceModel): ReadonlySet<FleetFault> =>
      faultsAt(
        { station: model.station, device: device.device },
        { time, born, manual, passing: passingFaults },
      );
  }

  const stations = fleet.stations.map((station): LiveStation => {
    const model = createStation(station, from);
    for (const device of model.devices) {
      const memory = earlier?.devices[device.device.sn];
      // A run of before parameters could be set knows none.
      if (memory) device.memory = { ...structuredClone(memory), settings: { ...memory.settings } };
    }
    const light = stepStation(model, from, faultsOf(model, from));
    // An inverter that is awake when the run begins was awake before, so its minute of checks is over.
    for (const device of model.devices) device.awakeSince = 0;
    return { model, light };
  });

  return {
    stations,
    manual,
    step(station, time) {
      station.light = stepStation(station.model, time, faultsOf(station.model, time));
    },
    state: () => ({
      born,
      time: Math.max(...stations.map(({ model }) => model.time)),
      devices: Object.fromEntries(
        stations.flatMap(({ model }) =>
          model.devices.map(({ device, memory }) => [device.sn, memory] as const),
        ),
      ),
      manual,
    }),
  };
}
