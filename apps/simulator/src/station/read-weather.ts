import { digits } from './digits.ts';
import type { ReadContext } from './reading.ts';

/** Values of a weather station; its pyranometer stands in the station's main plane. */
export function readWeather({ light, device, detail, noise }: ReadContext): Record<string, number> {
  const { air } = light;
  const plane = light.planes[0];
  const global = plane?.global ?? 0;
  // Thermopiles look into the cold sky at night and show a little less than nothing.
  const offset = global > 0 ? 0 : -1.5;
  const values: Record<string, number> = {
    'irradiance.poa': digits(global * (1 + 0.004 * noise(1)) + offset, 1),
    'irradiance.ghi': digits(light.ghi * (1 + 0.004 * noise(2)) + offset, 1),
    'temp.ambient': digits(air.temperature + 0.1 * noise(3), 1),
    'temp.module': digits((plane?.cellTemperature ?? air.temperature) - 1.5 + 0.2 * noise(4), 1),
  };
  if (detail === 'main') return values;
  return {
    ...values,
    'wind.speed': digits(air.wind, 1),
    'wind.direction': digits((air.windDirection + 9 * noise(5) + 360) % 360, 0),
    humidity: digits(air.humidity + 0.5 * noise(6), 0),
    pressure: digits(air.pressure, 1),
    rain: digits(device.memory.rain.day, 1),
  };
}
