import type { LossPartName, StationLosses } from '@sunfleet/contract';

export type LossUnit = 'energy' | 'money';
type Money = NonNullable<StationLosses['money']>[number];

/** A bar of the waterfall: where it begins and ends, in Wh or minor units. */
export interface LossRow {
  key: 'standard' | 'measured' | LossPartName;
  /** What it takes; below zero it gives. */
  value: number;
  from: number;
  to: number;
}

/** Bars from the light on the modules down to what was measured, each from where the one before it ends. */
export function lossRows(losses: StationLosses, { money }: { money?: Money | undefined }): LossRow[] {
  const { standard, measured } = money ?? losses;
  let at = standard;
  const parts = losses.parts.map(({ part, energy }): LossRow => {
    const value = money ? (money.parts.find((one) => one.part === part)?.amount ?? 0) : energy;
    const from = at;
    at -= value;
    return { key: part, value, from, to: at };
  });
  return [
    { key: 'standard', value: standard, from: 0, to: standard },
    ...parts,
    { key: 'measured', value: measured, from: 0, to: measured },
  ];
}
