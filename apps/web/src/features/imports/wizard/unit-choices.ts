/** A unit a file may be written in, and how its figures become those of the platform: `value * scale + offset`. */
interface UnitChoice {
  unit: string;
  scale: number;
  offset: number;
}

const by = (unit: string, scale: number, offset = 0): UnitChoice => ({ unit, scale, offset });

/** By unit of the catalogue. The first is the unit itself. */
const CHOICES: Readonly<Record<string, readonly UnitChoice[]>> = {
  W: [by('W', 1), by('kW', 1000), by('MW', 1e6)],
  var: [by('var', 1), by('kvar', 1000)],
  VA: [by('VA', 1), by('kVA', 1000)],
  kWh: [by('kWh', 1), by('Wh', 0.001), by('MWh', 1000)],
  V: [by('V', 1), by('mV', 0.001), by('kV', 1000)],
  A: [by('A', 1), by('mA', 0.001)],
  mA: [by('mA', 1), by('A', 1000)],
  '°C': [by('°C', 1), by('°F', 5 / 9, -160 / 9), by('K', 1, -273.15)],
  '%': [by('%', 1), by('0–1', 100)],
  'W/m²': [by('W/m²', 1), by('kW/m²', 1000)],
  hPa: [by('hPa', 1), by('Pa', 0.01), by('kPa', 10)],
  kΩ: [by('kΩ', 1), by('Ω', 0.001), by('MΩ', 1000)],
  'm/s': [by('m/s', 1), by('km/h', 1 / 3.6), by('mph', 0.447_04)],
};

/** Units a point of this unit may be given in; only the unit itself where no other is usual. */
export const unitChoices = (unit: string): readonly UnitChoice[] =>
  CHOICES[unit] ?? (unit ? [by(unit, 1)] : []);

const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

/** The unit that a scale and an offset stand for; undefined when they are none of the usual ones. */
export function unitOf(unit: string, { scale, offset }: Omit<UnitChoice, 'unit'>): string | undefined {
  return unitChoices(unit).find((choice) => same(choice.scale, scale) && same(choice.offset, offset))?.unit;
}
