import type { FleetFault, FleetStation } from '../../apps/simulator/fleets/schema.ts';
import { isAsleep } from '../../apps/simulator/src/station/read-inverter.ts';
import { isHeard } from '../../apps/simulator/src/station/is-heard.ts';
import { readDevice } from '../../apps/simulator/src/station/read-device.ts';
import type { Reading } from '../../apps/simulator/src/station/reading.ts';
import type { StationLight } from '../../apps/simulator/src/station/light.ts';
import {
  createStation,
  type DeviceModel,
  type StationModel,
} from '../../apps/simulator/src/station/station-state.ts';
import { stepStation } from '../../apps/simulator/src/station/step-station.ts';
import type { PlannedFault } from './fault-plan.ts';

const STEP_MS = 300_000;
/** A device that sleeps is heard each quarter of an hour. */
const SLEEP_STEPS = 3;
const NOTHING: ReadonlySet<FleetFault> = new Set();

/** What rules and states read: the rest of a reading costs room alone. */
const KEPT =
  /^(?:ac\.power|dc\.power|energy\.total|state|alarm\.code|fault\.|ac\.l1\.voltage|ac\.frequency|pv\d+\.current|str\d+\.current|temp\.|insulation|limit\.|battery\.|energy\.charge\.total|energy\.discharge\.total|grid\.power|load\.power|meter\.power|meter\.energy|irradiance|signal)/;

/** One station of the scenario beside the same one with nothing wrong, so that what a fault costs is known. */
export class StationFeed {
  readonly #faults: readonly PlannedFault[];
  readonly #model: StationModel;
  #twin: StationModel | undefined;
  #light: StationLight | undefined;
  #meanGhi = 0;
  /** Wh that each fault cost. */
  readonly lost = new Map<PlannedFault, number>();
  /** Hours for which each could be seen. */
  readonly shown = new Map<PlannedFault, number>();

  constructor(station: FleetStation, faults: readonly PlannedFault[], start: number) {
    this.#faults = faults;
    this.#model = createStation(station, start);
    if (faults.some(({ kind }) => kind)) this.#twin = createStation(station, start);
  }

  get station(): FleetStation {
    return this.#model.station;
  }

  /** Mean light since the last reading, W/m2, and the air as it is. */
  get weather(): { ghi: number; air: StationLight['air'] } {
    return { ghi: this.#meanGhi, air: this.#light!.air };
  }

  /** What devices say within (from, to], by serial number. */
  readUntil(from: number, to: number): Map<string, Reading[]> {
    const said = new Map<string, Reading[]>();
    let [ghi, steps] = [0, 0];
    for (let time = from + STEP_MS; time <= to; time += STEP_MS) {
      const now = this.#faults.filter((fault) => time >= fault.from && time < fault.to);
      this.#light = stepStation(this.#model, time, (device) => this.#bear(device, now));
      this.#countLosses(time, now);
      ghi += this.#light.ghi;
      steps += 1;
      for (const [place, device] of this.#model.devices.entries()) {
        const reading = this.#read(device, time);
        const { sn } = device.device;
        this.#countShown(place, reading?.values ?? {}, now);
        if (!reading) continue;
        const all = said.get(sn) ?? [];
        said.set(sn, all);
        all.push(reading);
      }
    }
    this.#meanGhi = ghi / Math.max(1, steps);
    return said;
  }

  #bear(device: DeviceModel, faults: readonly PlannedFault[]): ReadonlySet<FleetFault> {
    const own = faults.filter(({ devices }) => devices.has(device.device.sn));
    if (own.length === 0) return NOTHING;
    device.severity = own[0]!.severity;
    return new Set(own.map(({ fault }) => fault));
  }

  #read(device: DeviceModel, time: number): Reading | undefined {
    if (!isHeard(this.#model, device)) return undefined;
    if (isAsleep(device) && (time / STEP_MS) % SLEEP_STEPS !== 0) return undefined;
    const reading = readDevice(this.#model, device, { light: this.#light!, detail: 'all' });
    const values = Object.fromEntries(Object.entries(reading.values).filter(([key]) => KEPT.test(key)));
    return { time: reading.time, values };
  }

  #countShown(
    place: number,
    values: Readonly<Record<string, number>>,
    faults: readonly PlannedFault[],
  ): void {
    const device = this.#model.devices[place]!;
    for (const fault of faults) {
      if (!fault.kind || !fault.devices.has(device.device.sn)) continue;
      const { shows } = fault.kind;
      const twin = this.#twin!.devices[place]!;
      if (shows && !shows({ device, twin, station: this.#model, values })) continue;
      this.shown.set(fault, (this.shown.get(fault) ?? 0) + STEP_MS / 3_600_000);
    }
  }

  #countLosses(time: number, faults: readonly PlannedFault[]): void {
    if (!this.#twin) return;
    stepStation(this.#twin, time, () => NOTHING);
    for (const fault of faults) {
      if (!fault.kind) continue;
      let watts = 0;
      for (const [place, { device, flows, inputs }] of this.#model.devices.entries())
        if (inputs.length > 0 && fault.devices.has(device.sn))
          watts += Math.max(0, this.#twin.devices[place]!.flows.dc - flows.dc);
      this.lost.set(fault, (this.lost.get(fault) ?? 0) + (watts * STEP_MS) / 3_600_000);
    }
  }
}
