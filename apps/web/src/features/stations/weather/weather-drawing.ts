import type { StationWeather } from '@sunfleet/contract';
import type { Format } from '../../../lib/format/use-format.ts';
import { addDays, startOfDay } from '../../../lib/time/zone.ts';
import type { Curve, TimeDrawing, Values } from '../../../ui/chart/drawing.ts';

interface WeatherNames {
  ghi: string;
  clearSky: string;
  tempAir: string;
}

const HALF_HOUR_MS = 1_800_000;
/** px */
const LIGHT = 150;
const TEMPERATURE = 90;

/** Light by the hour before that of a clear sky, and the temperature of the air below where it is known. */
export function weatherDrawing(
  { hours, days, timeZone }: StationWeather,
  names: WeatherNames,
  { inUnit }: Pick<Format, 'inUnit'>,
): TimeDrawing {
  // Light is the mean of the hour before, so it stands in the middle of it.
  const middles = hours.times.map((time) => time - HALF_HOUR_MS);
  const light = (name: string, tone: Curve['tone'], values: Values): Curve => ({
    name,
    tone,
    unit: 'W/m²',
    digits: 0,
    draw: tone === 'irradiance' ? 'area' : 'line',
    dashed: tone !== 'irradiance',
    times: middles,
    values,
  });
  const temperature: Curve = {
    name: names.tempAir,
    tone: 'series-1',
    unit: inUnit(null, '°C').unit,
    digits: 0,
    draw: 'line',
    times: hours.times,
    values: hours.tempAir.map((value) => inUnit(value, '°C').value ?? null),
  };
  const first = days[0]!.day;
  return {
    panels: [
      {
        curves: [
          ...(isKnown(hours.ghi) ? [light(names.ghi, 'irradiance', hours.ghi)] : []),
          light(names.clearSky, 'before', hours.clearSkyGhi),
        ],
        height: LIGHT,
      },
      ...(isKnown(hours.tempAir) ? [{ curves: [temperature], height: TEMPERATURE, free: true }] : []),
    ],
    from: startOfDay(first, timeZone),
    to: startOfDay(addDays(days.at(-1)!.day, 1), timeZone),
    zone: timeZone,
  };
}

const isKnown = (values: Values): boolean => values.some((value) => value !== null);
