import type { FaultLevel } from '../profile/schema.ts';

/** What a fault means, in English; the texts of the other languages follow the same keys. */
export interface FaultText {
  /** Key of the text in every language: `faults.common.<key>`. */
  textKey: string;
  key: string;
  level: FaultLevel;
  name: string;
  cause: string;
  advice: string;
}

type Row = readonly [key: string, level: FaultLevel, name: string, cause: string, advice: string];

const ROWS: readonly Row[] = [
  [
    'gridOverVoltage',
    'general',
    'Grid voltage too high',
    'The voltage at the grid connection rose above the permitted limit.',
    'If it happens often, measure the voltage at the connection and check cable cross-sections; ask the grid operator about the limit.',
  ],
  [
    'gridUnderVoltage',
    'general',
    'Grid voltage too low',
    'The voltage at the grid connection fell below the permitted limit.',
    'Check the AC connection and the breaker; ask the grid operator if it persists.',
  ],
  [
    'gridOverFrequency',
    'general',
    'Grid frequency too high',
    'The grid frequency rose above the permitted limit.',
    'The inverter reconnects by itself. If it happens often, check the grid code setting.',
  ],
  [
    'gridUnderFrequency',
    'general',
    'Grid frequency too low',
    'The grid frequency fell below the permitted limit.',
    'The inverter reconnects by itself. If it happens often, check the grid code setting.',
  ],
  [
    'gridLoss',
    'general',
    'Grid lost',
    'No grid voltage is present, or a phase is missing.',
    'Check the AC breaker and the fuses; find out whether there is a power cut.',
  ],
  [
    'gridUnbalance',
    'general',
    'Grid phases unbalanced',
    'The voltages of the phases differ too much.',
    'Check the AC terminals for a loose phase and the loads for uneven distribution.',
  ],
  [
    'gridDisturbance',
    'general',
    'Grid disturbance',
    'Short disturbances of voltage, phase or impedance were detected.',
    'The inverter reconnects by itself. If it persists, have the grid quality measured.',
  ],
  [
    'islanding',
    'emergency',
    'Islanding detected',
    'The inverter fed a part of the grid that was cut off, and disconnected.',
    'Check the AC connection; the inverter reconnects when the grid is back.',
  ],
  [
    'pvOverVoltage',
    'emergency',
    'PV voltage too high',
    'The open-circuit voltage of a string is above the input limit.',
    'Switch the DC side off and check the number of modules in series before switching on again.',
  ],
  [
    'dcOverCurrent',
    'emergency',
    'DC current too high',
    'The current of an input exceeded its limit.',
    'Check strings for short circuits and wrong parallel connection. If it persists, call service.',
  ],
  [
    'acOverCurrent',
    'emergency',
    'AC current too high',
    'The output current exceeded its limit.',
    'Check the AC side for short circuits and overload. If it persists, call service.',
  ],
  [
    'busOverVoltage',
    'emergency',
    'Internal bus voltage too high',
    'The voltage of the internal DC bus exceeded its limit.',
    'Check string voltages. Restart the inverter; if it persists, call service.',
  ],
  [
    'busUnderVoltage',
    'general',
    'Internal bus voltage too low',
    'The voltage of the internal DC bus is too low or uneven.',
    'Restart the inverter; if it persists, call service.',
  ],
  [
    'dcInput',
    'general',
    'Disturbed DC input',
    'The DC input is unstable.',
    'Check connectors and strings for loose contacts.',
  ],
  [
    'insulation',
    'emergency',
    'Insulation too low',
    'The insulation between the strings and earth is below the limit.',
    'Do not touch the modules. Measure the insulation of each string; look for damaged cables and moisture in connectors.',
  ],
  [
    'leakage',
    'emergency',
    'Leakage current too high',
    'The residual current exceeded its limit.',
    'Check the insulation of strings and AC cables and the earth connection.',
  ],
  [
    'groundFault',
    'emergency',
    'Earth fault',
    'A connection between the generator and earth was detected.',
    'Do not touch the modules. Have the strings measured by a specialist.',
  ],
  [
    'arcFault',
    'emergency',
    'Arc detected',
    'The arc detection tripped.',
    'Switch the DC side off and check every connector and terminal of the strings before switching on again.',
  ],
  [
    'arcSelfTest',
    'general',
    'Arc detection self-test failed',
    'The arc detection did not pass its self-test.',
    'Restart the inverter; if it persists, call service.',
  ],
  [
    'overTemperature',
    'general',
    'Temperature too high',
    'The device is too hot and limits or stops its output.',
    'Clean filters and fans, keep the air inlets free, protect the device from direct sun.',
  ],
  [
    'underTemperature',
    'tip',
    'Temperature too low',
    'The device is colder than its working range.',
    'It starts by itself when it is warm enough.',
  ],
  [
    'fan',
    'general',
    'Fan failed',
    'A fan does not turn, or too slowly.',
    'Clean the fan and remove what blocks it; replace it if it does not turn.',
  ],
  [
    'relay',
    'emergency',
    'Relay check failed',
    'The grid relay did not pass its check.',
    'Restart the inverter; if it persists, call service.',
  ],
  [
    'selfTest',
    'general',
    'Self-test failed',
    'The device did not pass its self-test.',
    'Restart the device; if it persists, call service.',
  ],
  [
    'softStart',
    'general',
    'Soft start failed',
    'The converter did not reach its voltage in time.',
    'Restart the inverter; if it persists, call service.',
  ],
  [
    'auxiliaryPower',
    'emergency',
    'Auxiliary power supply failed',
    'An internal supply voltage is missing.',
    'Call service; the device has to be repaired.',
  ],
  [
    'hardware',
    'emergency',
    'Hardware fault',
    'The electronics found an internal fault.',
    'Restart the device; if it comes back, call service.',
  ],
  [
    'memory',
    'general',
    'Memory fault',
    'Settings or records could not be stored.',
    'Check the settings; if it comes back, call service.',
  ],
  [
    'currentSensor',
    'general',
    'Implausible measurement',
    'An internal current or voltage measurement is not plausible.',
    'Restart the device; if it comes back, call service.',
  ],
  [
    'dcComponent',
    'general',
    'DC component in the AC current',
    'The output current holds too much direct current.',
    'Restart the inverter; if it comes back, call service.',
  ],
  [
    'workingMode',
    'tip',
    'Working mode changed',
    'The working mode was changed; the device restarts with it.',
    'Nothing has to be done if the change was intended.',
  ],
  [
    'powerStage',
    'emergency',
    'Power stage fault',
    'The power stage was overloaded and switched off.',
    'Restart the inverter; if it comes back, call service.',
  ],
  [
    'overload',
    'general',
    'Output overloaded',
    'The loads take more power than the device can give.',
    'Switch loads off or distribute them.',
  ],
  [
    'bypassOverVoltage',
    'general',
    'Bypass voltage too high',
    'The voltage of the backup output is too high.',
    'Check the grid voltage and the wiring of the backup output.',
  ],
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
    'batteryCommunication',
    'general',
    'No communication with the battery',
    'The battery management system does not answer.',
    'Check the data cable, its connectors and the battery protocol that is set.',
  ],
  [
    'meterCommunication',
    'general',
    'No communication with the meter',
    'The meter does not answer.',
    'Check the data cable and the address of the meter.',
  ],
  [
    'internalCommunication',
    'general',
    'Internal communication failed',
    'Parts of the device do not reach each other.',
    'Restart the device; if it comes back, call service.',
  ],
  [
    'parallelCommunication',
    'general',
    'Communication between parallel devices disturbed',
    'Devices working in parallel do not reach each other reliably.',
    'Check the data cable between the devices and its terminating resistors.',
  ],
  [
    'stringFuse',
    'general',
    'String fuse blown',
    'The fuse of a string is open.',
    'Look for the cause (reverse current, short circuit) before replacing it.',
  ],
  ['cabinetOpen', 'tip', 'Cabinet open', 'The door of the cabinet is open.', 'Close the door.'],
  [
    'dcDisconnect',
    'general',
    'DC switch open',
    'The DC disconnector is open.',
    'Close it if no one works on the generator.',
  ],
  [
    'acDisconnect',
    'general',
    'AC switch open',
    'The AC disconnector is open.',
    'Close it if no one works on the system.',
  ],
  [
    'manualShutdown',
    'tip',
    'Switched off by hand',
    'The device was switched off at the device or remotely.',
    'Switch it on again when it should work.',
  ],
  [
    'permanentFault',
    'emergency',
    'Permanent fault',
    'The device stopped and does not restart by itself.',
    'Read the fault on the device and call service.',
  ],
  [
    'exportLimit',
    'tip',
    'Export limit exceeded',
    'More power flowed into the grid than permitted.',
    'Check the meter and the export limit that is set.',
  ],
  [
    'failsafe',
    'general',
    'Safe mode',
    'The device lost its guidance and works with its safe settings.',
    'Check the meter and the controller it takes orders from.',
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
  [
    'surgeProtection',
    'general',
    'Surge protection failed',
    'A surge arrester has tripped or is worn out.',
    'Have the surge arresters checked and replaced.',
  ],
  [
    'configuration',
    'general',
    'Wrong configuration',
    'A setting or a version does not fit the device or its wiring.',
    'Compare the settings with the wiring; call service if a version does not fit.',
  ],
  [
    'derating',
    'tip',
    'Output reduced',
    'The device reduces its output because of temperature, grid voltage, grid frequency or an order.',
    'Nothing has to be done if it is rare; otherwise look for the cause that the device names.',
  ],
  [
    'communicationBoard',
    'tip',
    'Communication board fault',
    'The clock, the radio or the interface of the communication board failed.',
    'Restart the device and check its clock; if it comes back, call service.',
  ],
  [
    'pidRecovery',
    'tip',
    'PID recovery failed',
    'The recovery of the modules by night voltage did not work as expected.',
    'Check the earthing of the generator and the settings of the function.',
  ],
];

/** Texts of faults that devices report. */
export const FAULT_TEXTS: readonly FaultText[] = ROWS.map(([key, level, name, cause, advice]) => ({
  textKey: `faults.common.${key}`,
  key,
  level,
  name,
  cause,
  advice,
}));

const byKey = new Map(FAULT_TEXTS.map((text) => [text.key, text]));

/** A fault row of a profile: the maker's code at a bit, told by a common text. Throws when the text does not exist. */
export function faultAt(point: string, bit: number, told: { code: string; text: string }) {
  const text = byKey.get(told.text);
  if (!text) throw new Error(`No fault text ${told.text}`);
  return { point, bit, code: told.code, level: text.level, textKey: text.textKey };
}
