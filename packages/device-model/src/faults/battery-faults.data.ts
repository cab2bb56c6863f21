import type { FaultRow } from './fault-row.ts';

/** Faults of the battery. */
export const BATTERY_FAULTS: readonly FaultRow[] = [
  [
    'batteryNotConnected',
    'general',
    'Battery not connected',
    'No battery voltage is present.',
    'Check the battery switch, its fuses and its cables.',
  ],
  [
    'batteryOverVoltage',
    'emergency',
    'Battery voltage too high',
    'The battery voltage exceeded its limit.',
    'Check the battery type that is set. If it persists, switch the battery off and call service.',
  ],
  [
    'batteryUnderVoltage',
    'general',
    'Battery voltage too low',
    'The battery is discharged below its limit.',
    'Charge the battery; check the discharge limit that is set.',
  ],
  [
    'batteryOverCurrent',
    'emergency',
    'Battery current too high',
    'The charging or discharging current of the battery exceeded its limit.',
    'Check the battery cables and the current limit that is set. If it persists, call service.',
  ],
  [
    'batteryOverTemperature',
    'emergency',
    'Battery too hot',
    'The battery is hotter than it may be and was disconnected.',
    'Keep away from the battery, let it cool down and check the ventilation. If it persists, call service.',
  ],
  [
    'batteryUnderTemperature',
    'general',
    'Battery too cold',
    'The battery is colder than it may be charged or discharged.',
    'It starts by itself when it is warm enough. Check where it stands and its heating.',
  ],
  [
    'batteryManagement',
    'general',
    'Battery management fault',
    'The battery management system reports a fault or does not fit the inverter.',
    'Check the software versions of battery and inverter and the battery type that is set.',
  ],
];
