import type { AlarmLevel } from './words.ts';

/** A shipped rule. Its name, cause and advice stand under `rules.<key>` of the i18n domain `faults`. */
interface PackedRule {
  level: AlarmLevel;
  raise: string;
  clear: string;
  consecutive: number;
  onDelay: number;
  offDelay: number;
}

export const PACKED_RULES = [
  'zeroProduction',
  'belowPeers',
  'belowExpected',
  'openString',
  'weakString',
  'derating',
  'hotInverter',
  'lowInsulation',
  'gridVoltage',
  'gridFrequency',
  'meterMismatch',
  'batteryLow',
  'batteryHot',
  'cellSpread',
  'impossiblePower',
  'stuckPower',
  'stuckLight',
  'wrongClock',
  'weakSignal',
] as const;

const rule = (level: AlarmLevel, raise: string, values: Partial<PackedRule> = {}): PackedRule => ({
  level,
  raise,
  clear: '',
  consecutive: 3,
  onDelay: 0,
  offDelay: 10,
  ...values,
});

/** Six hours around noon, as the sun stands as high as it did six hours ago or lower: modules to the east and to the west have given as much. */
const AROUND_NOON = 'sun > 5° and change(sun, 6 h) < 0°';
/** Means over the same five minutes: what is expected of the newest ones comes later, and of some nothing is known. */
const overTime = (hours: number) =>
  [`avg(production + 0 * expected, ${hours} h)`, `avg(expected + 0 * production, ${hours} h)`] as const;
const [PRODUCED, EXPECTED] = overTime(6);
const [PRODUCED_NOW, EXPECTED_NOW] = overTime(2);
/** What went by, as snow that slid off, is no fault any more. */
const STILL_LOW = `${PRODUCED_NOW} < 0.8 * ${EXPECTED_NOW}`;
/** What it would give as neighbours do, by its size. */
const NEAR = 'avg(rated * near(production / rated) + 0 * expected, 6 h)';
const SURELY_BELOW_BAND = `${PRODUCED} < 0.85 * avg(leastExpected, 6 h)`;
/**
 * With a sensor little is uncertain, and what is below nine days of ten is enough. Weather of a service and neighbours are each off by a quarter on some days,
 * seldom both at once: what counts is the product of what is missing against either. Where most stations nearby give little of what can be expected it is the weather.
 */
const SURELY_LESS = [
  `(not known(${NEAR}) and (${SURELY_BELOW_BAND} or ${PRODUCED} < 0.65 * ${EXPECTED})`,
  `or ${NEAR} > 0.5 * ${EXPECTED} and (${SURELY_BELOW_BAND} or ${PRODUCED} * ${PRODUCED} < 0.5 * ${EXPECTED} * ${NEAR}))`,
].join(' ');
/** As much as usual by both. */
const AS_USUAL = `(not known(${NEAR}) or ${PRODUCED} * ${PRODUCED} > 0.65 * ${EXPECTED} * ${NEAR})`;

/** What a string or an input that gives nothing takes is told by the rule about it. */
const NONE_IS_OPEN = ['string', 'input']
  .map((of) => `(not known(${of}.low) or avg(${of}.low, 2 h) > 0.1 * avg(${of}.mid, 2 h))`)
  .join(' and ');

/** Rules that ship with the platform. An organisation takes the ones it wants and changes them as its own. */
export const ALARM_RULE_PACK: Readonly<Record<(typeof PACKED_RULES)[number], PackedRule>> = {
  zeroProduction: rule(
    'emergency',
    [
      'sun > 12° and production < 10 W and not curtailed and (not known(expected) or expected > 0.04 * rated)',
      'and (not known(near(production / rated)) or min(near(production / rated), 2 h) > 0.03)',
    ].join(' '),
    { onDelay: 30, clear: 'production > 50 W' },
  ),
  belowPeers: rule(
    'general',
    `sun > 15° and not curtailed and peers(production) > 0.15 * rated and production < 0.8 * peers(production) and ${NONE_IS_OPEN}`,
    {
      onDelay: 120,
      offDelay: 60,
      clear: 'peers(production) > 0.15 * rated and production > 0.9 * peers(production)',
    },
  ),
  belowExpected: rule(
    'general',
    [
      `${AROUND_NOON} and duration(curtailed, 6 h) < 1 min and ${EXPECTED} > 0.12 * rated and ${STILL_LOW}`,
      `and ${NONE_IS_OPEN} and ${SURELY_LESS}`,
    ].join(' '),
    {
      offDelay: 15,
      clear: `${AROUND_NOON} and ${EXPECTED} > 0.12 * rated and ${PRODUCED} > 0.85 * ${EXPECTED} and ${AS_USUAL}`,
    },
  ),
  openString: rule(
    'general',
    [
      `${AROUND_NOON} and (avg(string.mid, 6 h) > 1 A and max(string.low, 6 h) < 0.1 * avg(string.mid, 6 h)`,
      'or avg(input.mid, 6 h) > 1 A and max(input.low, 6 h) < 0.1 * avg(input.mid, 6 h))',
    ].join(' '),
    {
      offDelay: 30,
      clear:
        '(not known(string.low) or string.mid > 1 A and string.low > 0.3 * string.mid) and input.mid > 1 A and input.low > 0.3 * input.mid',
    },
  ),
  weakString: rule(
    'general',
    'sun > 15° and avg(string.mid, 4 h) > 1.5 A and avg(string.low, 4 h) < 0.75 * avg(string.mid, 4 h)',
    {
      onDelay: 60,
      offDelay: 60,
      clear: 'avg(string.mid, 4 h) > 1.5 A and avg(string.low, 4 h) > 0.85 * avg(string.mid, 4 h)',
    },
  ),
  derating: rule(
    'general',
    'temp.inverter > 50 °C and (temp.inverter > peers(temp.inverter) + 15 °C or temp.inverter > near(temp.inverter) + 20 °C)',
    {
      onDelay: 30,
      offDelay: 60,
      // In the cool of the evening, and with little to do, an inverter without its fan is no hotter than others.
      clear:
        'production > 0.4 * rated and (temp.inverter < 45 °C or temp.inverter < peers(temp.inverter) + 6 °C or temp.inverter < near(temp.inverter) + 8 °C)',
    },
  ),
  hotInverter: rule('general', 'temp.inverter > 80 °C', { clear: 'temp.inverter < 70 °C' }),
  lowInsulation: rule('emergency', 'insulation.resistance < 50 kΩ', {
    clear: 'insulation.resistance > 100 kΩ',
  }),
  gridVoltage: rule('general', 'ac.l1.voltage > 253 V or ac.l1.voltage > 10 V and ac.l1.voltage < 195.5 V', {
    clear: 'ac.l1.voltage < 250 V and ac.l1.voltage > 200 V',
  }),
  gridFrequency: rule(
    'general',
    'ac.frequency > 10 Hz and ac.frequency < 47.5 Hz or ac.frequency > 51.5 Hz and ac.frequency < 57.5 Hz or ac.frequency > 62 Hz',
    {
      clear:
        'ac.frequency > 48 Hz and ac.frequency < 51 Hz or ac.frequency > 58 Hz and ac.frequency < 61.5 Hz',
    },
  ),
  meterMismatch: rule(
    'general',
    'generationMeter and total(production) > 0.1 * total(rated) and abs(meter.power) < 0.85 * total(production)',
    {
      onDelay: 90,
      offDelay: 60,
      clear: 'total(production) > 0.1 * total(rated) and abs(meter.power) > 0.92 * total(production)',
    },
  ),
  batteryLow: rule('general', 'battery.soc < 5 %', { clear: 'battery.soc > 10 %' }),
  batteryHot: rule('emergency', 'battery.temp > 50 °C or battery.temp < -10 °C', {
    clear: 'battery.temp < 45 °C and battery.temp > -5 °C',
  }),
  cellSpread: rule('general', 'battery.cell.highest - battery.cell.lowest > 0.15 V', {
    onDelay: 30,
    offDelay: 30,
    clear: 'battery.cell.highest - battery.cell.lowest < 0.08 V',
  }),
  impossiblePower: rule('tip', 'abs(ac.power) > 1.5 * rated', {
    offDelay: 60,
    clear: 'abs(ac.power) < 1.2 * rated',
  }),
  stuckPower: rule(
    'tip',
    [
      'ac.power > 50 W and max(ac.power, 2 h) - min(ac.power, 2 h) < 0.5 W',
      // At its limit it may stand still by day; as the sun goes down nothing of modules does.
      'and (sun > 20° and not curtailed and (not known(rated) or ac.power < 0.97 * rated) or sun < 8° and production > 0.05 * rated)',
    ].join(' '),
    { offDelay: 15, clear: 'max(ac.power, 1 h) - min(ac.power, 1 h) > 5 W' },
  ),
  stuckLight: rule(
    'tip',
    'sun > 15° and (max(irradiance.poa, 3 h) - min(irradiance.poa, 3 h) < 1 W/m² or max(irradiance.ghi, 3 h) - min(irradiance.ghi, 3 h) < 1 W/m²)',
    {
      onDelay: 30,
      offDelay: 30,
      clear:
        'sun > 15° and (not known(irradiance.poa) or max(irradiance.poa, 3 h) - min(irradiance.poa, 3 h) > 5 W/m²) and (not known(irradiance.ghi) or max(irradiance.ghi, 3 h) - min(irradiance.ghi, 3 h) > 5 W/m²)',
    },
  ),
  // Power without light; more than the device can give is no power but a spike of its line.
  wrongClock: rule('general', 'sun < -2° and production > 0.005 * rated and production < 1.1 * rated', {
    clear: 'sun < -4° and production < 0.002 * rated',
  }),
  weakSignal: rule('tip', 'avg(signal.strength, 6 h) < 20 %', { clear: 'avg(signal.strength, 6 h) > 30 %' }),
};
