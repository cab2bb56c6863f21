import { deviceAddress, type FirmwareUpgradeDevice } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { UpgradeProgress } from '../../../parts/firmware/upgrade-progress.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from '../firmware.module.css';

const MOST_SHOWN = 100;
export const LOOK_MS = 2000;

/** Devices of an upgrade, what failed first, each with how far it is and why it ended. */
export function UpgradeDevices({ id, open }: { id: number; open: boolean }) {
  const { t } = useTranslation('runs');
  const format = useFormat();
  const devices = useCall(
    'listFirmwareUpgradeDevices',
    { params: { id }, query: { page: 1, pageSize: MOST_SHOWN } },
    { refetchMs: open ? LOOK_MS : false, keepPrevious: true },
  );
  return (
    <Loaded loading={devices}>
      <ul className={styles.rows}>
        {devices.data?.rows.map((row) => (
          <Row key={row.device.id} row={row} />
        ))}
      </ul>
      {devices.data && devices.data.total > MOST_SHOWN ? (
        <p className={styles.muted}>{t('more', { n: format.number(devices.data.total - MOST_SHOWN, 0) })}</p>
      ) : null}
    </Loaded>
  );
}

function Row({ row }: { row: FirmwareUpgradeDevice }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const { device, wave, fromVersion } = row;
  return (
    <li className={styles.row}>
      <Link to={deviceAddress(device.id)}>{device.name ?? device.sn}</Link>
      <UpgradeProgress row={row} />
      <span className={styles.muted}>
        {wave === 0 ? t('upgrades.canary') : t('upgrades.wave', { n: format.number(wave, 0) })}
        {fromVersion === null ? null : ` · ${t('upgrades.from', { version: fromVersion })}`}
      </span>
    </li>
  );
}
