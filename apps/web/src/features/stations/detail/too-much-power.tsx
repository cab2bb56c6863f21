import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { StatusIcon } from '../../../ui/status/status-icon.tsx';
import styles from './detail.module.css';

/** Light that clouds throw beside their shade lifts a plant over its rating for minutes, but not by a third. */
const MOST = 1.3;

/** Whether a power is more than modules of this capacity (kWp) can give. */
export const isTooMuch = (watts: number | null, capacityKw: number): boolean =>
  watts !== null && watts > MOST * 1000 * capacityKw;

/** Says that the capacity or what is reported must be wrong; nothing where the power can be true. */
export function TooMuchPower({ watts, station }: { watts: number | null; station: StationDetail }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  if (!isTooMuch(watts, station.capacityKw)) return null;
  return (
    <p className={styles.tooMuch} role="note">
      <StatusIcon tone="general" />
      {t('figure.tooMuch', { power: format.power(watts), capacity: format.capacity(station.capacityKw) })}
    </p>
  );
}
