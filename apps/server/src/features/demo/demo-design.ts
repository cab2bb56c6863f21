import type { DesignVersion, StationArray, StationInverter } from '@sunfleet/contract';
import type { DemoStation } from './fleet-file.ts';

const COMPASS = ['North', 'North-east', 'East', 'South-east', 'South', 'South-west', 'West', 'North-west'];
const directionOf = (azimuth: number) => COMPASS[Math.round(azimuth / 45) % 8]!;

/** The modules that the simulator has on a station of the demo: an array for each way that strings face and are built. */
export function demoDesign({ devices }: Pick<DemoStation, 'devices'>): DesignVersion {
  const arrays = new Map<string, StationArray>();
  const arrayOf = ({
    tilt,
    azimuth,
    modulePower,
    modulesInSeries,
  }: DemoStation['devices'][number]['inputs'][number]) => {
    const key = [tilt, azimuth, modulePower, modulesInSeries].join(' ');
    const known = arrays.get(key);
    if (known) return known;
    const direction = directionOf(azimuth);
    const alike = [...arrays.values()].filter(({ name }) => name.split(' ')[0] === direction).length;
    const array: StationArray = {
      name: alike === 0 ? direction : `${direction} ${alike + 1}`,
      tilt,
      azimuth,
      module: {
        componentId: null,
        model: `${modulePower} W`,
        power: modulePower,
        temperatureCoefficient: null,
        electrics: null,
      },
      quantity: 0,
      series: modulesInSeries,
      share: null,
      height: null,
      spacing: null,
      slant: null,
      albedo: null,
      bifacial: null,
    };
    arrays.set(key, array);
    return array;
  };
  const inverters: StationInverter[] = [];
  for (const { sn, model, inputs } of devices) {
    if (inputs.length === 0) continue;
    inverters.push({
      name: `${model} ${sn}`,
      type: null,
      inputs: inputs.map((input, i) => {
        const array = arrayOf(input);
        array.quantity! += input.strings * input.modulesInSeries;
        const before = inputs.slice(0, i).filter(({ mppt }) => mppt === input.mppt).length;
        return { mppt: input.mppt, input: before + 1, array: array.name, strings: input.strings };
      }),
    });
  }
  return { from: null, arrays: [...arrays.values()], inverters, coldest: null, hottest: null, horizon: null };
}
