import { deviceAddress, type DeviceRow, type StationDetail, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { Age } from '../../../ui/figure/age.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from './own.module.css';

/** Devices that are not well stand apart from those that are. */
const NOT_WELL = new Set<DeviceRow['live']['status']>(['offline', 'abnormal', 'connecting']);

/** All well, or which device is not, and since when nothing was heard of it. */
export function DevicesCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('own');
  const devices = useCall(
    'listDevices',
    { query: { stationId: station.id, pageSize: 200, sort: 'kind', order: 'asc' } },
    { refetchMs: 30_000 },
  );
  const { rows = [], total = 0 } = devices.data ?? {};
  const ill = rows.filter(({ live }) => NOT_WELL.has(live.status));
  return (
    <Card
      title={t('devices.title')}
      extra={<Link to={stationAddress(station.id, 'device')}>{t('devices.all')}</Link>}
    >
      <Loaded loading={devices}>
        {total === 0 ? t('devices.none') : null}
        {total > 0 && ill.length === 0 ? t('devices.fine', { number: total }) : null}
        <ul className={styles.devices}>
          {ill.map((row) => (
            <li key={row.id}>
              <Ill row={row} zone={station.timeZone} />
            </li>
          ))}
        </ul>
        {ill.length > 0 && total > ill.length ? (
          <p className={styles.rest}>{t('devices.others', { number: total - ill.length })}</p>
        ) : null}
      </Loaded>
    </Card>
  );
}

function Ill({ row, zone }: { row: DeviceRow; zone: string }) {
  const { t } = useTranslation(['own', 'devices']);
  const { status, lastDataAt } = row.live;
  return (
    <>
      <StatusBadge of="device" value={status} />
      <div>
        <Link to={deviceAddress(row.id)}>
          {t(`kind.${row.kind}`, { ns: 'devices' })} {row.name ?? row.sn}
        </Link>
        <p className={styles.rest}>
          {lastDataAt === null ? (
            t('devices.never')
          ) : (
            <>
              {t('heard')} <Age time={lastDataAt} zone={zone} />
            </>
          )}
          {status === 'offline' ? <> · {t('devices.check')}</> : null}
        </p>
      </div>
    </>
  );
}
