import { clockErrorOf } from '../../apps/simulator/src/station/clock.ts';
import type { DeviceModel, StationModel } from '../../apps/simulator/src/station/station-state.ts';

/** A device with a fault, the same one without it, what it said, and its station. */
export interface Shown {
  device: DeviceModel;
  twin: DeviceModel;
  station: StationModel;
  values: Readonly<Record<string, number>>;
}

export type Shows = (shown: Shown) => boolean;

/** Share of the rated power that modules have to be able to give, so that what is missing of it says something. */
const LIGHT = 0.15;
/** Share of power or current that has to be missing, and of a device of which only weather and neighbours tell what it should give. */
const [MISSING, MISSING_ALONE] = [0.25, 0.3];
/** So many inverters of one kind are peers. */
const PEERS = 3;
/** degC: hotter than this, and by so much more than it would be. */
const [HOT, HOTTER] = [50, 15];
const CLOCK_MS = 60 * 60_000;

const ratedOf = ({ device }: DeviceModel) => device.ratedPower ?? Infinity;

export const hasLight: Shows = ({ twin }) => twin.flows.dc >= LIGHT * ratedOf(twin);

export const missesLight: Shows = (shown) =>
  hasLight(shown) && shown.device.flows.dc < 0.05 * shown.twin.flows.dc;

export const givesLess: Shows = (shown) => {
  const { devices } = shown.station;
  const isKnown =
    devices.some(({ device }) => device.kind === 'weather') ||
    devices.filter(({ inputs }) => inputs.length > 0).length >= PEERS;
  const missing = isKnown ? MISSING : MISSING_ALONE;
  // A hair less than that is as much.
  return hasLight(shown) && shown.device.flows.dc <= (1.005 - missing) * shown.twin.flows.dc;
};

export const weakString: Shows = (shown) =>
  hasLight(shown) &&
  shown.device.inputs.some(({ strings }) => strings.some(({ weak = 0 }) => weak >= MISSING));

export const isHotter: Shows = ({ device, twin }) => {
  const { insideTemperature } = device.memory;
  return insideTemperature > HOT && insideTemperature > twin.memory.insideTemperature + HOTTER;
};

/** What it says is below a value. */
export const below =
  (key: string, value: number): Shows =>
  ({ values }) =>
    (values[key] ?? Infinity) < value;

/** The station gives so much that its meter could be compared. */
export const stationGives: Shows = ({ station }) => {
  const makers = station.devices.filter(({ inputs }) => inputs.length > 0);
  const sum = (of: (device: DeviceModel) => number) => makers.reduce((total, each) => total + of(each), 0);
  return sum(({ flows }) => flows.ac) > LIGHT * sum(ratedOf);
};

export const repeatsPower: Shows = ({ device }) => (device.stuck?.['ac.power'] ?? 0) > 50;

export const isEarly: Shows = ({ device }) => Math.abs(clockErrorOf(device)) >= CLOCK_MS;
