import type { Place } from './places.data.ts';
import type { FleetDevice, FleetInput } from './schema.ts';

/** A device before it has serial number and secret; `parent` is the index of its logger among the station's devices. */
export type DevicePlan = Omit<FleetDevice, 'sn' | 'secret' | 'parentSn'> & { parent: number | null };

/** What stands at each kind of station. `index` is the place's number in the fleet and varies the equipment. */

const MODULE_WATTS = 450;

const BARE: Omit<DevicePlan, 'kind' | 'protocol' | 'manufacturer' | 'model'> = {
  parent: null,
  profileId: null,
  ratedPower: null,
  meterRole: null,
  inputs: [],
  battery: null,
  slave: null,
  v5Data: null,
  intervalSeconds: 5,
  fault: null,
};

/** Strings of about `size` kWp on `mppts` inputs. */
function strings(place: Place, size: number, mppts: number): FleetInput[] {
  const modules = Math.max(6, Math.round((size * 1000) / MODULE_WATTS / mppts));
  const perMppt = Math.ceil(modules / 20);
  const modulesInSeries = Math.round(modules / perMppt);
  const facing = place.latitude >= 0 ? 180 : 0;
  const slope = Math.round(Math.min(35, Math.max(8, Math.abs(place.latitude) * 0.75)));
  return Array.from({ length: mppts }, (_, index) => ({
    mppt: index + 1,
    strings: perMppt,
    modulesInSeries,
    modulePower: MODULE_WATTS,
    tilt: slope,
    // The second input of a home lies on the other side of the roof.
    azimuth: place.size < 20 && index === 1 ? (facing + 90) % 360 : facing,
  }));
}

const wattsOf = (inputs: readonly FleetInput[]) =>
  inputs.reduce((sum, input) => sum + input.strings * input.modulesInSeries * input.modulePower, 0);

/** The next smaller round size: modules are usually a little more than the inverter takes. */
function rated(inputs: readonly FleetInput[]): number {
  const watts = wattsOf(inputs) / 1.15;
  const step = watts < 20_000 ? 1000 : 5000;
  return Math.max(step, Math.round(watts / step) * step);
}

const logger = (model: string): DevicePlan => ({
  ...BARE,
  kind: 'logger',
  protocol: 'v5',
  manufacturer: 'IGEN Tech',
  model,
  intervalSeconds: 60,
});

function inverter(
  inputs: FleetInput[],
  plan: Partial<DevicePlan> & Pick<DevicePlan, 'profileId' | 'manufacturer' | 'model'>,
): DevicePlan {
  return { ...BARE, kind: 'inverter', protocol: 'mqtt', inputs, ratedPower: rated(inputs), ...plan };
}

function meter(meterRole: 'grid' | 'generation' | 'load', plan: Partial<DevicePlan> = {}): DevicePlan {
  const model = 'DTSD422';
  return {
    ...BARE,
    kind: 'meter',
    protocol: 'mqtt',
    manufacturer: 'Chint',
    model,
    profileId: 'meter-dtsd422',
    meterRole,
    ...plan,
  };
}

function weather(plan: Partial<DevicePlan> = {}): DevicePlan {
  const model = 'Weather station';
  return {
    ...BARE,
    kind: 'weather',
    protocol: 'http',
    manufacturer: 'SunSpec',
    model,
    profileId: 'sunspec-weather',
    intervalSeconds: 30,
    ...plan,
  };
}

/** A home without storage: two of three hang on a logger stick, one of these pushes its layout; the rest speak MQTT. */
export function homeDevices(place: Place, index: number): DevicePlan[] {
  const inputs = strings(place, place.size, 2);
  const fault = index === 2 ? 'loggerOffline' : null;
  const behind = { protocol: 'v5', parent: 0, slave: 1, intervalSeconds: 60 } as const;
  const deye = { profileId: 'deye-string', manufacturer: 'Deye', model: 'SUN-8K-G03' };
  const sofar = { profileId: 'sofar-g3', manufacturer: 'Sofar', model: 'SOFAR 8KTLX-G3' };
  if (index % 3 === 0) return [inverter(inputs, { ...deye, fault: index === 3 ? 'shading' : null })];
  const stick = { ...logger('LSW-3'), fault: fault as DevicePlan['fault'] };
  return index % 3 === 1
    ? [stick, inverter(inputs, { ...sofar, ...behind, v5Data: 'pushed' })]
    : [stick, inverter(inputs, { ...deye, ...behind, v5Data: 'polled' })];
}

/** A home with storage: a hybrid inverter that also measures grid and load. */
export function storageHomeDevices(place: Place, index: number): DevicePlan[] {
  const inputs = strings(place, place.size, 2);
  const battery = { capacityKwh: 10, maxPower: 5000 };
  const deye = {
    kind: 'hybrid',
    profileId: 'deye-hybrid-3p',
    manufacturer: 'Deye',
    model: 'SUN-10K-SG04LP3',
    battery,
  } as const;
  const solis = {
    kind: 'hybrid',
    profileId: 'solis-hybrid',
    manufacturer: 'Solis',
    model: 'S6-EH1P8K',
    battery,
  } as const;
  if (index % 3 === 0) return [inverter(inputs, deye), meter('grid')];
  const behind = { protocol: 'v5', parent: 0, slave: 1, v5Data: 'polled', intervalSeconds: 60 } as const;
  return index % 3 === 1
    ? [inverter(inputs, solis)]
    : [logger('LSW-5'), inverter(inputs, { ...deye, ...behind })];
}

/** A roof of a firm: three or four inverters, a meter at the grid and a sensor on the roof. */
export function commercialDevices(place: Place, index: number): DevicePlan[] {
  const count = place.size > 200 ? 4 : 3;
  const inverters = Array.from({ length: count }, (_, n) =>
    inverter(strings(place, place.size / count, 4), {
      profileId: index % 2 === 0 ? 'sunspec-inverter' : 'sofar-g3',
      manufacturer: index % 2 === 0 ? 'SunSpec' : 'Sofar',
      model: index % 2 === 0 ? 'Three-phase inverter' : 'SOFAR 60KTLX-G3',
      intervalSeconds: 10,
      fault: index === 20 && n === 1 ? 'inverterTrip' : null,
    }),
  );
  return [
    ...inverters,
    meter('grid', { intervalSeconds: 10 }),
    weather({ fault: index === 24 ? 'stuckSensor' : null }),
  ];
}

/** A park in the field: eight inverters, a meter where it feeds in and a weather station. */
export function utilityDevices(place: Place, index: number): DevicePlan[] {
  const count = 8;
  const inverters = Array.from({ length: count }, (_, n) =>
    inverter(strings(place, place.size / count, 6), {
      profileId: 'sunspec-inverter',
      manufacturer: 'SunSpec',
      model: 'String inverter 250 kW',
      intervalSeconds: 10,
      fault: index === 27 && n === 2 ? 'stringOpen' : null,
    }),
  );
  return [...inverters, meter('generation', { intervalSeconds: 10 }), weather()];
}

/** A place that runs on its own: two hybrids, a further inverter, a meter at the load and a sensor. */
export function microgridDevices(place: Place): DevicePlan[] {
  const battery = { capacityKwh: 60, maxPower: 20_000 };
  const hybrid = () =>
    inverter(strings(place, place.size / 3, 2), {
      kind: 'hybrid',
      profileId: 'deye-hybrid-3p',
      manufacturer: 'Deye',
      model: 'SUN-20K-SG01HP3',
      battery,
    });
  const field = inverter(strings(place, place.size / 3, 4), {
    profileId: 'deye-string',
    manufacturer: 'Deye',
    model: 'SUN-20K-G05',
  });
  return [hybrid(), hybrid(), field, meter('load'), weather()];
}
