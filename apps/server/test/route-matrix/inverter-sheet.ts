import { inverterSheet } from '@sunfleet/contract';

/** The data sheet of the walk's inverters. */
export const INVERTER_SHEET = inverterSheet.parse({
  acPower: 10_000,
  dcVoltageMax: 1000,
  mppVoltageMin: 200,
  mppVoltageMax: 800,
  mppts: 2,
});
