import { correctionOfDays, correctionOfLife, daysOfLabel, type EnergyCorrection } from '@sunfleet/analysis';
import type { AddedByPeople, StationLive } from '@sunfleet/contract';

/** kWh before and after a change; null: not known. */
export interface Changing {
  before: number | null;
  after: number | null;
}

interface Change {
  /** What counted until now, and what shall count. */
  old: EnergyCorrection | undefined;
  next: EnergyCorrection | undefined;
}

/** What becomes of the running day, month and year and of the total. What is not known stays so. */
export function changedFigures(
  live: Pick<StationLive, 'energyToday' | 'energyMonth' | 'energyYear' | 'energyTotal'>,
  today: string,
  { old, next }: Change,
): Record<keyof AddedByPeople, Changing> {
  const [was, will] = [old ? [old] : [], next ? [next] : []];
  const changing = (before: number | null, added: number): Changing => ({
    before,
    after: before === null ? null : before + added,
  });
  const inDays = (label: string) =>
    correctionOfDays(will, daysOfLabel(label)) - correctionOfDays(was, daysOfLabel(label));
  return {
    today: changing(live.energyToday, inDays(today)),
    month: changing(live.energyMonth, inDays(today.slice(0, 7))),
    year: changing(live.energyYear, inDays(today.slice(0, 4))),
    total: changing(live.energyTotal, correctionOfLife(will) - correctionOfLife(was)),
  };
}

/** What becomes of the days from the first to the last; `before`: what is shown of them now. */
export function changedDays(
  before: number | null,
  days: { from: string; to: string },
  { old, next }: Change,
): Changing {
  const added = correctionOfDays(next ? [next] : [], days) - correctionOfDays(old ? [old] : [], days);
  return { before, after: before === null && added === 0 ? null : (before ?? 0) + added };
}
