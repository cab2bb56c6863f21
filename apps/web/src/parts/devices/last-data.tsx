import { deviceAddress, type DeviceRow } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../lib/session/session-context.tsx';
import { Age } from '../../ui/figure/age.tsx';
import styles from './devices.module.css';

/** When a device sent last. One that never did leads to what lets it send, for those who may add devices. */
export function LastData({ row: { id, station, live } }: { row: DeviceRow }) {
  const { t } = useTranslation('devices');
  const mayAdd = useMay('devices.create');
  if (live.lastDataAt === null && station && mayAdd)
    return (
      <Link className={styles.link} to={deviceAddress(id, 'connect')}>
        {t('add.noData')}
      </Link>
    );
  return <Age time={live.lastDataAt} {...(station ? { zone: station.timeZone } : {})} />;
}
