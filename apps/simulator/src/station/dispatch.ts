import { stepBattery } from '../physics/battery.ts';
import { derating, invert, type InverterPower } from '../physics/inverter.ts';
import { isTripped } from './faults.ts';
import { isChecking, offeredBy } from './step-inputs.ts';
import type { DeviceModel, StationModel } from './station-state.ts';

export interface DispatchInput {
  /** W the place wants. */
  load: number;
  /** Epoch ms. */
  time: number;
  seconds: number;
  /** Local hour. */
  hour: number;
}

/** Part of the load that hangs on the backup output of a hybrid. */
const BACKUP_SHARE = 0.35;
/** Share of the rated power that a grid operator leaves. */
export const LIMITED_TO = 0.3;
/** A hybrid takes more from its strings than it can feed in while its battery charges. */
const HYBRID_DC_SHARE = 1.3;

/** Finds the power of every device: light, then batteries, then the grid; where nothing may flow out, less is taken. */
export function dispatch(model: StationModel, input: DispatchInput): void {
  const { station, devices } = model;
  const offGrid = station.gridType === 'offGrid';
  const gridDown = devices.some((device) => device.faults.has('gridLoss'));
  const hybrids = devices.filter((device) => device.device.kind === 'hybrid');
  const producing = devices.map((device) =>
    produce(device, isBlocked(device, input.time, gridDown && !offGrid)),
  );
  let load = gridDown && !offGrid ? (hybrids.length > 0 ? input.load * BACKUP_SHARE : 0) : input.load;
  const made = producing.map((power) => power.ac);
  const batteries = discharge(model, { ...input, load, made: sum(made) });
  let grid = load - sum(made) - sum(batteries);
  const mayExport = !offGrid && !gridDown && station.gridType !== 'zeroExport';
  if (grid < 0 && !mayExport) {
    curtail(devices, { producing, excess: -grid });
    grid = 0;
  }
  if (grid > 0 && (offGrid || gridDown)) {
    load = Math.max(0, load - grid);
    grid = 0;
  }
  settle(model, { producing, batteries, grid, load });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function isBlocked(device: DeviceModel, time: number, gridGone: boolean): boolean {
  if (isTripped(device, time) || device.faults.has('stopped')) return true;
  if (!device.awake || isChecking(device, time)) return true;
  return gridGone && device.device.kind !== 'hybrid';
}

function produce(device: DeviceModel, blocked: boolean): InverterPower {
  const rated = device.device.ratedPower;
  if (rated === null || device.inputs.length === 0) return { dc: 0, ac: 0 };
  if (blocked) return invert(0, rated);
  const room = device.device.kind === 'hybrid' ? HYBRID_DC_SHARE : 1;
  const told = device.faults.has('limited') ? LIMITED_TO : 1;
  const cool = derating(device.memory.insideTemperature);
  return invert(offeredBy(device), rated, Math.min(room, told, cool));
}

interface DischargeInput extends DispatchInput {
  made: number;
}

/** Batteries cover what is missing and take what is over; where nobody consumes, they carry noon into the evening. */
function discharge(model: StationModel, input: DischargeInput): number[] {
  const capacity = sum(model.devices.map(({ device }) => device.battery?.capacityKwh ?? 0));
  return model.devices.map((device) => {
    const { battery } = device.device;
    if (!battery || isTripped(device, input.time)) return 0;
    const share = battery.capacityKwh / capacity;
    const wanted = input.load > 0 ? input.load - input.made : shift(input, battery.maxPower / share);
    const step = stepBattery(battery, {
      soc: device.memory.soc,
      wanted: wanted * share,
      seconds: input.seconds,
    });
    device.memory.soc = step.soc;
    return step.power;
  });
}

function shift({ hour, made }: DischargeInput, maxPower: number): number {
  if (hour >= 17.5 && hour < 22) return 0.7 * maxPower;
  return hour >= 9 && hour < 15.5 ? -Math.min(0.6 * made, maxPower) : 0;
}

/** Takes the excess from all producers in proportion. */
function curtail(devices: readonly DeviceModel[], at: { producing: InverterPower[]; excess: number }): void {
  const made = sum(at.producing.map(({ ac }) => Math.max(0, ac)));
  if (made <= 0) return;
  const keep = Math.max(0, 1 - at.excess / made);
  devices.forEach((device, index) => {
    const rated = device.device.ratedPower;
    const power = at.producing[index]!;
    if (rated !== null && power.ac > 0)
      at.producing[index] = invert(power.dc, rated, (power.ac * keep) / rated);
  });
}

interface Settled {
  producing: readonly InverterPower[];
  batteries: readonly number[];
  grid: number;
  load: number;
}

function settle({ devices }: StationModel, { producing, batteries, grid, load }: Settled): void {
  const measuring = sum(devices.map((each) => (each.measuresSite ? (each.device.ratedPower ?? 0) : 0)));
  const made = sum(producing.map(({ ac }) => ac));
  devices.forEach((model, index) => {
    const { device } = model;
    const [power, battery] = [producing[index]!, batteries[index]!];
    const share = model.measuresSite && measuring > 0 ? (device.ratedPower ?? 0) / measuring : 0;
    model.limit = throttle(model, power.dc);
    model.flows = { dc: power.dc, ac: power.ac + battery, battery, grid: grid * share, load: load * share };
    if (device.meterRole === 'grid') model.flows.grid = grid;
    if (device.meterRole === 'load') model.flows.grid = load;
    if (device.meterRole === 'generation') model.flows.grid = made;
  });
}

/** A tracker that takes less than there is stands above the best voltage. Answers the share taken. */
function throttle(model: DeviceModel, dc: number): number {
  const offered = offeredBy(model);
  const share = offered > 0 ? Math.min(1, dc / offered) : 1;
  if (share > 0.999) return 1;
  for (const input of model.inputs) {
    const voltage = input.voltage * (1 + 0.14 * (1 - share));
    const fit = input.voltage > 0 ? (share * input.voltage) / voltage : 0;
    input.voltage = voltage;
    input.current *= fit;
    input.stringCurrents = input.stringCurrents.map((current) => current * fit);
  }
  return share;
}
