import type { ComponentInput, InverterSheet, ModuleSheet } from './routes/components.ts';
import type { Rule } from './rules.ts';

/** A rule that a data sheet breaks between its fields, with the field at which it is said. */
export interface ComponentFault {
  path: string;
  rule: Rule;
}

/** Share by which the power of a module may differ from voltage times current. */
const POWER_SLACK = 0.1;

/** What cannot be between the figures of a data sheet: a point of most power beyond the curve, a power of other figures, a range that ends before it begins. */
export function componentFaults(component: ComponentInput): ComponentFault[] {
  return component.kind === 'module' ? moduleFaults(component.sheet) : inverterFaults(component.sheet);
}

function moduleFaults({ vOc, vMp, iSc, iMp, power }: ModuleSheet): ComponentFault[] {
  const faults: ComponentFault[] = [];
  if (vMp >= vOc) faults.push({ path: 'vMp', rule: 'mppVoltageAbove' });
  if (iMp >= iSc) faults.push({ path: 'iMp', rule: 'mppCurrentAbove' });
  if (Math.abs(vMp * iMp - power) > POWER_SLACK * power)
    faults.push({ path: 'power', rule: 'mppPowerDiffers' });
  return faults;
}

function inverterFaults({ mppVoltageMin, mppVoltageMax, dcVoltageMax }: InverterSheet): ComponentFault[] {
  const faults: ComponentFault[] = [];
  if (mppVoltageMin >= mppVoltageMax) faults.push({ path: 'mppVoltageMax', rule: 'mppRangeInvalid' });
  if (mppVoltageMax > dcVoltageMax) faults.push({ path: 'dcVoltageMax', rule: 'mppRangeBeyond' });
  return faults;
}
