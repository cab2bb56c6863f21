import type { AddedByPeople } from '@sunfleet/contract';

type Sums = Record<`correction${Capitalize<keyof AddedByPeople>}`, number | null>;

/** What people added to energies, told only where they did. */
export function addedByPeople(sums: Sums): { correction?: AddedByPeople } {
  const correction = {
    today: sums.correctionToday ?? 0,
    month: sums.correctionMonth ?? 0,
    year: sums.correctionYear ?? 0,
    total: sums.correctionTotal ?? 0,
  };
  return Object.values(correction).some((kwh) => kwh !== 0) ? { correction } : {};
}
