import path from 'node:path';
import { readCsv, valuesOf, wallOf, type CsvTable } from './csv-table.ts';
import type { RecordedDevice, RecordedPlant } from './recorded-plant.ts';

/** Rating of the four inverters, W: two for the roof facing north-east, two for the one facing south-west. */
const RATED = [10_000, 10_000, 15_000, 15_000];

const MODULE = { model: 'TE2000 210Wp', power: 210 };
const ROOFS = [
  { name: 'North-east', azimuth: 14, quantity: 90 },
  { name: 'South-west', azimuth: 194, quantity: 144 },
];

/** Two roofs on La Reunion, four inverters with two inputs each and the campus' weather, 10 minutes, 15 days. No counters. */
export function readEnerpos(folder: string): RecordedPlant {
  const plant = readCsv(path.join(folder, 'enerpos/PV_ENERPOS_01-15-10-2022_bis.txt'));
  const weather = readCsv(path.join(folder, 'enerpos/Meteo_Terre_Sainte_01-15-10-2022.txt'));
  return {
    station: {
      name: 'Enerpos',
      type: 'commercial',
      gridType: 'fullFeedIn',
      capacityKw: 49.14,
      timeZone: 'Indian/Reunion',
      latitude: -21.333,
      longitude: 55.483,
      elevation: 75,
      tilt: 9,
      azimuth: 14,
      country: 'RE',
    },
    arrays: ROOFS.map((roof) => ({ ...roof, tilt: 9, module: MODULE })),
    devices: [
      ...RATED.map((ratedPower, index) => readInverter(plant, index + 1, ratedPower)),
      readWeather(plant, weather),
    ],
  };
}

function readInverter(table: CsvTable, number: number, ratedPower: number): RecordedDevice {
  const readings = table.rows.flatMap((row) => {
    const wall = wallOf(row.text('datetime'));
    const values = valuesOf(row, [
      ['ac.power', `Inv${number}_AC`],
      ['pv1.power', `Inv${number}_DC_MPPT1`],
      ['pv2.power', `Inv${number}_DC_MPPT2`],
    ]);
    return wall === undefined ? [] : [{ wall, values: withDc(values) }];
  });
  const model = `RPI M${ratedPower / 1000}A`;
  return { code: `INV${number}`, kind: 'inverter', manufacturer: 'Delta', model, ratedPower, readings };
}

function withDc(values: Record<string, number>): Record<string, number> {
  const [first, second] = [values['pv1.power'], values['pv2.power']];
  return first === undefined || second === undefined ? values : { ...values, 'dc.power': first + second };
}

/** The plane of the larger roof is the station's irradiance; the other one is a point of its own. */
function readWeather(plant: CsvTable, weather: CsvTable): RecordedDevice {
  const planes = new Map(
    plant.rows.map((row) => [
      wallOf(row.text('datetime')),
      valuesOf(row, [
        ['irradiance.poa', 'POA_SW'],
        ['irradiance.poaNorthEast', 'POA_NE'],
      ]),
    ]),
  );
  const readings = weather.rows.flatMap((row) => {
    const wall = wallOf(row.text('datetime'));
    const values = valuesOf(row, [
      ['irradiance.ghi', 'GHI'],
      ['temp.ambient', 'DBT'],
      ['humidity', 'RH'],
      ['wind.speed', 'Ws10'],
      ['wind.direction', 'Wd10'],
      ['pressure', 'Patmo'],
      ['rain', 'Rainfall'],
    ]);
    return wall === undefined ? [] : [{ wall, values: { ...values, ...planes.get(wall) } }];
  });
  return {
    code: 'MET',
    kind: 'weather',
    manufacturer: 'Recorded',
    model: 'Weather station',
    ratedPower: null,
    readings,
  };
}
