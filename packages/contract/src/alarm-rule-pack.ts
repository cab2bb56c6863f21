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
  'lowInsulation',
  'gridVoltage',
  'hotInverter',
  'batteryLow',
  'batteryHot',
  'stuckPower',
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

/** Rules that ship with the platform. An organisation takes the ones it wants and changes them as its own. */
export const ALARM_RULE_PACK: Readonly<Record<(typeof PACKED_RULES)[number], PackedRule>> = {
  zeroProduction: rule('emergency', 'sun > 12° and ac.power < 10 W', {
    onDelay: 30,
    clear: 'ac.power > 50 W',
  }),
  belowPeers: rule(
    'general',
    'sun > 15° and peers(ac.power) > 0.1 * rated and ac.power < 0.8 * peers(ac.power)',
    { onDelay: 60, offDelay: 30, clear: 'ac.power > 0.9 * peers(ac.power)' },
  ),
  belowExpected: rule(
    'general',
    'sun > 15° and avg(expected, 2 h) > 0.15 * rated and avg(ac.power, 2 h) < 0.7 * avg(expected, 2 h)',
    { onDelay: 60, offDelay: 30, clear: 'avg(ac.power, 2 h) > 0.8 * avg(expected, 2 h)' },
  ),
  lowInsulation: rule('emergency', 'insulation.resistance < 50 kΩ', {
    clear: 'insulation.resistance > 100 kΩ',
  }),
  gridVoltage: rule('general', 'ac.l1.voltage > 253 V or ac.l1.voltage > 10 V and ac.l1.voltage < 195.5 V', {
    clear: 'ac.l1.voltage < 250 V and ac.l1.voltage > 200 V',
  }),
  hotInverter: rule('general', 'temp.inverter > 80 °C', { clear: 'temp.inverter < 70 °C' }),
  batteryLow: rule('general', 'battery.soc < 5 %', { clear: 'battery.soc > 10 %' }),
  batteryHot: rule('emergency', 'battery.temp > 50 °C or battery.temp < -10 °C', {
    clear: 'battery.temp < 45 °C and battery.temp > -5 °C',
  }),
  stuckPower: rule(
    'tip',
    'sun > 20° and ac.power > 50 W and max(ac.power, 3 h) - min(ac.power, 3 h) < 0.5 W',
    { onDelay: 30 },
  ),
  weakSignal: rule('tip', 'avg(signal.strength, 6 h) < 20 %', { clear: 'avg(signal.strength, 6 h) > 30 %' }),
};
