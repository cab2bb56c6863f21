import { correctionOfDays, correctionOfLife, daysOfLabel, localDayOf } from '@sunfleet/analysis';
import type { AddedByPeople, StationLive } from '@sunfleet/contract';
import type { FleetStation } from '../fleet/index.ts';

type Energies = Record<keyof AddedByPeople, number | null>;
type Shown = Pick<StationLive, 'energyToday' | 'energyMonth' | 'energyYear' | 'energyTotal' | 'correction'>;

/** Measured energies with what people added to the station's running day, month, year and life; `offsets`: to the counters of its devices, kWh. What is not known stays so. */
export function withCorrections(
  station: Pick<FleetStation, 'corrections' | 'timeZone'> | undefined,
  dayStart: number,
  measured: Energies,
  offsets = 0,
): Shown {
  const corrections = station?.corrections ?? [];
  if (!station || (corrections.length === 0 && offsets === 0) || Number.isNaN(dayStart))
    return shown(measured);
  const today = localDayOf(dayStart, station.timeZone);
  const added = (label: string) => correctionOfDays(corrections, daysOfLabel(label));
  const correction = {
    today: measured.today === null ? 0 : added(today),
    month: measured.month === null ? 0 : added(today.slice(0, 7)),
    year: measured.year === null ? 0 : added(today.slice(0, 4)),
    total: measured.total === null ? 0 : correctionOfLife(corrections) + offsets,
  };
  if (Object.values(correction).every((kwh) => kwh === 0)) return shown(measured);
  const sum = (name: keyof AddedByPeople) => {
    const kwh = measured[name];
    return kwh === null ? null : kwh + correction[name];
  };
  const energies = { today: sum('today'), month: sum('month'), year: sum('year'), total: sum('total') };
  return { ...shown(energies), correction };
}

const shown = ({ today, month, year, total }: Energies): Shown => ({
  energyToday: today,
  energyMonth: month,
  energyYear: year,
  energyTotal: total,
});
