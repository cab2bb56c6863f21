import { type DeviceDetail, firmwareAddress, type OwnUpgrade } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { UpgradeProgress } from '../../../parts/firmware/upgrade-progress.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from './detail.module.css';

const FIELDS = {
  page: integerField(1),
  pageSize: integerField(20),
  sort: choiceField(['id'], 'id'),
  order: choiceField(['desc'], 'desc'),
};

/** Upgrades of the firmware of a device, the newest first. */
export function UpgradesTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('firmware');
  const [state, set] = useUrlState(FIELDS);
  const { page, pageSize } = state;
  const upgrades = useCall(
    'listDeviceUpgrades',
    { params: { id: device.id }, query: { page, pageSize } },
    { keepPrevious: true, refetchMs: 5000 },
  );
  const columns = useColumns(device.station?.timeZone);
  if (upgrades.error && !upgrades.data)
    return <ErrorState error={upgrades.error} onRetry={upgrades.refetch} />;
  return (
    <DataTable<OwnUpgrade>
      label={t('upgrades.name')}
      name="device-upgrades"
      columns={columns}
      rows={upgrades.data?.rows}
      rowKey={({ id }) => id}
      total={upgrades.data?.total ?? 0}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      busy={upgrades.isPlaceholderData}
      card={(row) => <UpgradeCard row={row} zone={device.station?.timeZone} />}
      empty={<EmptyState title={t('upgrades.noneOwn')} hint={t('upgrades.noneOwnHint')} />}
    />
  );
}

/** An upgrade on a phone. */
function UpgradeCard({ row, zone }: { row: OwnUpgrade; zone: string | undefined }) {
  const { t } = useTranslation('runs');
  const format = useFormat();
  const { firmware, fromVersion, beganAt, by } = row;
  const began = beganAt === null ? UNKNOWN : format.dateTime(beganAt, zone);
  return (
    <div className={styles.progress}>
      <Link to={firmwareAddress(firmware.id)}>{`${firmware.name} ${firmware.version}`}</Link>
      <UpgradeProgress row={row} />
      <span>{`${fromVersion ?? UNKNOWN} → ${firmware.version}`}</span>
      <span>{`${began} · ${by?.name ?? t('gone')}`}</span>
    </div>
  );
}

function useColumns(zone: string | undefined): Column<OwnUpgrade>[] {
  const { t } = useTranslation(['firmware', 'runs']);
  const format = useFormat();
  const time = (at: number | null) => (at === null ? UNKNOWN : format.dateTime(at, zone));
  return [
    {
      key: 'firmware',
      title: t('upgrades.column.firmware'),
      fixed: true,
      width: 200,
      render: ({ firmware: { id, name, version } }) => (
        <Link to={firmwareAddress(id)}>{`${name} ${version}`}</Link>
      ),
    },
    {
      key: 'progress',
      title: t('upgrades.column.progress'),
      width: 320,
      render: (row) => (
        <span className={styles.progress}>
          <UpgradeProgress row={row} />
        </span>
      ),
    },
    {
      key: 'fromVersion',
      title: t('upgrades.column.fromVersion'),
      width: 140,
      render: ({ fromVersion }) => fromVersion ?? UNKNOWN,
    },
    { key: 'beganAt', title: t('upgrades.column.beganAt'), width: 170, render: (row) => time(row.beganAt) },
    { key: 'endedAt', title: t('upgrades.column.endedAt'), width: 170, render: (row) => time(row.endedAt) },
    { key: 'by', title: t('upgrades.column.by'), width: 160, render: ({ by }) => by?.name ?? t('runs:gone') },
  ];
}
