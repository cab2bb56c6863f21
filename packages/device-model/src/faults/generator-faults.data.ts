import type { FaultRow } from './fault-row.ts';

/** Faults of modules, strings and their DC side. */
export const GENERATOR_FAULTS: readonly FaultRow[] = [
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
    'stringFuse',
    'general',
    'String fuse blown',
    'The fuse of a string is open.',
    'Look for the cause (reverse current, short circuit) before replacing it.',
  ],
  [
    'dcDisconnect',
    'general',
    'DC switch open',
    'The DC disconnector is open.',
    'Close it if no one works on the generator.',
  ],
  [
    'surgeProtection',
    'general',
    'Surge protection failed',
    'A surge arrester has tripped or is worn out.',
    'Have the surge arresters checked and replaced.',
  ],
  [
    'pidRecovery',
    'tip',
    'PID recovery failed',
    'The recovery of the modules by night voltage did not work as expected.',
    'Check the earthing of the generator and the settings of the function.',
  ],
];
