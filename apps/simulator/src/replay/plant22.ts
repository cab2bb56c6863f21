import path from 'node:path';
import { readCsv, valuesOf, wallOf } from './csv-table.ts';
import type { RecordedDevice, RecordedPlant } from './recorded-plant.ts';

/**
 * 22 inverters of a plant in India with its weather station, 15 minutes, 34 days. DC power stands in tenths of kW, irradiation
 * in kW/m2. Lifetime counters have gaps and jumps; they are sent as they were recorded.
 */
export function readPlant22(folder: string): RecordedPlant {
  const generation = readCsv(path.join(folder, 'plant22/generation_15min_by_inverter.csv.gz'));
  const byInverter = new Map<string, RecordedDevice>();
  for (const row of generation.rows) {
    const wall = wallOf(row.text('local_time'));
    if (wall === undefined) continue;
    const code = row.text('inverter');
    const device = byInverter.get(code) ?? inverter(code);
    byInverter.set(code, device);
    const values = valuesOf(row, [
      ['ac.power', 'ac_power_kw', 1000],
      ['dc.power', 'dc_power_raw', 100],
      ['energy.day', 'daily_yield_kwh'],
      ['energy.total', 'total_yield_kwh'],
    ]);
    device.readings.push({ wall, values });
  }
  return { station: STATION, devices: [...byInverter.values(), readWeather(folder)] };
}

const STATION = {
  name: 'Plant 22',
  type: 'utility',
  gridType: 'fullFeedIn',
  capacityKw: 32_000,
  timeZone: 'Asia/Kolkata',
  latitude: 14.8,
  longitude: 78.3,
  elevation: 250,
  tilt: 12,
  azimuth: 180,
  country: 'IN',
} as const;

function inverter(code: string): RecordedDevice {
  return {
    code,
    kind: 'inverter',
    manufacturer: 'Recorded',
    model: 'Central inverter',
    ratedPower: 1_400_000,
    readings: [],
  };
}

function readWeather(folder: string): RecordedDevice {
  const { rows } = readCsv(path.join(folder, 'plant22/weather_15min.csv.gz'));
  return {
    code: 'MET',
    kind: 'weather',
    manufacturer: 'Recorded',
    model: 'Weather station',
    ratedPower: null,
    readings: rows.flatMap((row) => {
      const wall = wallOf(row.text('DATE_TIME'));
      const values = valuesOf(row, [
        ['temp.ambient', 'AMBIENT_TEMPERATURE'],
        ['temp.module', 'MODULE_TEMPERATURE'],
        ['irradiance.poa', 'IRRADIATION', 1000],
      ]);
      return wall === undefined ? [] : [{ wall, values }];
    }),
  };
}
