import type { FaultRow } from './fault-row.ts';

/** Faults between inverter and grid. */
export const GRID_FAULTS: readonly FaultRow[] = [
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
    'acOverCurrent',
    'emergency',
    'AC current too high',
    'The output current exceeded its limit.',
    'Check the AC side for short circuits and overload. If it persists, call service.',
  ],
  [
    'dcComponent',
    'general',
    'DC component in the AC current',
    'The output current holds too much direct current.',
    'Restart the inverter; if it comes back, call service.',
  ],
  [
    'acDisconnect',
    'general',
    'AC switch open',
    'The AC disconnector is open.',
    'Close it if no one works on the system.',
  ],
  [
    'exportLimit',
    'tip',
    'Export limit exceeded',
    'More power flowed into the grid than permitted.',
    'Check the meter and the export limit that is set.',
  ],
];
