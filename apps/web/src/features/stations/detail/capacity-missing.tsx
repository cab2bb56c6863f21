import { editStationAddress, type StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../lib/session/session-context.tsx';
import { StatusIcon } from '../../../ui/status/status-icon.tsx';
import styles from './detail.module.css';

/** Says that the capacity is missing, what cannot be told without it, and where it is entered; nothing where it is there. */
export function CapacityMissing({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const mayEdit = useMay('stations.edit');
  if (station.capacityKw > 0) return null;
  return (
    <p className={styles.tooMuch} role="note">
      <StatusIcon tone="general" />
      {t('missing.capacityNote')}{' '}
      {mayEdit ? <Link to={editStationAddress(station.id)}>{t('missing.enterCapacity')}</Link> : null}
    </p>
  );
}
