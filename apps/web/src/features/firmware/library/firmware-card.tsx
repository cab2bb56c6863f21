import { type Firmware, firmwareAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from '../firmware.module.css';
import { FirmwareStateBadge } from '../firmware-state.tsx';
import { useFirmwareWords } from '../use-firmware-words.ts';

/** A firmware on a phone. */
export function FirmwareCard({ firmware }: { firmware: Firmware }) {
  const { t } = useTranslation('firmware');
  const words = useFirmwareWords();
  const { id, name, version, component, models } = firmware;
  return (
    <div className={styles.stack}>
      <strong>
        <Link to={firmwareAddress(id)}>{`${name} ${version}`}</Link>
      </strong>
      <FirmwareStateBadge firmware={firmware} />
      <p className={styles.muted}>
        {[t(`component.${component}`), models.join(', '), words.range(firmware)].join(' · ')}
      </p>
    </div>
  );
}
