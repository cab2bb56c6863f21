import { LIMITS, type StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';
import { StatusIcon } from '../../../ui/status/status-icon.tsx';
import styles from './detail.module.css';

/** Whether a power is more than modules of this capacity (kWp) can give. */
export const isTooMuch = (watts: number | null, capacityKw: number): boolean =>
  watts !== null && capacityKw > 0 && watts > LIMITS.powerOfCapacity * 1000 * capacityKw;

/**
 * Says that the capacity or what is reported must be wrong, in the words of the alarm that the server raises when it lasts; nothing where
 * the power can be true.
 */
export function TooMuchPower({ watts, station }: { watts: number | null; station: StationDetail }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const textOf = useFaultText();
  if (!isTooMuch(watts, station.capacityKw)) return null;
  return (
    <p className={styles.tooMuch} role="note">
      <StatusIcon tone="general" />
      <strong>{textOf('faults.platform.implausiblePower', '').name}</strong>
      {t('figure.tooMuch', { power: format.power(watts), capacity: format.capacity(station.capacityKw) })}
    </p>
  );
}
