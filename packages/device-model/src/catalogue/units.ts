/** Units a point may have, by what they measure: those of one family can be turned into each other. */
export const UNIT_FAMILIES = {
  power: ['W', 'kW', 'MW'],
  energy: ['Wh', 'kWh', 'MWh'],
  reactivePower: ['var', 'kvar'],
  apparentPower: ['VA', 'kVA'],
  voltage: ['mV', 'V', 'kV'],
  current: ['mA', 'A'],
  charge: ['Ah'],
  resistance: ['Ω', 'kΩ', 'MΩ'],
  frequency: ['Hz', 'kHz'],
  share: ['%', '‰', 'ppm'],
  temperature: ['°C', '°F', 'K'],
  irradiance: ['W/m²'],
  illuminance: ['lx'],
  speed: ['m/s', 'km/h'],
  angle: ['°'],
  rotation: ['rpm'],
  pressure: ['Pa', 'hPa', 'kPa', 'mbar', 'bar'],
  length: ['mm', 'cm', 'm', 'km'],
  volume: ['l', 'm³'],
  flow: ['l/min', 'l/h', 'm³/h'],
  mass: ['g', 'kg', 't'],
  density: ['µg/m³', 'g/m³'],
  time: ['ms', 's', 'min', 'h', 'd'],
  level: ['dB', 'dBm'],
} as const;

const FAMILY_OF = new Map<string, string>(
  Object.entries(UNIT_FAMILIES).flatMap(([family, units]) => units.map((unit) => [unit, family] as const)),
);

/** Units a custom point may be given. */
export const UNITS: readonly string[] = [...FAMILY_OF.keys()];

/** Whether a custom point may have this unit; the empty one is that of codes and ratios. */
export const isUnit = (text: string): boolean => text === '' || FAMILY_OF.has(text);

/** Whether a value in the one unit can be told in the other. */
export function sameUnitFamily(one: string, other: string): boolean {
  return one === other || (FAMILY_OF.has(one) && FAMILY_OF.get(one) === FAMILY_OF.get(other));
}
