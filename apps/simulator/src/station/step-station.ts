import { zoneOffset } from '@sunfleet/analysis';
import type { FleetFault } from '../../fleets/schema.ts';
import { loadAt } from '../physics/load.ts';
import { countStep } from './count-step.ts';
import { dispatch } from './dispatch.ts';
import { lightAt, type StationLight } from './light.ts';
import type { DeviceModel, StationModel } from './station-state.ts';
import { stepInputs } from './step-inputs.ts';

/**
 * Moves a station to `time` (epoch ms) and answers the light there. Power is that of the instant; counters grow by the mean of
 * this and the last instant.
 */
export function stepStation(
  model: StationModel,
  time: number,
  faultsOf: (device: DeviceModel) => ReadonlySet<FleetFault>,
): StationLight {
  const { station } = model;
  const light = lightAt(station, model.planes, time);
  const ambient = light.air.temperature;
  const solarHour = (time / 3_600_000 + station.longitude / 15 + 24) % 24;
  for (const device of model.devices) {
    device.faults = faultsOf(device);
    stepInputs(device, { light, solarHour, time });
  }
  const seconds = Math.max(0, (time - model.time) / 1000);
  const wall = time + zoneOffset(time, station.timeZone);
  const load = loadAt({
    station: station.name,
    shape: station.type,
    mean: station.meanLoad,
    wall,
    temperature: ambient,
  });
  const before = model.devices.map((device) => device.flows);
  dispatch(model, { load, time, seconds, hour: (wall / 3_600_000) % 24 });
  model.devices.forEach((device, index) => {
    countStep(device, { before: before[index]!, seconds, wall, rain: light.sky.rain, ambient });
  });
  model.time = time;
  return light;
}
