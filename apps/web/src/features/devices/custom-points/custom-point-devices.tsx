import { type CustomPoint, deviceAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './custom-points.module.css';

/** The first devices that use a point, and how many more do. */
export function CustomPointDevices({ row: { devices, deviceCount } }: { row: CustomPoint }) {
  const { t } = useTranslation('points');
  const more = deviceCount - devices.length;
  return (
    <span className={styles.devices}>
      {devices.map(({ id, sn, name }) => (
        <Link key={id} to={deviceAddress(id)}>
          {name ?? sn}
        </Link>
      ))}
      {more > 0 ? <span>{t('custom.more', { count: more })}</span> : null}
    </span>
  );
}
