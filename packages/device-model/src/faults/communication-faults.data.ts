import type { FaultRow } from './fault-row.ts';

/** Faults of what talks to the inverter or inside of it. */
export const COMMUNICATION_FAULTS: readonly FaultRow[] = [
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
    'communicationBoard',
    'tip',
    'Communication board fault',
    'The clock, the radio or the interface of the communication board failed.',
    'Restart the device and check its clock; if it comes back, call service.',
  ],
  [
    'batteryCommunication',
    'general',
    'No communication with the battery',
    'The battery management system does not answer.',
    'Check the data cable, its connectors and the battery protocol that is set.',
  ],
  [
    'failsafe',
    'general',
    'Safe mode',
    'The device lost its guidance and works with its safe settings.',
    'Check the meter and the controller it takes orders from.',
  ],
];
