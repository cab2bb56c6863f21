import type { Component } from '@sunfleet/contract';
import type { Format } from '../../lib/format/use-format.ts';

/** The figures by which a component is chosen, in one line. */
export function componentFacts(component: Component, format: Format): string {
  const number = (value: number | null, digits = 1) => (value === null ? '' : format.number(value, digits));
  if (component.kind === 'module') {
    const { power, vOc, iSc, vMp, iMp } = component.sheet;
    return [
      `${number(power, 0)} W`,
      `Voc ${number(vOc)} V`,
      `Isc ${number(iSc, 2)} A`,
      `Vmp ${number(vMp)} V`,
      `Imp ${number(iMp, 2)} A`,
    ].join(' · ');
  }
  const { acPower, dcVoltageMax, mppVoltageMin, mppVoltageMax, mppts } = component.sheet;
  return [
    `${number(acPower / 1000, 1)} kW`,
    `${number(mppts, 0)} × MPPT ${number(mppVoltageMin, 0)}–${number(mppVoltageMax, 0)} V`,
    `≤ ${number(dcVoltageMax, 0)} V`,
  ].join(' · ');
}
